import { type DeliveriesChanged, LIVE, type WatchDeliveries } from '#contract/live'
import { mayBrowseApplications, mayManageApplication } from '#domain/applications'
import type { StoredEvent } from '#domain/kernel'
import { workspaceOfWebhooks } from '#domain/webhooks'
import type { World } from '#platform/ports'
import type { Applications } from '../applications/index.ts'
import { type Problem, problem } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'
import type { LiveSocket } from './live-socket.ts'
import type { Notices } from './notices.ts'
import { refuse } from './pack-rooms.ts'
import type { Rights } from './rights.ts'
import type { Sockets } from './sockets.ts'

/** Deliveries to an endpoint with several documents are announced once. */
const GATHER_MS = 50
/** While many are sent, pages ask again once in this time. */
const PAUSE_MS = 1_000

export interface DeliveryBroadcasterOptions {
  readonly applications: Pick<Applications, 'list'>
  /** Names applications. */
  readonly deliveryNotices: Pick<Notices, 'on'>
  readonly rights: Pick<Rights, 'stillThere'>
  readonly sockets: Pick<Sockets, 'inRoom'>
  readonly world: Pick<World, 'timers' | 'steady'>
  trouble(error: unknown): void
}
/** Notifies the people who look after an application that its webhook or deliveries changed. What it is, they ask for. */
export interface DeliveryBroadcaster {
  watch(socket: LiveSocket, wanted: WatchDeliveries): Promise<Problem | null>
  /** An event came, of any stream. */
  onEvent(event: Pick<StoredEvent, 'stream' | 'data'>): void
  stop(): void
}
const roomOf = (application: string) => `deliveries ${application}`

export function deliveryBroadcaster(options: DeliveryBroadcasterOptions): DeliveryBroadcaster {
  const { applications, deliveryNotices, rights, sockets, world, trouble } = options
  /** Those that are watched here, with their workspaces. */
  const watched = new Map<string, string>()
  let changed = new Set<string>()
  let cancel: (() => void) | null = null
  let free = 0

  /** As for the calls: people, and of those the owner of the application and administrators. */
  async function placeOf({ caller }: LiveSocket['data'], { account_key, application_key }: WatchDeliveries): Promise<Problem | null> {
    const own = caller.as === 'account' ? membershipIn(caller, account_key) : undefined
    if (caller.as !== 'account' || !own) return problem('not-a-member')
    if (!mayBrowseApplications(own)) return problem('not-allowed')
    const found = (await applications.list(account_key)).find(({ key }) => key === application_key)
    const mayManage = found !== undefined && mayManageApplication({ user: caller.user, permissions: own.permissions }, found)
    return mayManage ? null : problem('not-found')
  }
  function take(application: string | null): void {
    for (const one of application === null ? watched.keys() : [application]) if (watched.has(one)) changed.add(one)
    if (changed.size === 0) return
    cancel ??= world.timers.after(Math.max(GATHER_MS, free - world.steady.now()), () => {
      cancel = null
      free = world.steady.now() + PAUSE_MS
      const now = changed
      changed = new Set()
      for (const one of now) void announce(one).catch(trouble)
    })
  }
  async function announce(application_key: string): Promise<void> {
    const account_key = watched.get(application_key)
    const there = sockets.inRoom(roomOf(application_key))
    if (there.length === 0) watched.delete(application_key)
    if (account_key === undefined) return
    const message: DeliveriesChanged = { account_key, application_key }
    for (const socket of there) {
      const refused = await placeOf(socket.data, message)
      if (!refused) {
        socket.emit(LIVE.deliveriesChanged, message)
        continue
      }
      void socket.leave(roomOf(application_key))
      refuse(socket, { document_key: null, account_key, code: refused.code, message: refused.message })
    }
  }
  const stopNotices = deliveryNotices.on(take)

  return {
    async watch(socket, wanted) {
      // Asked again: a person who joined a workspace after connecting may watch there.
      if (!(await rights.stillThere(socket))) return problem('session-ended')
      const refused = await placeOf(socket.data, wanted)
      if (refused) return refused
      await socket.join(roomOf(wanted.application_key))
      watched.set(wanted.application_key, wanted.account_key)
      return null
    },
    onEvent({ stream, data }) {
      if (workspaceOfWebhooks(stream) !== null && typeof data.application === 'string') take(data.application)
    },
    stop() {
      stopNotices()
      cancel?.()
    },
  }
}
