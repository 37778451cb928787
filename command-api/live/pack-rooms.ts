import type { z } from 'zod'
import { LIVE, type RefusedLive, type watchPack } from '#contract/live'
import type { StoredEvent } from '#domain/kernel'
import { type Audience, pack as aggregate, type PackFact, type PackState, streamOfPack } from '#domain/pack'
import { isProblem, type Problem, problem, refusalAsProblem } from '../edge/problem.ts'
import { fateAfter, fateIn, isWelcome, LINK_REFUSALS, type LinkFate } from '../pack/links.ts'
import type { Packs } from '../pack/packs.ts'
import type { Services } from '../services.ts'
import { MOST_ROOMS } from './admission.ts'
import { audienceRoom, type LiveSocket, packRoom, type WatchedAccess } from './live-socket.ts'
import { dropSlow } from './slow-clients.ts'
import type { Seat, Sockets } from './sockets.ts'
import { type PackMessage, type WatchedPack, watchedPack } from './watched-pack.ts'

export interface PackRoomsOptions {
  readonly services: Pick<Services, 'eventLog' | 'subjectKeys' | 'handler'>
  readonly packs: Pick<Packs, 'resolveAccess'>
  readonly sockets: Sockets
  /** Looks up who this is and what they may; null where their session is over, which they then know. */
  stillThere(socket: LiveSocket): Promise<LiveSocket['data']['caller'] | null>
  /** Grows whenever somebody's rights may have changed. */
  rightsChanged(): number
  entered(socket: LiveSocket, spot: WatchedAccess): void
  left(socket: LiveSocket, pack: string): void
}

/** The rooms of packs: who is in them, as whom, and until when. */
export interface PackRooms {
  enter(socket: LiveSocket, wanted: z.output<typeof watchPack>): Promise<Problem | null>
  leave(socket: LiveSocket, key: string): void
  leaveAll(socket: LiveSocket): void
  changed(packs: ReadonlyMap<string, readonly StoredEvent[]>): Promise<void>
  /** Removes those who no longer have a right to be there. */
  recheck(seats: readonly Seat[]): Promise<void>
  audiencesIn(pack: string): readonly Audience[]
  /** The fold of a watched pack, made again where it was dropped. */
  stateOf(pack: string): Promise<PackState | null>
  /** Its fold holds what destroyed keys had sealed. null: it is not known whose. */
  forget(pack: string | null): void
}

export function packRooms(options: PackRoomsOptions): PackRooms {
  const { services, packs, sockets } = options
  const watched = new Map<string, WatchedPack>()
  // Packs that somebody is entering: their fold must be the one that their pushes come from.
  const awaited = new Map<string, number>()

  function packOf(pack: string): WatchedPack {
    const found = watched.get(pack)
    if (found) return found
    const made = watchedPack(services, pack, {
      audiences: () => audiencesIn(pack),
      tell: (audience, news) => tell(pack, audience, news),
      ended: (facts, state) => {
        for (const seat of seatsOfSigners(pack)) settle(seat, fateOf(seat, facts, state))
      },
      lookAgain: async (state) => {
        for (const seat of seatsOfSigners(pack)) settle(seat, await fateNow(pack, seat.who, state))
      },
    })
    watched.set(pack, made)
    return made
  }
  function tell(pack: string, audience: Audience, news: PackMessage): void {
    const listening = sockets.inRoom(audienceRoom(pack, audience))
    listening[0]?.nsp.local.to(audienceRoom(pack, audience)).emit(eventOf(news), news.message)
    dropSlow(listening)
  }
  const seatsOfSigners = (pack: string) =>
    sockets.seatsIn(pack).flatMap(({ socket, key, spot }) => (spot.who.as === 'signatory' ? [{ socket, key, spot, who: spot.who }] : []))
  const fateNow = (pack: string, who: Signer, state: PackState) =>
    fateIn(state, who, () => services.handler.history(streamOfPack(pack), aggregate))

  /** They stay as who they are now, or are shown out. */
  function settle({ socket, key, spot }: Seat, fate: LinkFate): void {
    if (isWelcome(fate)) return void socket.data.watching.set(key, { ...spot, finished: fate === 'finished' })
    showOut(socket, key, refusalAsProblem({ refused: fate }, LINK_REFUSALS))
  }
  function showOut(socket: LiveSocket, key: string, { code, message }: Problem): void {
    refuse(socket, { document_key: key, account_key: null, code, message })
    leave(socket, key)
    if (socket.data.caller.as === 'signer') socket.disconnect(true)
  }
  function letGo(pack: string): void {
    if (!sockets.anyIn(packRoom(pack)) && !awaited.has(pack)) watched.delete(pack)
  }

  async function enter(socket: LiveSocket, { document_key: key, revision }: z.output<typeof watchPack>): Promise<Problem | null> {
    const { watching, entering } = socket.data
    const attempt = { key }
    if (new Set([...watching.keys(), ...[...entering].map((one) => one.key), key]).size > MOST_ROOMS) return problem('too-many-requests')
    entering.add(attempt)
    try {
      const rights = options.rightsChanged()
      const caller = await options.stillThere(socket)
      if (!caller) return problem('session-ended')
      const place = await packs.resolveAccess(caller, key)
      if (isProblem(place)) return place
      const { pack, audience, who, finished } = place
      const spot = { pack, audience, who, finished }
      const refused = await joinAt(socket, attempt, spot, revision)
      if (refused) return refused
      // A right withdrawn while they were entering did not find them in the room.
      if (rights !== options.rightsChanged() && (await options.stillThere(socket))) await recheck([{ socket, key, spot }])
      return null
    } finally {
      entering.delete(attempt)
    }
  }

  async function joinAt(
    socket: LiveSocket,
    attempt: { readonly key: string },
    found: WatchedAccess,
    revision: number,
  ): Promise<Problem | null> {
    const { pack, audience, who } = found
    let spot = found
    let refused: Problem | null = null
    awaited.set(pack, (awaited.get(pack) ?? 0) + 1)
    const admit = async (state: PackState): Promise<boolean> => {
      if (who.as !== 'signatory') return true
      const fate = await fateNow(pack, who, state)
      if (isWelcome(fate)) spot = { ...found, finished: fate === 'finished' }
      else refused = refusalAsProblem({ refused: fate }, LINK_REFUSALS)
      return refused === null
    }
    try {
      await packOf(pack).join(audience, revision, admit, (news) => {
        // Gone meanwhile: a room that nobody is thrown out of would keep them for ever.
        if (!socket.connected || !socket.data.entering.has(attempt)) return
        socket.data.watching.set(attempt.key, spot)
        void socket.join([packRoom(pack), audienceRoom(pack, audience)])
        if (news) {
          socket.emit(eventOf(news), news.message)
          dropSlow([socket])
        }
        options.entered(socket, spot)
      })
      return refused
    } finally {
      const others = (awaited.get(pack) ?? 1) - 1
      if (others > 0) awaited.set(pack, others)
      else awaited.delete(pack)
      letGo(pack)
    }
  }

  function leave(socket: LiveSocket, key: string): void {
    for (const attempt of socket.data.entering) if (attempt.key === key) socket.data.entering.delete(attempt)
    const spot = socket.data.watching.get(key)
    if (!spot) return
    socket.data.watching.delete(key)
    if ([...socket.data.watching.values()].some(({ pack }) => pack === spot.pack)) return
    void socket.leave(packRoom(spot.pack))
    void socket.leave(audienceRoom(spot.pack, spot.audience))
    options.left(socket, spot.pack)
    letGo(spot.pack)
  }

  function audiencesIn(pack: string): readonly Audience[] {
    return [...new Map(sockets.seatsIn(pack).map(({ spot: { audience } }) => [audienceRoom(pack, audience), audience])).values()]
  }

  async function recheck(seats: readonly Seat[]): Promise<void> {
    for (const { socket, key } of seats) {
      const place = await packs.resolveAccess(socket.data.caller, key)
      if (!isProblem(place)) {
        const { pack, audience, who, finished } = place
        if (socket.data.watching.has(key)) socket.data.watching.set(key, { pack, audience, who, finished })
        continue
      }
      showOut(socket, key, place)
    }
  }

  return {
    enter,
    leave,
    leaveAll(socket) {
      socket.data.entering.clear()
      for (const key of [...socket.data.watching.keys()]) leave(socket, key)
    },
    async changed(changed) {
      for (const [pack, came] of changed) {
        if (!sockets.anyIn(packRoom(pack)) && !awaited.has(pack)) {
          watched.delete(pack)
          continue
        }
        await packOf(pack).advance(came)
      }
    },
    recheck,
    audiencesIn,
    async stateOf(pack) {
      const found = watched.get(pack)
      if (found) return found.now()
      return sockets.anyIn(packRoom(pack)) ? packOf(pack).advance() : null
    },
    forget(pack) {
      if (pack === null) watched.clear()
      else watched.delete(pack)
    },
  }
}

type Signer = Extract<WatchedAccess['who'], { as: 'signatory' }>

/** By what just happened, and by nothing that is read: a room may hold a thousand signers. */
function fateOf({ spot, who }: { spot: WatchedAccess; who: Signer }, facts: readonly PackFact[], state: PackState): LinkFate {
  if (state.trashed) return 'document-gone'
  const before: LinkFate = spot.finished ? 'finished' : 'alive'
  return facts.reduce<LinkFate>((fate, fact) => fateAfter(fate, fact, who.signatory, who.link), before)
}

export function refuse(socket: LiveSocket, message: RefusedLive): void {
  socket.emit(LIVE.refused, message)
}

const EVENTS = { events: LIVE.packEvents, fresh: LIVE.packFresh, stale: LIVE.packStale } as const
const eventOf = ({ kind }: PackMessage): string => EVENTS[kind]
