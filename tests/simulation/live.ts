import { LIVE } from '#contract/live'
import { type Audience, pack as aggregate, initial, packOfStream, streamOfPack } from '#domain/pack'
import { liveSockets } from '#tests/live-sockets'
import type { Account } from '../../command-api/edge/caller.ts'
import { isProblem } from '../../command-api/edge/problem.ts'
import { followLog } from '../../command-api/live/follow-log.ts'
import type { LiveSocket, WatchedAccess } from '../../command-api/live/live-socket.ts'
import { packRooms } from '../../command-api/live/pack-rooms.ts'
import { rightsOf } from '../../command-api/live/rights.ts'
import type { PackMessage } from '../../command-api/live/watched-pack.ts'
import { type Confirmed, foldEvents } from '../../web/live/confirmed.ts'
import type { Environment } from './environment.ts'
import { asKnown, type Person } from './person.ts'
import type { Server } from './server.ts'

/** An opener of pages, or a recorder that stays whatever becomes of anybody's right. */
export type Visitor = Person | { readonly as: 'ear'; readonly audience: Audience }

/** How a page hears. */
export interface Ears {
  hear(news: PackMessage): void
  /** They may not look any more; nothing comes after that. */
  shownOut(why: { readonly code: string; readonly message: string }): void
  /** Called once when the line broke, some time after it did. */
  broken(): void
}

/** The live gateway of one server: rooms by pack, each member served in order; messages on their way when it dies are lost. */
export interface Gateway {
  connect(visitor: Visitor, pack: string, revision: number, ears: Ears): () => void
  /** The server died: everybody who was connected notices, each in their own time. */
  die(): void
}

/** In place of the team or of a signer, and no signer whose link could end. */
const spotOf = (pack: string, audience: Audience): WatchedAccess => ({
  pack,
  audience,
  who: { as: 'team', user: 'ear', workspace: 'ear', permissions: new Set() },
  finished: false,
})

/** Resolves when it may be connected to: a new connection finds earlier events without help. */
export async function openGateway(house: Environment, server: Server): Promise<Gateway> {
  const { scheduler, chance } = house
  const { machine, handler, keys, packs } = server
  const found = async (visitor: Visitor, token: string) => (visitor.as === 'ear' ? ear(token) : asKnown(server, visitor))
  const eventLog = house.logOn(machine)
  const { sockets, connect } = liveSockets()
  const visitors = new Map<string, Visitor>()
  const lines = new Set<() => void>()
  let connections = 0
  const rights = rightsOf({
    async find(token) {
      const visitor = visitors.get(token)
      return visitor ? found(visitor, token) : null
    },
    sockets,
    timers: machine.world.timers,
    rooms: () => rooms,
    trouble: () => undefined,
  })
  const rooms = packRooms({
    services: { eventLog, subjectKeys: keys, handler },
    packs: {
      async resolveAccess(caller, pack) {
        const visitor = visitors.get(caller.session)
        if (visitor?.as !== 'ear') return packs.resolveAccess(caller, pack)
        const { state, revision } = await handler.load(streamOfPack(pack), aggregate)
        return { ...spotOf(pack, visitor.audience), caller, child: null, state, revision }
      },
    },
    sockets,
    stillThere: rights.stillThere,
    rightsChanged: rights.changes,
    entered: () => undefined,
    left: () => undefined,
  })
  const unhear = house.keys.onDestroyed((stream) => rooms.forget(stream && packOfStream(stream)))
  machine.onEnd(unhear)
  await followLog(
    { eventLog, world: machine.world },
    {
      packsChanged: rooms.changed,
      workspacesChanged: rights.workspacesChanged,
      usersChanged: rights.usersChanged,
      packsDeleted: async (deleted) => rights.ofPacksChanged(deleted.map(({ pack }) => pack)),
      packsMoved: async (moved) => rights.ofPacksChanged(moved.map(({ pack }) => pack)),
      onEvent: () => undefined,
    },
  )
  return {
    die() {
      for (const cut of lines) cut()
    },
    connect(visitor, pack, revision, { hear, shownOut, broken }) {
      let open = true
      let free = 0
      let socket: LiveSocket | null = null
      const token = `connection ${connections++}`
      visitors.set(token, visitor)
      const close = () => {
        if (!open) return false
        open = false
        lines.delete(cut)
        if (socket) rooms.leaveAll(socket)
        socket?.disconnect()
        visitors.delete(token)
        return true
      }
      const cut = () => {
        if (close()) scheduler.after(1_000 + chance.below(20_000), broken)
      }
      lines.add(cut)
      // A socket keeps its order, however long each message takes.
      const inOrder = (arrives: () => void) => {
        if (chance.happens(house.weather.badness / 3)) cut()
        free = Math.max(free, scheduler.now() + chance.below(20))
        machine.after(free - scheduler.now(), () => void (open && arrives()))
      }
      const leaves = (why: { readonly code: string; readonly message: string }) =>
        inOrder(() => {
          if (close()) shownOut(why)
        })
      const hearIn = (name: string, message: unknown) => {
        if (name === LIVE.refused) leaves(message as never)
        else if (name === LIVE.packEvents) inOrder(() => hear({ kind: 'events', message: message as never }))
        else if (name === LIVE.packFresh) inOrder(() => hear({ kind: 'fresh', message: message as never }))
      }
      const enter = async () => {
        const caller = await found(visitor, token)
        if (!open) return
        socket = connect({ token, caller, hear: hearIn })
        const answer = await rooms.enter(socket, { document_key: pack, revision })
        if (answer && isProblem(answer)) leaves(answer)
      }
      enter().catch(cut)
      return () => void close()
    },
  }
}

const ear = (token: string): Account => ({ as: 'account', user: 'ear', session: token, memberships: [] })

const RETRY_MS = 3_000

/** A place in a pack's room, held over connections that break: somebody who shows a pack tries again for as long as they do. */
export interface Room {
  /** Asks from the revision there is now. */
  again(): void
  wholeView(): void
  leave(): void
}

export function roomFor(
  house: Environment,
  gatewayNow: () => Gateway | null,
  visitor: Visitor,
  pack: string,
  page: { revision(): number } & Pick<Ears, 'hear' | 'shownOut'>,
): Room {
  let leave = () => {}
  let closed = false
  const ears: Ears = {
    hear: page.hear,
    shownOut(why) {
      closed = true
      page.shownOut(why)
    },
    broken: () => again(),
  }
  function connect(from: () => number): void {
    leave()
    leave = () => {}
    if (closed) return
    const gateway = gatewayNow()
    if (gateway) leave = gateway.connect(visitor, pack, from(), ears)
    else house.scheduler.after(RETRY_MS * (0.5 + house.chance.fraction()), again)
  }
  const again = () => connect(page.revision)
  again()
  return {
    again,
    wholeView: () => connect(() => -1),
    leave() {
      closed = true
      leave()
    },
  }
}

/** What somebody has before their eyes. */
export interface Shown {
  readonly pack: string
  readonly audience: Audience
  readonly confirmed: Confirmed
}
/** A page that watches a pack: the client's own fold of what it received. */
export interface Watcher extends Shown {
  close(): void
}

export function watch(
  house: Environment,
  gatewayNow: () => Gateway | null,
  pack: string,
  audience: Audience,
  onNews: (news: PackMessage) => void,
): Watcher {
  let confirmed: Confirmed = { view: initial, revision: -1, viewDigest: null }
  const room = roomFor(house, gatewayNow, { as: 'ear', audience }, pack, {
    revision: () => confirmed.revision,
    hear(news) {
      onNews(news)
      if (news.kind === 'stale') throw new Error('no story makes a view that is too large to be pushed')
      if (news.kind === 'fresh') {
        if (news.message.revision < confirmed.revision) return
        confirmed = { view: news.message.view as Confirmed['view'], revision: news.message.revision, viewDigest: news.message.view_digest }
        return
      }
      const next = foldEvents(confirmed, news.message)
      if (next === 'gap') room.again()
      else confirmed = next
    },
    shownOut: () => undefined,
  })
  return {
    pack,
    audience,
    get confirmed() {
      return confirmed
    },
    close: room.leave,
  }
}
