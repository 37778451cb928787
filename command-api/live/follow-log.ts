import { INBOX_STREAMS } from '#domain/inbox'
import type { StoredEvent } from '#domain/kernel'
import type { WORKSPACE_EVENTS } from '#domain/workspace'
import type { Services } from '../services.ts'

export interface Followers {
  packsChanged(packs: ReadonlySet<string>): Promise<void>
  /** Somebody joined or left, or a pack was deleted for good. */
  workspacesChanged(workspaces: ReadonlySet<string>): Promise<void>
  packDeleted(workspace: string, pack: string): void
  usersChanged(users: ReadonlySet<string>): Promise<void>
  /** Each event as it comes, of these streams and of what account holders read. */
  heard(event: StoredEvent): void
}

const KINDS = ['pack', 'workspace', 'user'] as const
type Kind = (typeof KINDS)[number]
const none = (): Record<Kind, Set<string>> => ({ pack: new Set(), workspace: new Set(), user: new Set() })

/**
 * The one subscription behind all live connections of this process. It begins at the end of the log as it stands now,
 * before anybody is served: what is older, everybody finds in the view they load.
 */
export async function followLog(
  { eventLog, world }: Pick<Services, 'eventLog' | 'world'>,
  followers: Followers,
): Promise<{ stop(): Promise<void> }> {
  let changed = none()
  const subscription = eventLog.subscribe({
    after: await eventLog.head(),
    filter: { streamPrefixes: [...KINDS.map((kind) => `${kind}-`), INBOX_STREAMS] },
    onEvent({ event }) {
      followers.heard(event)
      const { stream, type, data } = event
      if (stream.startsWith(INBOX_STREAMS)) return
      const kind = stream.slice(0, stream.indexOf('-')) as Kind
      const key = stream.slice(kind.length + 1)
      changed[kind].add(key)
      if (type === ('PackPermanentlyDeleted' satisfies keyof typeof WORKSPACE_EVENTS))
        followers.packDeleted(key, (data as { pack: string }).pack)
    },
    // A page at a time: what was appended together is pushed together.
    async onCheckpoint() {
      const now = changed
      changed = none()
      try {
        // Rights first: who lost theirs is told nothing of what happened after.
        if (now.workspace.size > 0) await followers.workspacesChanged(now.workspace)
        if (now.user.size > 0) await followers.usersChanged(now.user)
        if (now.pack.size > 0) await followers.packsChanged(now.pack)
      } catch (error) {
        // Told once more: each begins where it stopped, so that nothing is lost and nothing told twice.
        for (const kind of KINDS) for (const key of now[kind]) changed[kind].add(key)
        throw error
      }
    },
    onTrouble: (error) => world.log.warn({ error }, 'live connections are behind the log'),
  })
  return { stop: () => subscription.stop() }
}
