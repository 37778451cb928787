import { applications } from '#domain/applications'
import { BULK_SEND, bulkSend } from '#domain/bulk-send'
import { memberOf, successorOf, type WORKSPACE_EVENTS, workspace as workspaceAggregate, workspaceOfStream } from '#domain/workspace'
import { type CommandHandler, type CommandOrigin, commandsOf } from '#platform/command-handler'
import type { LoggedEvent } from '#platform/event-log'
import type { Handler, Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import { defineStoredProcess, type Effect, FOR_EVER, type Packs, packsFor, type Queue, TooEarly } from '#processes/engine'

const NAME = 'take-overs'
/** Documents that become one job. */
const PAGE = 200
/** Requests that were on their way when somebody left have ended by then. */
const LATE_MS = 120_000

interface Data {
  readonly [key: string]: string
  readonly workspace: string
  readonly from: string
  readonly to: string
  readonly cause: string
  /** The last document of the page before. */
  readonly after: string
}

/** Everything is looked through at once, and once more for requests that were on their way. */
const successions = {
  streams: workspaceAggregate.streams,
  type: 'SuccessorChosen' satisfies keyof typeof WORKSPACE_EVENTS,
  react({ event: { id, stream, data, meta } }: LoggedEvent): readonly Effect[] {
    const { user: from, successor: to } = data as { readonly user: string; readonly successor: string }
    const { time } = meta as { readonly time: string }
    const workspace = workspaceOfStream(stream)!
    return [
      { cause: `take-over:${id}`, notBefore: 0 },
      { cause: `take-over:${id}:late`, notBefore: Date.parse(time) + LATE_MS },
    ].map(({ cause, notBefore }) => ({
      queue: NAME,
      key: cause,
      data: { workspace, from, to, cause, after: '' } satisfies Data,
      notBefore,
    }))
  },
}

interface Deps {
  readonly packs: Packs
  readonly handler: CommandHandler
  readonly jobs: Pick<Jobs, 'send'>
  readonly keyIndex: Pick<KeyIndex, 'keysOf'>
  /** Packs of a member behind a key, every one that was made before the question; null: it has not received all of them yet. */
  packsOfOwner(workspace: string, owner: string, after: string, limit: number): Promise<readonly string[] | null>
}

function takeOversQueues({ packs, handler, jobs, keyIndex, packsOfOwner }: Deps): readonly Queue[] {
  const workspaces = commandsOf(workspaceAggregate, handler)
  const applicationsOf = commandsOf(applications, handler)
  const bulkSendsOf = commandsOf(bulkSend, handler)
  const originFrom = (cause: string): CommandOrigin => ({
    actor: { principal: `process:${NAME}`, capacity: 'process', proof: 'installation' },
    correlation: cause,
    causation: cause,
  })
  const who = { as: 'process' } as const
  function done(outcome: object): void {
    if ('refused' in outcome) throw new Error(String(outcome.refused))
  }

  /** Each in its own stream: done before, nothing is decided again. */
  const takeOver: Handler = async (data) => {
    const asked = data as Data
    const { workspace, from, to: chosen, cause, after } = asked
    const team = await workspaces.load(workspace)
    // Who was chosen may have left since.
    const to = memberOf(team, chosen) ? chosen : successorOf(team, chosen)
    if (to === null || to === from) return
    const origin = originFrom(cause)
    if (after === '') {
      const owned = [...(await applicationsOf.load(workspace)).living.values()].filter(({ owner }) => owner === from)
      const commands = owned.map(({ key }) => ({ do: 'TakeOverApplication', application: key, from, to }) as const)
      done(await applicationsOf.perform({ key: workspace, who, commands, origin }))
      for (const key of await keyIndex.keysOf(workspace, BULK_SEND))
        if ((await bulkSendsOf.load(key)).exists)
          done(await bulkSendsOf.perform({ key, who, commands: [{ do: 'TakeOverBulkSend', from, to }], origin }))
    }
    const page = await packsOfOwner(workspace, from, after, PAGE)
    if (page === null) throw new TooEarly()
    for (const pack of page) await packs.perform(pack, { do: 'TakeOverPack', workspace, from, to }, { cause })
    const last = page.at(-1)
    if (page.length === PAGE && last) await jobs.send(NAME, { ...asked, after: last }, { key: `${cause}:${last}` })
  }
  return [{ name: NAME, handler: takeOver, settings: FOR_EVER }]
}

/** What somebody had begun in a workspace that they left becomes its successor's: documents, templates, applications, bulk sends that run. */
export const takeOversProcess = defineStoredProcess({
  name: NAME,
  reactions: [successions],
  queues: ({ config, ...needs }: Omit<Deps, 'packs'> & { readonly config: { readonly defaultCountry: string } }) =>
    takeOversQueues({ ...needs, packs: packsFor(NAME, { handler: needs.handler, ...config }) }),
})
