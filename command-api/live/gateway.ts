import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { LIVE } from '#contract/live'
import type { StoredEvent } from '#domain/kernel'
import { packOfStream } from '#domain/pack'
import { type UserFact, userOfStream } from '#domain/user'
import { type AddressOf, networkOf } from '../edge/client-address.ts'
import type { Cookies } from '../edge/cookies.ts'
import { problemOf } from '../edge/errors.ts'
import type { FindCaller } from '../edge/identify.ts'
import { type Problem, problem, problemBody } from '../edge/problem.ts'
import type { Limits } from '../edge/rate-limits.ts'
import type { Packs } from '../pack/packs.ts'
import type { Services } from '../services.ts'
import {
  type Allowance,
  comesFromOurPage,
  countedUpTo,
  MOST_BYTES,
  messages,
  refuseElsewhere,
  tokenOf,
  unadmittedConnections,
} from './admission.ts'
import { type DeliveryBroadcasterOptions, deliveryBroadcaster } from './delivery-broadcaster.ts'
import { type FeedStreamsOptions, feedStreams } from './feed-streams.ts'
import { followLog } from './follow-log.ts'
import { inboxBroadcaster } from './inbox-broadcaster.ts'
import { listBroadcaster } from './list-broadcaster.ts'
import { audienceRoom, type LiveSocket, listRoom, mayWatchLists, rowsRoom } from './live-socket.ts'
import { answering } from './messages.ts'
import { otherProcesses } from './other-processes.ts'
import { packRooms } from './pack-rooms.ts'
import { presenceBroadcaster } from './presence-broadcaster.ts'
import { rightsOf } from './rights.ts'
import { rowBroadcaster } from './row-broadcaster.ts'
import { drop, dropSlow } from './slow-clients.ts'
import { socketsOf } from './sockets.ts'

export interface GatewayOptions {
  readonly http: HttpServer
  readonly find: FindCaller
  readonly packs: Packs
  readonly services: Services & Pick<FeedStreamsOptions, 'feed' | 'feedNews'> & Pick<DeliveryBroadcasterOptions, 'deliveryNotices'>
  readonly addressOf: AddressOf
  readonly cookies: Pick<Cookies, 'read'>
  readonly limits: Pick<Limits, 'unknown' | 'liveOfSession' | 'liveUnadmitted' | 'liveAskMs'>
}
export interface Gateway {
  /** Cuts the sockets of a session that ended, wherever they are connected. */
  endSession(session: string): void
  /** How many are connected to this process. */
  connections(): number
  close(): Promise<void>
}

const SUPPORT_EVENTS: ReadonlySet<string> = new Set<UserFact['type']>(['SupportAccessBegun', 'SupportAccessEnded'])
/** Both sides see who acts as whom. */
const isSupportEvent = ({ type, stream }: StoredEvent) => SUPPORT_EVENTS.has(type) && userOfStream(stream) !== null

const PARTING_MS = 1_000
/** How often it is looked who has silently gone and who is too slow; rights, every so many looks, where no event tells. */
const LOOK = { everyMs: 1_000, rights: 60 }

/** Pushes what happens to those who watch: one subscription to the log for all of this process's sockets. */
export async function openGateway({ http, find, packs, services, ...options }: GatewayOptions): Promise<Gateway> {
  const { world } = services
  const adapter = services.liveAdapter
  const { limits } = options
  const perNetwork = unadmittedConnections(limits.unknown, world.steady.now)
  const unadmitted = countedUpTo(limits.liveUnadmitted)
  const ofSessions = countedUpTo(limits.liveOfSession)
  /** Of connections on which nobody has asked to be admitted yet. */
  const unasked = new WeakMap<IncomingMessage, Allowance>()
  const noLongerUnadmitted = new WeakMap<Socket['conn'], () => void>()
  const network = (request: IncomingMessage) => networkOf(options.addressOf(request))
  const io: Server = new Server(http, {
    path: LIVE.path,
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    destroyUpgrade: false,
    connectTimeout: limits.liveAskMs,
    allowRequest(request, decide) {
      const isOurs = comesFromOurPage(request, services.config.publicUrl)
      const from = network(request)
      const allowed = perNetwork(from)
      unasked.set(request, allowed)
      decide(isOurs ? 'too many connections: wait a minute' : 'not from this page', isOurs && !unadmitted.isFull(from) && allowed.take())
    },
    ...(adapter ? { adapter } : {}),
  })
  http.on('upgrade', refuseElsewhere)
  io.engine.on('connection', (line: Socket['conn']) => {
    const gone = unadmitted.enter(network(line.request))
    if (!gone) return line.close(true)
    noLongerUnadmitted.set(line, gone)
    line.once('close', gone)
  })
  const trouble = (error: unknown) => world.log.error({ error }, 'a live connection could not be looked after')
  const sockets = socketsOf(io)
  const others = otherProcesses(io)
  const rights = rightsOf({ find, sockets, timers: world.timers, rooms: () => rooms, trouble })
  const rooms = packRooms({
    services,
    packs,
    sockets,
    stillThere: rights.stillThere,
    rightsChanged: rights.changes,
    entered: (socket, spot) => present.entered(socket, spot),
    left: (socket, pack) => present.left(socket, pack),
  })
  const present = presenceBroadcaster({ world, services, rooms, sockets, others })
  const lists = listBroadcaster({
    queries: services.queries,
    timers: world.timers,
    watched: () => sockets.all().some((socket) => [...socket.rooms].some((room) => room.startsWith(listRoom('')))),
    to: (workspace) => io.local.to(listRoom(workspace)),
  })
  const rows = rowBroadcaster({ queries: services.queries, keyIndex: services.keyIndex, timers: world.timers, sockets, trouble })
  const feeds = feedStreams({ feed: services.feed, feedNews: services.feedNews, rights, trouble })
  const { applications, deliveryNotices } = services
  const deliveries = deliveryBroadcaster({ applications, deliveryNotices, rights, sockets, world, trouble })
  const inboxes = inboxBroadcaster({ queries: services.queries, timers: world.timers, sockets, trouble })

  async function admit(raw: Socket, allowed: Allowance): Promise<Problem | null> {
    const token = tokenOf(raw, options.cookies)
    const caller = token === null ? null : await find(token)
    if (!caller || caller.as === 'nobody') return problem('not-logged-in')
    const gone = ofSessions.enter(caller.session)
    if (!gone) return problem('too-many-connections')
    raw.conn.once('close', gone)
    noLongerUnadmitted.get(raw.conn)?.()
    Object.assign(raw.data, { token, caller, watching: new Map(), entering: new Set() })
    allowed.giveBack()
    return null
  }
  // What is thrown in here nobody else catches: it would be the end of the program.
  io.use((raw, next) => {
    // One attempt on each connection: attempts are counted.
    const allowed = unasked.get(raw.request)
    if (!allowed) return raw.conn.close(true)
    unasked.delete(raw.request)
    const failed = (error: unknown) => {
      trouble(error)
      return problemOf(error)
    }
    function refuse(why: Problem) {
      next(Object.assign(new Error(why.code), { data: problemBody(why) }))
      // A client that was admitted nowhere would keep the connection as long as it likes.
      world.timers.after(PARTING_MS, () => raw.conn.close())
    }
    void admit(raw, allowed)
      .catch(failed)
      .then((why) => (why ? refuse(why) : next()))
  })
  io.on('connection', (raw) => serve(raw as unknown as LiveSocket))

  function serve(socket: LiveSocket): void {
    const rate = messages(world.steady.now)
    socket.use((_packet, next) => (rate.take() ? next() : void socket.disconnect(true)))
    const answer = answering(socket, world.log)
    answer('watch_pack', (wanted) => rooms.enter(socket, wanted))
    answer('unwatch_pack', async ({ document_key }) => {
      rooms.leave(socket, document_key)
      return null
    })
    const watchRoom = async (account_key: string, room: string) => {
      // Asked again: a person who joined a workspace after connecting may watch it.
      const caller = await rights.stillThere(socket)
      if (!caller) return problem('session-ended')
      if (!mayWatchLists(caller, account_key, room)) return problem('not-a-member')
      await socket.join(room)
      return null
    }
    answer('watch_list', ({ account_key }) => watchRoom(account_key, listRoom(account_key)))
    answer('watch_rows', (wanted) => watchRoom(wanted.account_key, rowsRoom(wanted)))
    answer('watch_feed', (wanted) => feeds.watch(socket, wanted))
    answer('watch_deliveries', (wanted) => deliveries.watch(socket, wanted))
    answer('watch_notifications', async () => {
      if (socket.data.caller.as !== 'account') return problem('not-allowed')
      await inboxes.watch(socket)
      return null
    })
    answer(LIVE.here, async ({ document_key, ...where }) => {
      const spot = socket.data.watching.get(document_key)
      if (!spot) return problem('not-found')
      present.here(socket, spot, where)
      return null
    })
    socket.on('disconnect', () => rooms.leaveAll(socket))
    const { caller } = socket.data
    if (caller.as !== 'account' || !caller.support) return
    // No event announces that its time is over.
    const over = world.timers.after(Math.max(0, Date.parse(caller.support.until) - world.clock.now()), () => {
      rights.refresh(socket).catch(trouble)
    })
    socket.on('disconnect', over)
  }

  const accountSockets = ({ stream }: StoredEvent) =>
    sockets.all().filter(({ data: { caller } }) => caller.as === 'account' && caller.user === userOfStream(stream))
  const cut = (session: string) => {
    for (const socket of sockets.all()) if (socket.data.caller.session === session) socket.disconnect(true)
  }
  others.hear('session-ended', cut)
  const log = await followLog(services, {
    async packsChanged(changed) {
      await rooms.changed(changed)
      for (const pack of changed.keys()) present.again(pack)
      lists.expect(changed.keys())
    },
    async packsDeleted(deleted) {
      await rights.ofPacksChanged(deleted.map(({ pack }) => pack))
      for (const { workspace, pack } of deleted) lists.deleted(workspace, pack)
    },
    async packsMoved(moved) {
      await rights.ofPacksChanged(moved.map(({ pack }) => pack))
      for (const { from, pack } of moved) lists.left(from, pack)
    },
    workspacesChanged: rights.workspacesChanged,
    usersChanged: rights.usersChanged,
    onEvent(event) {
      if (isSupportEvent(event)) for (const socket of accountSockets(event)) socket.emit(LIVE.accountChanged, {})
      inboxes.onEvent(event)
      rows.onEvent(event)
      deliveries.onEvent(event)
    },
  })
  const unhear = services.subjectKeys.onDestroyed((stream) => rooms.forget(stream && packOfStream(stream)))
  // Each process hears of it by itself, as it does of events.
  const stopProgress = services.progress(
    ({ pack, kind, child, done, total }) =>
      void io.local
        .to(audienceRoom(pack, { of: 'team' }))
        .emit(LIVE.packProgress, { document_key: pack, kind, child_key: child, done, total }),
  )
  let closed = false
  let cancelLook = () => {}
  const lookFrom = (count: number) => {
    if (closed) return
    cancelLook = world.timers.after(LOOK.everyMs, () => {
      present.look()
      dropSlow(sockets.all())
      const again = count % LOOK.rights === 0 ? rights.refreshAll() : Promise.resolve()
      void again.catch(trouble).finally(() => lookFrom(count + 1))
    })
  }
  lookFrom(1)

  return {
    connections: () => sockets.all().length,
    endSession(session) {
      cut(session)
      others.tell('session-ended', session)
    },
    async close() {
      closed = true
      cancelLook()
      unhear()
      lists.stop()
      rows.stop()
      feeds.stop()
      deliveries.stop()
      inboxes.stop()
      present.close()
      stopProgress()
      await log.stop()
      const open = sockets.all()
      io.local.disconnectSockets(true)
      // A client that ignores its dismissal must not hold up the end of the program.
      const cancelDrop = world.timers.after(PARTING_MS, () => open.forEach(drop))
      await io.close()
      cancelDrop()
    },
  }
}
