import { STREAMS } from '#domain/aggregates'
import { applications } from '#domain/applications'
import type { StoredEvent } from '#domain/kernel'
import { type PackFactType, pack, packOfStream } from '#domain/pack'
import { user } from '#domain/user'
import { CHANGES_RIGHTS, type WorkspaceFact, workspace, workspaceOfStream } from '#domain/workspace'
import type { Services } from '../services.ts'

export interface Followers {
  /** What came of each pack, in its order. */
  packsChanged(came: ReadonlyMap<string, readonly StoredEvent[]>): Promise<void>
  /** Somebody may do other things there, or an application changed. */
  workspacesChanged(workspaces: ReadonlySet<string>): Promise<void>
  /** For good. */
  packsDeleted(deleted: readonly Deleted[]): Promise<void>
  /** To other workspaces. */
  packsMoved(moved: readonly Moved[]): Promise<void>
  usersChanged(users: ReadonlySet<string>): Promise<void>
  /** Each event as it comes, of any aggregate. */
  onEvent(event: StoredEvent): void
}

export interface Deleted {
  readonly workspace: string
  readonly pack: string
}
const deletedBy = ({ stream, type, data }: StoredEvent): readonly Deleted[] => {
  const of = workspaceOfStream(stream)
  const isDeletion = of !== null && type === ('PackPermanentlyDeleted' satisfies WorkspaceFact['type'])
  return isDeletion ? [{ workspace: of, pack: (data as { pack: string }).pack }] : []
}

export interface Moved {
  readonly pack: string
  readonly from: string
}
const movedBy = ({ stream, type, data }: StoredEvent): readonly Moved[] => {
  const key = packOfStream(stream)
  return key !== null && type === ('PackMoved' satisfies PackFactType) ? [{ pack: key, from: (data as { from: string }).from }] : []
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
      followers.onEvent(event)
      came.push(event)
    },
    // A page at a time: events appended together are pushed together.
    async onCheckpoint() {
      const now = came
      came = []
      // A busy workspace records much that changes nobody's rights, as each deletion.
      const ofRights = now.filter(({ type }) => CHANGES_RIGHTS.has(type))
      const [workspaces, users, packs] = [byKey(ofRights, workspace), byKey(now, user), byKey(now, pack)]
      const [deleted, moved] = [now.flatMap(deletedBy), now.flatMap(movedBy)]
      try {
        // Rights first: a viewer who lost theirs sees nothing of later events.
        const touched = new Set([...workspaces.keys(), ...byKey(now, applications).keys()])
        if (touched.size > 0) await followers.workspacesChanged(touched)
        if (users.size > 0) await followers.usersChanged(new Set(users.keys()))
        if (deleted.length > 0) await followers.packsDeleted(deleted)
        if (moved.length > 0) await followers.packsMoved(moved)
        if (packs.size > 0) await followers.packsChanged(packs)
      } catch (error) {
        // Pushed once more: each begins where it stopped, so that nothing is lost and nothing arrives twice.
        came = [...now, ...came]
        throw error
      }
    },
    onTrouble: (error) => world.log.warn({ error }, 'live connections are behind the log'),
  })
  return { stop: () => subscription.stop() }
}
