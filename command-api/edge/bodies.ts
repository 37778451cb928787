import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Timers } from '#platform/ports'
import type { Caller } from './caller.ts'
import { networkOf } from './client-address.ts'
import { ArrivedTooLate } from './errors.ts'

const MB = 1_048_576
/** Bytes of bodies that are held at once: of account holders and signing links, and apart from them of strangers, by network. */
const KNOWN: RoomLimits = { atOnce: 32 * MB, ofOne: 8 * MB }
const STRANGERS: RoomLimits = { atOnce: 8 * MB, ofOne: MB }
/** A body of no more than this never waits, and is never refused for what others hold. */
const SMALL = 65_536
/** Bytes of whole bodies that are parsed and worked on at once: what is made of one may take twelve times its size. */
const READ_AT_ONCE = 8 * MB
/** For a body to arrive, with as much again as a slow line takes for its size. */
const ARRIVES_MS = 60_000
const SLOWEST_BYTES_A_MS = 5
/** How long the only body of somebody may come before it makes room for others. */
const UNDISTURBED_MS = 10_000

interface RoomLimits {
  readonly atOnce: number
  readonly ofOne: number
}

/** What one body holds, from its first byte until it is answered. */
export interface BodyPlace {
  /** Waits, once the whole body has come, until it may be parsed. */
  turn(): Promise<void>
  leave(): void
}

export interface Bodies {
  /** Before the body is read. Null where too much is held that has already come. */
  enter(caller: Caller, request: FastifyRequest, mostBytes: number): BodyPlace | null
}

/** Bodies are held in memory from their first byte until they are answered. By what they announce, only so many are at once. */
export function heldBodies(timers: Timers): Bodies {
  const known = room(KNOWN, timers)
  const strangers = room(STRANGERS, timers)
  const reading = turns(READ_AT_ONCE)
  return {
    enter(caller, request, mostBytes) {
      const bytes = announcedBytes(request, mostBytes)
      if (bytes === 0) return { turn: async () => undefined, leave: () => undefined }
      const [in_, party] = caller.as === 'nobody' ? [strangers, networkOf(request.clientAddress)] : [known, partyOf(caller)]
      const leave = in_.enter(party, bytes, request.raw)
      if (leave === null) return null
      let [isOver, giveTurnBack] = [false, () => {}]
      return {
        async turn() {
          if (bytes <= SMALL) return
          const back = await reading(bytes)
          if (isOver) back()
          else giveTurnBack = back
        },
        leave() {
          if (isOver) return
          isOver = true
          leave()
          giveTurnBack()
        },
      }
    },
  }
}

const partyOf = (caller: Exclude<Caller, { as: 'nobody' }>) =>
  caller.as === 'signer' ? caller.link : caller.as === 'application' ? caller.application : caller.user

function announcedBytes({ headers }: FastifyRequest, mostBytes: number): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (length === undefined) return encoding === undefined ? 0 : mostBytes
  return Math.min(Number(length), mostBytes)
}

interface Held {
  readonly bytes: number
  /** Null once it is whole: from then on it cannot be ended. */
  end: (() => void) | null
  isUndisturbed: boolean
}
/** One person, link or network. */
interface Party {
  bytes: number
  /** In the order in which they came. */
  readonly held: Set<Held>
}

/**
 * A body that needs room gets that of bodies which are still coming: first of its own sender, then of the sender who holds most. So slow
 * and hostile senders hold only what nobody else asks for, and however many they are, somebody who saves is let in.
 */
function room({ atOnce, ofOne }: RoomLimits, timers: Timers) {
  const parties = new Map<string, Party>()
  // In the order in which they came, as in each party.
  const held = new Set<Held>()
  let all = 0

  const isComing = ({ end }: Held) => end !== null
  function oldest(among: ReadonlySet<Held>, which: (one: Held) => boolean): Held | undefined {
    for (const one of among) if (which(one)) return one
    return undefined
  }
  function ofWhoHoldsMost(): Held | undefined {
    const byWeight = [...parties.values()].sort((a, b) => b.bytes - a.bytes)
    for (const party of byWeight) {
      const one = oldest(party.held, (each) => isComing(each) && (party.held.size > 1 || !each.isUndisturbed))
      if (one) return one
    }
    return undefined
  }
  function makeRoom(isThere: () => boolean, victim: () => Held | undefined): boolean {
    while (!isThere()) {
      const one = victim()
      if (!one) return false
      one.end?.()
    }
    return true
  }

  return {
    enter(name: string, bytes: number, body: Readable): (() => void) | null {
      const party = parties.get(name) ?? { bytes: 0, held: new Set() }
      const hasRoom =
        makeRoom(
          () => party.bytes + bytes <= ofOne,
          () => oldest(party.held, isComing),
        ) &&
        makeRoom(
          () => all + bytes <= atOnce,
          // A small body takes a moment: the room of the one that has come for the longest is better used by it.
          () => ofWhoHoldsMost() ?? (bytes <= SMALL ? oldest(held, isComing) : undefined),
        )
      if (!hasRoom && bytes > SMALL) return null
      const cancels = [
        timers.after(ARRIVES_MS + bytes / SLOWEST_BYTES_A_MS, () => one.end?.()),
        timers.after(UNDISTURBED_MS, () => {
          one.isUndisturbed = false
        }),
      ]
      const settle = () => {
        for (const cancel of cancels) cancel()
        one.end = null
      }
      const leave = () => {
        settle()
        if (!held.delete(one)) return
        party.held.delete(one)
        all -= bytes
        party.bytes -= bytes
        if (party.held.size === 0) parties.delete(name)
      }
      const one: Held = {
        bytes,
        isUndisturbed: true,
        end() {
          leave()
          body.destroy(new ArrivedTooLate())
        },
      }
      // It may have gone with the last that made room.
      parties.set(name, party)
      party.held.add(one)
      held.add(one)
      party.bytes += bytes
      all += bytes
      body.once('end', settle)
      return leave
    },
  }
}

/** In the order in which they come; one that is larger than all there is goes alone. */
function turns(most: number): (weight: number) => Promise<() => void> {
  const waiting: { readonly weight: number; go(): void }[] = []
  let all = 0
  const next = () => {
    while (waiting[0] && (all === 0 || all + waiting[0].weight <= most)) {
      const { weight, go } = waiting.shift()!
      all += weight
      go()
    }
  }
  return (weight) =>
    new Promise((resolve) => {
      const back = () => {
        all -= weight
        next()
      }
      waiting.push({ weight, go: () => resolve(back) })
      next()
    })
}
