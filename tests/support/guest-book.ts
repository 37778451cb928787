import { z } from 'zod'
import { type Aggregate, type Decision, isWithheld, type Private } from '#domain/kernel'

// A small aggregate for tests of what carries every aggregate: confidential leaves, refusals, an older version.

export type GuestFact =
  | {
      readonly type: 'GuestArrived'
      readonly data: { readonly guest: string; readonly name: Private<string>; readonly note?: Private<string> }
    }
  | { readonly type: 'RoomGiven'; readonly data: { readonly guest: string; readonly room: number } }

export interface GuestBook {
  readonly guests: Readonly<Record<string, { readonly name: Private<string>; readonly room: number | null }>>
  readonly times: readonly string[]
}

const leaf = z.union([z.strictObject({ $: z.string() }), z.string()])
const shapes = {
  GuestArrived: z.strictObject({ guest: z.string(), name: leaf, note: leaf.optional() }),
  RoomGiven: z.strictObject({ guest: z.string(), room: z.int() }),
}
const VERSIONS = { GuestArrived: 1, RoomGiven: 2 }

export const guestBook: Aggregate<GuestBook, GuestFact> = {
  initial: { guests: {}, times: [] },
  evolve(state, fact, { time }) {
    const { guest } = fact.data
    const was = state.guests[guest] ?? { name: '', room: null }
    const is = fact.type === 'GuestArrived' ? { ...was, name: fact.data.name } : { ...was, room: fact.data.room }
    return { guests: { ...state.guests, [guest]: is }, times: [...state.times, time] }
  },
  codec: {
    version: (type) => VERSIONS[type],
    confidential(fact) {
      if (fact.type !== 'GuestArrived') return []
      const paths = [
        ['data', 'name'],
        ['data', 'note'],
      ]
      return paths.filter(([, key]) => key! in fact.data).map((path) => ({ path, subject: fact.data.guest }))
    },
    shared: () => [],
    upcast(type, version, data) {
      // Version 1 named the room in words.
      const current =
        type === 'RoomGiven' && version === 1 ? { ...data, room: Number((data as { room: string }).room.slice('room '.length)) } : data
      const schema = shapes[type as GuestFact['type']]
      if (!schema || version > VERSIONS[type as GuestFact['type']]) throw new Error(`no version ${version} of ${type} was ever written`)
      return { type, data: schema.parse(current) } as GuestFact
    },
  },
}

export type GuestRefusal = 'already-here' | 'not-here' | 'room-taken'

export const arrive =
  (guest: string, name: string) =>
  (state: GuestBook): Decision<GuestFact, GuestRefusal> => {
    const known = state.guests[guest]
    if (known && (known.name === name || isWithheld(known.name))) return []
    return known ? { refused: 'already-here' } : [{ type: 'GuestArrived', data: { guest, name } }]
  }

export const giveRoom =
  (guest: string, room: number) =>
  (state: GuestBook): Decision<GuestFact, GuestRefusal> => {
    if (!state.guests[guest]) return { refused: 'not-here' }
    if (state.guests[guest].room === room) return []
    if (Object.values(state.guests).some((other) => other.room === room)) return { refused: 'room-taken' }
    return [{ type: 'RoomGiven', data: { guest, room } }]
  }
