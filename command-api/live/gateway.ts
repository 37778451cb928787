import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import { here, LIVE, type PackFresh, type RefusedLive, watchList, watchPack } from '#contract/live'
import { disclosed } from '#domain/kernel'
import type { Audience } from '#domain/pack'
import type { Caller } from '../edge/caller.ts'
import type { FindCaller } from '../edge/identify.ts'
import { isProblem, type Problem, problem, problemBody } from '../edge/problem.ts'
import type { Packs, Place } from '../pack/packs.ts'
import type { Services } from '../services.ts'
import { comesFromOurPage, MOST_BYTES, MOST_ROOMS, messageRate, tokenOf } from './admission.ts'
import { followLog } from './follow-log.ts'
import { listNews } from './list-news.ts'
import { presenceOf } from './presence.ts'
import { dropSlowClients } from './slow-clients.ts'
import { type News, type WatchedPack, watchedPack } from './watched-pack.ts'

export interface GatewayOptions {
  readonly http: HttpServer
  readonly find: FindCaller
  readonly packs: Packs
  readonly services: Services
}
export interface Gateway {
  /** Cuts the sockets of a session that ended. */
  endSession(session: string): void
  close(): Promise<void>
}

interface Known {
  readonly token: string
  caller: Exclude<Caller, { as: 'nobody' }>
  readonly watching: Map<string, Place>
}
type LiveSocket = Socket<Record<string, (...args: never[]) => void>, Record<string, (message: unknown) => void>, object, Known>

/** How often rights are looked at again where no event tells of their end, and who has silently gone. */
const LOOK_MS = 5_000

/** Pushes what happens to those who watch: one subscription to the log for all of this process's sockets. */
export async function openGateway({ http, find, packs, services }: GatewayOptions): Promise<Gateway> {
  const { world } = services
  const io: Server = new Server(http, {
    path: LIVE.path,
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    allowRequest: (request, decide) => decide(null, comesFromOurPage(request, services.config.publicUrl)),
  })
  const watched = new Map<string, WatchedPack>()
  const presence = presenceOf(() => world.clock.now())
  const sockets = () => [...io.sockets.sockets.values()] as unknown as LiveSocket[]

  io.use((raw, next) => {
    const socket = raw as unknown as LiveSocket
    const token = tokenOf(raw)
    const refuse = () => next(Object.assign(new Error('not-logged-in'), { data: problemBody(problem('not-logged-in')) }))
    if (token === null) return refuse()
    find(token).then(
      (caller) => {
        if (!caller || caller.as === 'nobody') return refuse()
        Object.assign(socket.data, { token, caller, watching: new Map() })
        next()
      },
      (error: unknown) => {
        world.log.error({ error }, 'a live connection could not be admitted')
        next(new Error('internal-error'))
      },
    )
  })
  io.on('connection', (raw) => serve(raw as unknown as LiveSocket))

  function serve(socket: LiveSocket): void {
    const mayGoOn = messageRate(() => world.clock.now())
    socket.use((_packet, next) => (mayGoOn() ? next() : void socket.disconnect(true)))
    answer(socket, 'watch_pack', watchPack, (wanted) => joinPack(socket, wanted))
    answer(socket, 'unwatch_pack', watchPack.pick({ document_key: true }), async ({ document_key }) => {
      leavePack(socket, document_key)
      return null
    })
    answer(socket, 'watch_list', watchList, async ({ account_key }) => {
      if (!mayWatchList(socket.data.caller, account_key)) return problem('not-a-member')
      await socket.join(listRoom(account_key))
      return null
    })
    answer(socket, LIVE.here, here, async ({ document_key, page }) => {
      const place = socket.data.watching.get(document_key)
      if (!place) return problem('not-found')
      presence.here(place.pack, socket.id, { ...(await personOf(place)), page })
      tellPresence(place.pack)
      return null
    })
    socket.on('disconnect', () => {
      for (const { pack } of socket.data.watching.values()) if (presence.gone(pack, socket.id)) tellPresence(pack)
    })
  }

  /** A message with its answer: null for done, else why not. Nothing a client sends can break the server. */
  function answer<S extends z.ZodType>(
    socket: LiveSocket,
    name: string,
    schema: S,
    run: (message: z.output<S>) => Promise<Problem | null>,
  ): void {
    const listen = async (raw: unknown, acknowledge?: unknown) => {
      const message = schema.safeParse(raw)
      const outcome = message.success
        ? await run(message.data).catch((error: unknown) => {
            world.log.error({ error, message: name }, 'a live message failed')
            return problem('internal-error')
          })
        : problem('invalid-request')
      if (typeof acknowledge === 'function') acknowledge(outcome ? problemBody(outcome) : { success: true })
    }
    socket.on(name, listen as never)
  }

  async function joinPack(socket: LiveSocket, { document_key: key, revision }: z.output<typeof watchPack>): Promise<Problem | null> {
    const { watching } = socket.data
    if (watching.size >= MOST_ROOMS && !watching.has(key)) return problem('too-many-requests')
    const caller = await stillThere(socket)
    if (!caller) return problem('session-ended')
    const place = await packs.enter(caller, key)
    if (isProblem(place)) return place
    const { pack, audience } = place
    await packOf(pack).join(audience, revision, (news) => {
      watching.set(key, place)
      void socket.join([packRoom(pack), audienceRoom(pack, audience)])
      if (news) socket.emit(eventOf(news), news.message)
    })
    return null
  }

  function leavePack(socket: LiveSocket, key: string): void {
    const place = socket.data.watching.get(key)
    if (!place) return
    socket.data.watching.delete(key)
    if ([...socket.data.watching.values()].some(({ pack }) => pack === place.pack)) return
    void socket.leave(packRoom(place.pack))
    void socket.leave(audienceRoom(place.pack, place.audience))
    if (presence.gone(place.pack, socket.id)) tellPresence(place.pack)
  }

  function packOf(pack: string): WatchedPack {
    const found = watched.get(pack)
    if (found) return found
    const room = {
      audiences: () => audiencesIn(pack),
      tell: (audience: Audience, news: News) => void io.to(audienceRoom(pack, audience)).emit(eventOf(news), news.message),
    }
    const made = watchedPack(services, pack, room)
    watched.set(pack, made)
    return made
  }

  const inRoom = (room: string) =>
    [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => {
      const socket = io.sockets.sockets.get(id) as unknown as LiveSocket | undefined
      return socket ? [socket] : []
    })
  const placesIn = (pack: string) =>
    inRoom(packRoom(pack)).flatMap((socket) =>
      [...socket.data.watching].filter(([, place]) => place.pack === pack).map(([key, place]) => ({ socket, key, place })),
    )
  function audiencesIn(pack: string): readonly Audience[] {
    return [...new Map(placesIn(pack).map(({ place: { audience } }) => [audienceRoom(pack, audience), audience])).values()]
  }

  async function packsChanged(changed: ReadonlySet<string>): Promise<void> {
    for (const pack of changed) {
      if (!io.sockets.adapter.rooms.has(packRoom(pack))) watched.delete(pack)
      else {
        await packOf(pack).advance()
        // The link may have been voided by what just happened.
        await recheck(placesIn(pack).filter(({ place }) => place.who.as === 'signatory'))
      }
    }
  }

  async function recheck(places: readonly { socket: LiveSocket; key: string; place: Place }[]): Promise<void> {
    for (const { socket, key } of places) {
      const place = await packs.enter(socket.data.caller, key)
      if (!isProblem(place)) continue
      refuse(socket, { document_key: key, account_key: null, code: place.code, message: place.message })
      leavePack(socket, key)
      if (socket.data.caller.as === 'signer') socket.disconnect(true)
    }
  }

  /** Somebody joined or left a workspace: whoever has no right any more is out of its rooms at once. */
  async function membersChanged(workspaces: ReadonlySet<string>): Promise<void> {
    for (const socket of sockets()) {
      const { caller } = socket.data
      if (caller.as !== 'account' || !caller.memberships.some(({ workspace }) => workspaces.has(workspace))) continue
      await refreshRights(socket)
    }
  }

  async function refreshRights(socket: LiveSocket): Promise<void> {
    if (!(await stillThere(socket))) return
    for (const room of [...socket.rooms].filter((name) => name.startsWith('list '))) {
      const account_key = room.slice('list '.length)
      if (mayWatchList(socket.data.caller, account_key)) continue
      void socket.leave(room)
      const { code, message } = problem('not-a-member')
      refuse(socket, { document_key: null, account_key, code, message })
    }
    await recheck([...socket.data.watching].map(([key, place]) => ({ socket, key, place })))
  }

  async function stillThere(socket: LiveSocket) {
    const caller = await find(socket.data.token)
    if (caller && caller.as !== 'nobody') {
      socket.data.caller = caller
      return caller
    }
    const { code, message } = problem('session-ended')
    refuse(socket, { document_key: null, account_key: null, code, message })
    socket.disconnect(true)
    return null
  }

  function refuse(socket: LiveSocket, message: RefusedLive): void {
    socket.emit(LIVE.refused, message)
  }

  async function personOf({ caller, state }: Place): Promise<{ id: string; name: string; as: 'team' | 'signatory' }> {
    if (caller.as === 'account') {
      return { id: caller.user, name: (await services.accounts.profileOf(caller.user))?.fullName ?? '', as: 'team' }
    }
    const signatory = state.signatories.find(({ uuid }) => uuid === caller.signatory)
    return { id: caller.signatory, name: signatory ? disclosed(signatory.name, '') : '', as: 'signatory' }
  }

  function tellPresence(pack: string): void {
    const people = presence.of(pack)
    for (const audience of audiencesIn(pack)) {
      // Who prepares a document, and when, is not the signers' business.
      const seen = audience.of === 'team' ? people : people.filter((person) => person.as === 'signatory')
      io.to(audienceRoom(pack, audience)).emit(LIVE.presence, { document_key: pack, people: seen })
    }
  }

  const log = await followLog(services, { packsChanged, membersChanged })
  // Its fold holds opened values.
  const unhear = services.subjectKeys.onDestroyed((stream) => {
    if (stream === null) watched.clear()
    else watched.delete(stream.slice('pack-'.length))
  })
  const stopLists = listNews(services.queries, (workspace) => io.to(listRoom(workspace)))
  const stopProgress = services.progress(({ pack, kind, child, done, total }) => {
    io.to(audienceRoom(pack, { of: 'team' })).emit(LIVE.packProgress, { document_key: pack, kind, child_key: child, done, total })
  })
  let closed = false
  let cancelLook = () => {}
  let looks = 0
  const look = () => {
    for (const pack of presence.expire()) tellPresence(pack)
    dropSlowClients(io)
    looks += 1
    const again = looks % 12 === 0 ? Promise.all(sockets().map(refreshRights)) : Promise.resolve()
    again
      .catch((error: unknown) => world.log.error({ error }, 'rights of live connections could not be looked at'))
      .finally(() => {
        if (!closed) cancelLook = world.timers.after(LOOK_MS, look)
      })
  }
  cancelLook = world.timers.after(LOOK_MS, look)

  return {
    endSession(session) {
      for (const socket of sockets()) if (socket.data.caller.session === session) socket.disconnect(true)
    },
    async close() {
      closed = true
      cancelLook()
      unhear()
      stopLists()
      stopProgress()
      await log.stop()
      io.disconnectSockets(true)
      await io.close()
    },
  }
}

const packRoom = (pack: string) => `pack ${pack}`
const audienceRoom = (pack: string, audience: Audience) =>
  `pack ${pack} ${audience.of === 'signatory' ? `signatory ${audience.signatory}` : audience.of}`
const listRoom = (workspace: string) => `list ${workspace}`

function eventOf(news: News): string {
  return news.kind === 'events' ? LIVE.packEvents : LIVE.packFresh
}

function mayWatchList(caller: Known['caller'], workspace: string): boolean {
  return caller.as === 'account' && caller.memberships.some((one) => one.workspace === workspace)
}

export type { PackFresh }
