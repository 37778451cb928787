import { LIVE } from '#contract/live'
import { INBOX_STREAMS } from '#domain/inbox'
import type { StoredEvent } from '#domain/kernel'
import type { UserFact } from '#domain/user'
import type { WorkspaceFact } from '#domain/workspace'
import type { Timers } from '#platform/ports'
import { TELLING_EVENTS } from '#projections/inbox'
import { packOfStream } from '#projections/packs'
import type { Queries } from '../services.ts'
import type { LiveSocket } from './live-socket.ts'
import type { Sockets } from './sockets.ts'

/** What one signature brings is told of once. */
const GATHER_MS = 20
const TELLING: ReadonlySet<string> = new Set(TELLING_EVENTS)

export interface InboxNewsOptions {
  readonly queries: Pick<Queries, 'usersTold'>
  readonly timers: Timers
  readonly sockets: Sockets
  trouble(error: unknown): void
}

/**
 * Tells an account holder's pages that there is something new, or something less, in their notifications. What it is they
 * ask for by HTTP, with the rights they have then: so it is the same whichever process keeps the rows, and nothing that is
 * pushed can tell too much.
 */
export interface InboxNews {
  watch(socket: LiveSocket): Promise<void>
  /** An event came, of whatever stream. */
  heard(event: Pick<StoredEvent, 'stream' | 'type' | 'data'>): void
  stop(): void
}

const inboxRoom = (user: string) => `inbox ${user}`

export function inboxNews({ queries, timers, sockets, trouble }: InboxNewsOptions): InboxNews {
  let happened = new Set<string>()
  let cancel: (() => void) | null = null

  function tell(user: string, gone: string | null = null): void {
    for (const socket of sockets.inRoom(inboxRoom(user))) socket.emit(LIVE.notificationsChanged, { gone })
  }
  async function tellOfPacks(): Promise<void> {
    cancel = null
    const packs = [...happened]
    happened = new Set()
    // Answers once the rows are there: whoever is told finds them.
    if (sockets.all().length > 0) for (const user of await queries.usersTold(packs)) tell(user)
  }
  function deleted(workspace: string, pack: string): void {
    const members = sockets.all().flatMap(({ data: { caller } }) => {
      const isMember = caller.as === 'account' && caller.memberships.some((one) => one.workspace === workspace)
      return isMember ? caller.user : []
    })
    for (const user of new Set(members)) tell(user, pack)
  }
  return {
    async watch(socket) {
      const { caller } = socket.data
      if (caller.as === 'account') await socket.join(inboxRoom(caller.user))
    },
    heard({ stream, type, data }) {
      const [kind, key] = [stream.slice(0, stream.indexOf('-') + 1), stream.slice(stream.indexOf('-') + 1)]
      if (kind === INBOX_STREAMS) tell(key)
      else if (is('MemberAdded', type)) tell(String(data.user))
      else if (is('WorkspaceLeft', type)) tell(key, String(data.workspace))
      else if (is('PackPermanentlyDeleted', type)) deleted(key, String(data.pack))
      else if (TELLING.has(type)) {
        happened.add(packOfStream(stream))
        cancel ??= timers.after(GATHER_MS, () => void tellOfPacks().catch(trouble))
      }
    },
    stop: () => cancel?.(),
  }
}

const is = (wanted: (WorkspaceFact | UserFact)['type'], type: string) => wanted === type
