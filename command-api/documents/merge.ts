import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { derivedUuid, disclosed } from '#domain/kernel'
import { type Joined, mergedState } from '#domain/pack'
import type { Joining } from '#pdf/intake'
import type { Files } from '#platform/files'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { CONVERSION_WORDS } from '../pack/conversion-words.ts'
import { appendBy, type Copied, type Copying, copyInto, originRefusal, packOfRequest, userOf } from '../pack/copy.ts'
import type { PackAccess } from '../pack/packs.ts'

export interface Merging {
  readonly packs: Copying['packs']
  readonly services: Copying['services'] & { readonly joining: Joining }
}

/** Makes one pack of several, all of one workspace, their pages one file in this order. The originals stay as they are. */
export async function mergePacks(
  { packs, services }: Merging,
  places: readonly [PackAccess, ...PackAccess[]],
  request: FastifyRequest,
): Promise<Copied | Problem> {
  const [first, ...others] = places
  const pack = await packOfRequest(services, first, request, { makes: 'merge', of: places.map((place) => place.pack).join() })
  const joined = await joinedFile(services, pack, places)
  if (isProblem(joined)) return joined
  const state = mergedState([first.state, ...others.map((place) => place.state)], joined)
  try {
    return await copyInto(services, {
      pack,
      origin: { pack: first.pack, state },
      as: { kind: state.kind, workspace: state.workspace, creator: userOf(first), name: disclosed(state.name, '') },
      refused: originRefusal(state),
      append: appendBy(packs, { ...first, pack }, request),
    })
  } finally {
    // The pack has it under a key of its own.
    await services.files.remove(joined.file)
  }
}

/** Asked for again, it has the same key and the same bytes. */
async function joinedFile({ files, joining }: Merging['services'], pack: string, places: readonly PackAccess[]): Promise<Joined | Problem> {
  const sources = places.flatMap(({ state }) =>
    state.documents.flatMap(({ conversion }) => (conversion.state === 'converted' ? [conversion] : [])),
  )
  const made = await joining.join({
    size: sources.reduce((sum, { size }) => sum + size, 0),
    load: async () => {
      const all: Uint8Array[] = []
      for (const { file } of sources) all.push(await read(files, file))
      return all
    },
  })
  if (!made.ok) {
    const { message, ...impossible } = problem('merge-impossible')
    return { ...impossible, message: `${message} ${CONVERSION_WORDS[made.reason]}` }
  }
  const file = derivedUuid(JSON.stringify([pack, 'joined', ...sources.map(({ digest }) => digest)]))
  await files.reserve({ key: file, pack, mediaType: 'application/pdf' })
  const { digest, size } = await files.store(file, only(made.bytes))
  return { file, digest, size, pages: made.pages, repaired: false }
}

async function read(files: Pick<Files, 'open'>, file: string): Promise<Uint8Array> {
  const content = await files.open(file)
  if (!content) throw new Error('a file that is needed is not there')
  return buffer(content.stream)
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
