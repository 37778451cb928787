import { STREAMS } from '#domain/aggregates'
import { applications } from '#domain/applications'
import type { StoredEvent } from '#domain/kernel'
import { pack } from '#domain/pack'
import { user } from '#domain/user'
import { type WORKSPACE_EVENTS, workspace, workspaceOfStream } from '#domain/workspace'
import type { Services } from '../services.ts'

export interface Followers {
  /** What came of each pack, in its order. */
  packsChanged(came: ReadonlyMap<string, readonly StoredEvent[]>): Promise<void>
  /** Somebody joined or left, an application changed, or a pack was deleted for good. */
  workspacesChanged(workspaces: ReadonlySet<string>): Promise<void>
  packDeleted(workspace: string, pack: string): void
  usersChanged(users: ReadonlySet<string>): Promise<void>
  /** Each event as it comes, of whatever aggregate. */
  heard(event: StoredEvent): void
}

const byKey = (events: readonly StoredEvent[], { keyOf }: Pick<typeof pack, 'keyOf'>): ReadonlyMap<string, readonly StoredEvent[]> =>
  Map.groupBy(
    events.filter(({ stream }) => keyOf(stream) !== null),
    ({ stream }) => keyOf(stream)!,
  )

/**
 * The one subscription behind all live connections of this process. It begins at the end of the log as it stands now,
 * before anybody is served: what is older, everybody finds in the view they load.
 */
export async function followLog(
  { eventLog, world }: Pick<Services, 'eventLog' | 'world'>,
  followers: Followers,
): Promise<{ stop(): Promise<void> }> {
  let came: StoredEvent[] = []
  const subscription = eventLog.subscribe({
    after: await eventLog.head(),
    filter: { streamPrefixes: STREAMS },
    onEvent({ event }) {
      followers.heard(event)
      came.push(event)
      const { stream, type, data } = event
      if (type === ('PackPermanentlyDeleted' satisfies keyof typeof WORKSPACE_EVENTS))
        followers.packDeleted(workspaceOfStream(stream)!, (data as { pack: string }).pack)
    },
    // A page at a time: what was appended together is pushed together.
    async onCheckpoint() {
      const now = came
      came = []
      const [workspaces, users, packs] = [byKey(now, workspace), byKey(now, user), byKey(now, pack)]
      try {
        // Rights first: who lost theirs is told nothing of what happened after.
        const touched = new Set([...workspaces.keys(), ...byKey(now, applications).keys()])
        if (touched.size > 0) await followers.workspacesChanged(touched)
        if (users.size > 0) await followers.usersChanged(new Set(users.keys()))
        if (packs.size > 0) await followers.packsChanged(packs)
      } catch (error) {
        // Told once more: each begins where it stopped, so that nothing is lost and nothing told twice.
        came = [...now, ...came]
        throw error
      }
    },
    onTrouble: (error) => world.log.warn({ error }, 'live connections are behind the log'),
  })
  return { stop: () => subscription.stop() }
}
