import { userOfPrincipal } from '#domain/kernel'
import { ownerOf, type PackState } from '#domain/pack'
import { movedTo, type WORKSPACE_EVENTS, workspace, workspaceOfStream } from '#domain/workspace'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { LoggedEvent } from '#platform/event-log'
import type { Handler } from '#platform/jobs'
import { defineStoredProcess, type Effect, FOR_EVER, packsFor } from '#processes/engine'

const NAME = 'moves'
/** `by`: the user who moved it; null where no person did. */
type Data = { readonly pack: string; readonly from: string; readonly to: string; readonly by?: string | null }

const departures = {
  streams: workspace.streams,
  type: 'PackMovedOut' satisfies keyof typeof WORKSPACE_EVENTS,
  react({ event: { id, stream, data, meta } }: LoggedEvent): readonly Effect[] {
    const { pack, to } = data as Pick<Data, 'pack' | 'to'>
    const by = userOfPrincipal(String((meta.actor as { principal?: string }).principal))
    return [{ queue: NAME, key: `move:${id}`, data: { pack, from: workspaceOfStream(stream)!, to, by } satisfies Data }]
  },
}

interface Needs {
  readonly handler: CommandHandler
  /** What is counted and listed by workspace outside of the log, as files and mails, is this one's. */
  assignToWorkspace(pack: string, workspace: string): Promise<void>
  /** Null where they do not belong to it. */
  memberOf(user: string, workspace: string): Promise<object | null>
  readonly config: { readonly defaultCountry: string }
}

/** Ends moves that a crash cut off, and takes along what stands outside of the log. */
export const movesProcess = defineStoredProcess({
  name: NAME,
  reactions: [departures],
  queues({ handler, assignToWorkspace, memberOf, config }: Needs) {
    const packs = packsFor(NAME, { handler, ...config })
    const workspaces = commandsOf(workspace, handler)
    const isUnfinished = async ({ pack, from, to }: Data) =>
      (await packs.load(pack)).workspace === from && movedTo(await workspaces.load(from), pack) === to

    const follow: Handler = async (data, { key: cause }) => {
      const move = data as Data
      const { pack, from, to } = move
      if (await isUnfinished(move)) {
        const origin = {
          actor: { principal: `process:${NAME}`, capacity: 'process', proof: 'installation' },
          correlation: cause,
          causation: cause,
        } as const
        await workspaces.perform({ key: to, who: { as: 'installation' }, commands: [{ do: 'MovePackIn', pack, from }], origin })
        await packs.perform(pack, { do: 'MovePack', from, to }, { cause })
      }
      const state = await packs.load(pack)
      if (!state.exists) return
      await assignToWorkspace(pack, state.workspace)
      if (state.workspace !== to) return
      const owner = await ownerThere(state, move)
      if (owner !== null) await packs.perform(pack, { do: 'TakeOverPack', workspace: to, from: ownerOf(state), to: owner }, { cause })
    }
    /** Who made it, where they belong there, also once it comes back; else who owns it; else who moved it. */
    const ownerThere = async (state: PackState, { to, by }: Data): Promise<string | null> => {
      for (const user of [state.creator, ownerOf(state), by]) if (user && (await memberOf(user, to))) return user
      return null
    }
    return [{ name: NAME, handler: follow, settings: FOR_EVER }]
  },
})
