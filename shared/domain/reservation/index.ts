import { z } from 'zod'
import { type Aggregate, codecOf, type Decision, event, type FactsOf, type Refusals } from '#domain/kernel'

/**
 * What only one may have (an email address, the first account) has a stream of its own, named after it: two that want
 * it at the same time race for the stream's next revision, and one wins.
 */
const EVENTS = {
  Reserved: event(1, { holder: z.uuid() }),
  Released: event(1, { holder: z.uuid() }),
}
export type ReservationFact = FactsOf<typeof EVENTS>

export interface Reservation {
  readonly holder: string | null
}

export const reservation: Aggregate<Reservation, ReservationFact> = {
  initial: { holder: null },
  evolve: (_, fact) => ({ holder: fact.type === 'Reserved' ? fact.data.holder : null }),
  codec: codecOf<ReservationFact>(EVENTS, 'a reservation'),
}

export const RESERVATION_REFUSALS = {
  taken: { kind: 'conflict', says: 'This is taken already.' },
} as const satisfies Refusals<string>
export type ReservationRefusalCode = keyof typeof RESERVATION_REFUSALS

export function reserve(state: Reservation, holder: string): Decision<ReservationFact, ReservationRefusalCode> {
  if (state.holder === holder) return []
  return state.holder === null ? [{ type: 'Reserved', data: { holder } }] : { refused: 'taken' }
}

export function release(state: Reservation, holder: string): Decision<ReservationFact, ReservationRefusalCode> {
  return state.holder === holder ? [{ type: 'Released', data: { holder } }] : []
}
