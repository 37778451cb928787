import { LIVE } from '#contract/live'
import { userOfInbox } from '#domain/inbox'
import type { StoredEvent } from '#domain/kernel'
import { packOfStream } from '#domain/pack'
import { type UserFact, userOfStream } from '#domain/user'
import { type WorkspaceFact, workspaceOfStream } from '#domain/workspace'
import type { Timers } from '#platform/ports'
import type { Queries } from '#projections'
import { NOTIFYING_EVENTS } from '#projections/inbox'
import { membershipIn } from '../edge/workspace.ts'
import type { LiveSocket } from './live-socket.ts'
import type { Sockets } from './sockets.ts'

/** The results of one signature are announced once. */
const GATHER_MS = 20
/** The rows are far behind: it is looked again whether they are there. */
const AGAIN_MS = 1_000
const TELLING: ReadonlySet<string> = new Set(NOTIFYING_EVENTS)

export interface InboxBroadcasterOptions {
  readonly queries: Pick<Queries, 'usersNotified'>
  readonly timers: Timers
  readonly sockets: Sockets
  trouble(error: unknown): void
}

/**
 * Tells an account holder's pages that there is something new, or something less, in their notifications. What it is they
 * ask for by HTTP, with the rights they have then: so it is the same whichever process keeps the rows, and nothing that is
 * pushed can tell too much.
 */
export interface InboxBroadcaster {
  watch(socket: LiveSocket): Promise<void>
  /** An event came, of any stream. */
  onEvent(event: Pick<StoredEvent, 'stream' | 'type' | 'data'>): void
  stop(): void
}

const inboxRoom = (user: string) => `inbox ${user}`

export function inboxBroadcaster({ queries, timers, sockets, trouble }: InboxBroadcasterOptions): InboxBroadcaster {
  /** Users known to be concerned, and packs whose concerned users are still to be found. */
  let users: { readonly user: string; readonly gone: string | null }[] = []
  let packs = new Set<string>()
  let cancel: (() => void) | null = null
  let stopped = false

  const tell = (user: string, gone: string | null) => {
    for (const socket of sockets.inRoom(inboxRoom(user))) socket.emit(LIVE.notificationsChanged, { gone })
  }
  const soon = (ms: number) => {
    cancel ??= timers.after(ms, () => {
      cancel = null
      tellAll().catch(trouble)
    })
  }
  /** Only once the rows are there: the notified pages find them. */
  async function tellAll(): Promise<void> {
    if (sockets.all().length === 0) {
      users = []
      packs = new Set()
      return
    }
    const [known, asked] = [users, packs]
    users = []
    packs = new Set()
    const found = await queries.usersNotified([...asked]).catch((error: unknown) => {
      trouble(error)
      return null
    })
    for (const { user, gone } of found ? known : []) tell(user, gone)
    for (const user of found ?? []) tell(user, null)
    if (found || stopped) return
    users.unshift(...known)
    for (const pack of asked) packs.add(pack)
    soon(AGAIN_MS)
  }
  const membersHere = (workspace: string) =>
    new Set(
      sockets.all().flatMap(({ data: { caller } }) => {
        const isMember = caller.as === 'account' && membershipIn(caller, workspace) !== undefined
        return isMember ? caller.user : []
      }),
    )
  return {
    async watch(socket) {
      const { caller } = socket.data
      if (caller.as === 'account') await socket.join(inboxRoom(caller.user))
    },
    onEvent({ stream, type, data }) {
      const [reader, user, workspace, pack] = [userOfInbox(stream), userOfStream(stream), workspaceOfStream(stream), packOfStream(stream)]
      if (reader !== null) users.push({ user: reader, gone: null })
      else if (is('MemberAdded', type)) users.push({ user: String(data.user), gone: null })
      else if (user !== null && is('SupportAccessBegun', type)) users.push({ user, gone: null })
      else if (user !== null && is('WorkspaceLeft', type)) users.push({ user, gone: String(data.workspace) })
      else if (workspace !== null && is('PackPermanentlyDeleted', type))
        for (const member of membersHere(workspace)) users.push({ user: member, gone: String(data.pack) })
      else if (pack !== null && TELLING.has(type)) packs.add(pack)
      else return
      soon(GATHER_MS)
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}

const is = (wanted: (WorkspaceFact | UserFact)['type'], type: string) => wanted === type
