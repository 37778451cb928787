import { ACCEPTED_AS_IT_IS, pack as aggregate } from '#domain/pack'
import { EXAMPLE_MADE, FIRST_ACCOUNT } from '#domain/reservation'
import type { Intake } from '#pdf/intake'
import { type CommandHandler, type CommandOrigin, commandsOf } from '#platform/command-handler'
import type { Files } from '#platform/files'
import type { Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { World } from '#platform/ports'

import { packForKey } from '../pack/pack-for-key.ts'
import { commandsOfExample } from './example-commands.ts'
import { byInstallation } from './origins.ts'
import { accountStreams } from './streams.ts'

const EXAMPLE_TEMPLATES = 'example-template'

export interface ExampleParts {
  readonly handler: CommandHandler
  readonly keyIndex: KeyIndex
  readonly files: Files
  readonly intake: Pick<Intake, 'convert'>
  readonly jobs: Pick<Jobs, 'define'>
  readonly world: Pick<World, 'ids'>
  readonly tokenKey: Uint8Array
  readonly defaultCountry: string
  readonly sample: () => Promise<Uint8Array>
}

const keyFor = (workspace: string) => `${EXAMPLE_TEMPLATES}:${workspace}`

/** Asks for the example of the first account's workspace; answers false where that was done before. */
export function askForExample(jobs: Pick<Jobs, 'send'>, workspace: string, creator: string): Promise<boolean> {
  return jobs.send(EXAMPLE_TEMPLATES, { workspace, creator }, { key: keyFor(workspace) })
}

/** At a start: what a crash or a full disk kept from being asked for or made is asked for again. */
export async function askForMissingExample(
  { handler, tokenKey }: Pick<ExampleParts, 'handler' | 'tokenKey'>,
  jobs: Pick<Jobs, 'send' | 'retry'>,
): Promise<void> {
  const streams = accountStreams(handler, tokenKey)
  const first = await streams.holderOf(FIRST_ACCOUNT)
  if (first === null || (await streams.holderOf(EXAMPLE_MADE)) !== null) return
  const [own] = (await streams.loadUser(first)).workspaces
  if (own && !(await askForExample(jobs, own.workspace, first))) await jobs.retry(keyFor(own.workspace))
}

/** The job that makes the example: all of it in one append, so that there is a whole one or none. */
export function defineExample(parts: ExampleParts): void {
  const { handler, keyIndex, files, intake, world, jobs } = parts
  const streams = accountStreams(handler, parts.tokenKey)
  const newId = () => world.ids.next()
  const packs = commandsOf(aggregate, handler)

  async function make(pack: string, of: { workspace: string; creator: string }, origin: CommandOrigin): Promise<void> {
    const converted = await intake.convert({ bytes: await parts.sample() })
    if (!converted.ok) throw new Error(`the sample could not be converted: ${converted.reason}`)
    const { pages, repaired } = converted
    const [document, file] = [newId(), newId()]
    await files.reserve({ key: file, pack, mediaType: 'application/pdf' })
    const stored = await files.store(file, once(converted.bytes))
    const commands = commandsOfExample({ ...of, document, file, ...stored, pages, repaired }, newId)
    const made = await packs.perform({
      key: pack,
      who: null,
      commands: ({ exists }) => (exists ? [] : commands),
      context: { defaultCountry: parts.defaultCountry, typesetting: ACCEPTED_AS_IT_IS },
      origin,
      beforeAppend: async () => void (await keyIndex.register([pack, document].map((key) => ({ key, kind: 'document', pack })))),
    })
    if ('refused' in made) throw new Error(`the example was refused: ${made.refused}`)
    // Another run was first: its file is the one in use.
    if (!made.state.documents.some(({ key }) => key === document)) await files.remove(file)
  }

  jobs.define(
    EXAMPLE_TEMPLATES,
    async (data, job) => {
      if ((await streams.holderOf(EXAMPLE_MADE)) !== null) return
      const { workspace, creator } = data as { workspace: string; creator: string }
      const origin = byInstallation({ correlation: job.key, causation: job.key })
      const pack = await packForKey(keyIndex, job.key, newId)
      if (!(await packs.load(pack)).exists) await make(pack, { workspace, creator }, origin)
      await streams.tellReservation(EXAMPLE_MADE, { do: 'Reserve', holder: pack }, origin)
    },
    { retries: 8, backoff: { firstSeconds: 2, maxSeconds: 600 }, concurrency: 1, timeoutSeconds: 120 },
  )
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
