import { LIVE } from '#contract/live'
import type { PackState } from '#domain/pack'
import { digestOfJson } from '#platform/event-codec'
import type { World } from '#platform/ports'
import type { Services } from '../services.ts'
import { audienceRoom, type LiveSocket, type WatchedAccess } from './live-socket.ts'
import type { OtherProcesses } from './other-processes.ts'
import type { PackRooms } from './pack-rooms.ts'
import { type Presence, presenceOf } from './presence.ts'
import { type Here, type Known, presenceSeen } from './presence-seen.ts'
import type { Sockets } from './sockets.ts'

/** So much is gathered before it is sent: selecting twenty fields makes one message. */
const GATHER_MS = 40
/** Other processes say who is in them this often, in short; those that do not for so long have gone with everybody. */
const ALIVE = { every: 2_000, silent: 6_000 }
/** Entries in one message to other processes, which has to stay below 8,000 bytes. */
const AT_ONCE = 5

export interface PresenceBroadcasterOptions {
  readonly world: Pick<World, 'clock' | 'ids' | 'timers' | 'log'>
  readonly services: Pick<Services, 'accounts' | 'members'>
  readonly rooms: Pick<PackRooms, 'audiencesIn' | 'stateOf'>
  readonly sockets: Sockets
  readonly others: OtherProcesses
}

/** Tells those who look at a pack who else does: those connected here, and those connected to other processes. */
export interface PresenceBroadcaster {
  here(socket: LiveSocket, spot: WatchedAccess, where: Pick<Here, 'page' | 'selection' | 'typing'>): void
  /** Somebody came into the room and wants to know who is there. */
  entered(socket: LiveSocket, spot: WatchedAccess): void
  left(socket: LiveSocket, pack: string): void
  /** Something changed who may see which part of who is here. */
  again(pack: string): void
  /** To be called every second. */
  look(): void
  close(): void
}

type Entry = readonly [pack: string, seat: string, here: Here | null]

/** The same wherever the same is known, in any order. */
function digestOf(entries: ReturnType<Presence['entries']>): string {
  return digestOfJson(entries.map(({ pack, seat, here }) => `${pack} ${seat} ${JSON.stringify(here)}`).sort())
}

export function presenceBroadcaster({ world, services, rooms, sockets, others }: PresenceBroadcasterOptions): PresenceBroadcaster {
  const now = () => world.clock.now()
  const own = world.ids.next()
  // The process stands before the seat, so that all seats of a dead process can be dropped.
  const seatOf = (socket: LiveSocket) => `${own} ${socket.id}`
  const presence = presenceOf(now)
  const alive = new Map<string, number>()
  const due = new Set<string>()
  const pending = new Set<string>()
  let cancelTell: (() => void) | null = null
  let saidAlive = now()

  const retryLater = (pack: string) => (error: unknown) => {
    world.log.warn({ error }, 'presence could not be announced')
    pending.add(pack)
  }
  const share = (entries: readonly Entry[]) => {
    for (let at = 0; at < entries.length; at += AT_ONCE) others.tell('here', own, entries.slice(at, at + AT_ONCE))
  }
  const inProcess = (process: string) => presence.entries().filter(({ seat }) => seat.startsWith(process))
  const mine = () => inProcess(own)

  others.hear('here', (from: string, entries: readonly Entry[]) => {
    alive.set(from, now())
    for (const [pack, seat, here] of entries) if (here ? presence.here(pack, seat, here) : presence.gone(pack, seat)) again(pack)
  })
  others.hear('alive', (from: string, digest: string) => {
    alive.set(from, now())
    const known = inProcess(from)
    // Other processes' messages can be lost. A person who is not announced again on request is dropped with time.
    if (digest !== digestOf(known)) return others.tell('who-is-here', from)
    // Those of others live as long as their process says; what it hears of its own it looks after itself.
    for (const { pack, seat, here } of known) presence.here(pack, seat, here)
  })
  others.hear('who-is-here', (process: string) => {
    if (process === own) share(mine().map(({ pack, seat, here }) => [pack, seat, here]))
  })

  function again(pack: string): void {
    due.add(pack)
    cancelTell ??= world.timers.after(GATHER_MS, () => {
      cancelTell = null
      const packs = [...due]
      due.clear()
      for (const one of packs) tell(one).catch(retryLater(one))
    })
  }

  async function tell(pack: string): Promise<void> {
    const audiences = rooms.audiencesIn(pack)
    if (audiences.length === 0) return
    const people = presence.of(pack)
    const known = await knownOf(pack, people)
    if (!known) return
    for (const audience of audiences) {
      const room = audienceRoom(pack, audience)
      const message = { document_key: pack, ...presenceSeen(people, known, audience) }
      sockets.inRoom(room)[0]?.nsp.local.to(room).emit(LIVE.presence, message)
    }
  }

  async function knownOf(pack: string, people: readonly Here[]): Promise<Known | null> {
    const state: PackState | null = await rooms.stateOf(pack)
    if (!state) return null
    const users = [
      ...new Set(people.flatMap(({ as, id, actsAs }) => (as === 'team' ? [id, ...(actsAs === undefined ? [] : [actsAs])] : []))),
    ]
    const [profiles, senderShown] = await Promise.all([
      Promise.all(users.map(async (user) => [user, (await services.accounts.profileOf(user))?.fullName ?? ''] as const)),
      services.members.showsSenderPresence(state.workspace),
    ])
    return { state, names: new Map(profiles), senderShown }
  }

  return {
    here(socket, { pack }, where) {
      const { caller } = socket.data
      // A program is nowhere on a page.
      if (caller.as === 'application') return
      const here: Here =
        caller.as === 'account'
          ? { ...(caller.support ? { id: caller.support.by, actsAs: caller.user } : { id: caller.user }), as: 'team', ...where }
          : { id: caller.signatory, as: 'signatory', ...where }
      if (!presence.here(pack, seatOf(socket), here)) return
      share([[pack, seatOf(socket), here]])
      again(pack)
    },
    entered(socket, { pack, audience }) {
      const people = presence.of(pack)
      if (people.length === 0) return
      knownOf(pack, people).then(
        (known) => known && socket.emit(LIVE.presence, { document_key: pack, ...presenceSeen(people, known, audience) }),
        retryLater(pack),
      )
    },
    left(socket, pack) {
      if (!presence.gone(pack, seatOf(socket))) return
      share([[pack, seatOf(socket), null]])
      again(pack)
    },
    again: (pack) => {
      if (presence.of(pack).length > 0) again(pack)
    },
    look() {
      const before = mine()
      if (now() - saidAlive >= ALIVE.every) {
        saidAlive = now()
        if (before.length > 0) others.tell('alive', own, digestOf(before))
      }
      for (const pack of pending) again(pack)
      pending.clear()
      for (const pack of presence.expire()) again(pack)
      const left = new Set(mine().map(({ seat, pack }) => `${pack} ${seat}`))
      share(before.flatMap(({ pack, seat }): Entry[] => (left.has(`${pack} ${seat}`) ? [] : [[pack, seat, null]])))
      for (const [process, lastSeen] of alive) {
        if (now() - lastSeen <= ALIVE.silent) continue
        alive.delete(process)
        for (const pack of presence.allGone((seat) => seat.startsWith(process))) again(pack)
      }
    },
    close: () => cancelTell?.(),
  }
}
