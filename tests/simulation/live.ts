import { type Audience, initial } from '#domain/pack'
import { followLog } from '../../command-api/live/follow-log.ts'
import { type News, type WatchedPack, watchedPack } from '../../command-api/live/watched-pack.ts'
import { type Confirmed, foldEvents } from '../../web/live/confirmed.ts'
import type { House } from './house.ts'
import type { Server } from './server.ts'

/** The live gateway of one server: rooms by pack, each member told in order, what was on its way when it dies is lost. */
export interface Gateway {
  /** `broken` is called once when the line broke, some time after it did. */
  connect(pack: string, audience: Audience, revision: number, hear: (news: News) => void, broken: () => void): () => void
  /** The server died: everybody who was connected notices, each in their own time. */
  die(): void
}

/** Somebody in a room: who they are, in words too, and how they are told. */
interface Member {
  readonly audience: Audience
  readonly who: string
  hear(news: News): void
}
const nameOf = (audience: Audience) => (audience.of === 'signatory' ? audience.signatory : audience.of)

/** Resolves when it may be connected to: what was stored before, whoever connects then finds by themselves. */
export async function openGateway(house: House, { machine, handler, keys }: Server): Promise<Gateway> {
  const eventLog = house.logOn(machine)
  const doors = { eventLog, subjectKeys: keys, handler }
  const rooms = new Map<string, { readonly members: Set<Member>; readonly pack: WatchedPack }>()
  await followLog(
    { eventLog, world: machine.world },
    {
      packsChanged: async (packs) => {
        for (const [pack, came] of packs) await rooms.get(pack)?.pack.advance(came)
      },
      workspacesChanged: async () => undefined,
      usersChanged: async () => undefined,
      packDeleted: () => undefined,
      heard: () => undefined,
    },
  )
  const roomOf = (pack: string) => {
    const found = rooms.get(pack)
    if (found) return found
    const members = new Set<Member>()
    const room = {
      members,
      pack: watchedPack(doors, pack, {
        audiences: () => [...new Map([...members].map(({ who, audience }) => [who, audience])).values()],
        tell: (audience, news) => {
          const who = nameOf(audience)
          for (const member of members) if (member.who === who) member.hear(news)
        },
      }),
    }
    rooms.set(pack, room)
    return room
  }
  const lines = new Set<() => void>()
  return {
    die() {
      for (const cut of lines) cut()
    },
    connect(pack, audience, revision, hear, broken) {
      let open = true
      let free = 0
      const { scheduler } = house
      const cut = () => {
        if (!open) return
        open = false
        lines.delete(cut)
        scheduler.after(1_000 + house.chance.below(20_000), broken)
      }
      lines.add(cut)
      // A socket keeps its order, however long each message takes.
      const inOrder = (news: News) => {
        if (house.chance.happens(house.weather.badness / 3)) cut()
        free = Math.max(free, scheduler.now() + house.chance.below(20))
        machine.after(free - scheduler.now(), () => void (open && hear(news)))
      }
      const member = { audience, who: nameOf(audience), hear: inOrder }
      const room = roomOf(pack)
      void room.pack
        .join(audience, revision, (news) => {
          if (!open) return
          room.members.add(member)
          if (news) inOrder(news)
        })
        .catch(cut)
      return () => {
        open = false
        lines.delete(cut)
        room.members.delete(member)
      }
    },
  }
}

const RETRY_MS = 3_000

/** A place in a pack's room, held over connections that break: somebody who shows a pack tries again for as long as they do. */
export interface Room {
  /** Asks from the revision there is now. */
  again(): void
  /** Asks for the whole view. */
  anew(): void
  leave(): void
}

export function roomFor(
  house: House,
  gatewayNow: () => Gateway | null,
  pack: string,
  audience: Audience,
  revision: () => number,
  hear: (news: News) => void,
): Room {
  let leave = () => {}
  let closed = false
  function connect(from: () => number): void {
    leave()
    leave = () => {}
    if (closed) return
    const gateway = gatewayNow()
    if (gateway) leave = gateway.connect(pack, audience, from(), hear, again)
    else house.scheduler.after(RETRY_MS * (0.5 + house.chance.fraction()), again)
  }
  const again = () => connect(revision)
  again()
  return {
    again,
    anew: () => connect(() => -1),
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
/** A page that watches a pack: the client's own fold of what it was told. */
export interface Watcher extends Shown {
  close(): void
}

export function watch(
  house: House,
  gatewayNow: () => Gateway | null,
  pack: string,
  audience: Audience,
  told: (news: News) => void,
): Watcher {
  let confirmed: Confirmed = { view: initial, revision: -1, viewDigest: null }
  const room = roomFor(
    house,
    gatewayNow,
    pack,
    audience,
    () => confirmed.revision,
    (news) => {
      told(news)
      if (news.kind === 'fresh') {
        if (news.message.revision < confirmed.revision) return
        confirmed = { view: news.message.view as Confirmed['view'], revision: news.message.revision, viewDigest: news.message.view_digest }
        return
      }
      const next = foldEvents(confirmed, news.message)
      if (next === 'gap') room.again()
      else confirmed = next
    },
  )
  return {
    pack,
    audience,
    get confirmed() {
      return confirmed
    },
    close: room.leave,
  }
}
