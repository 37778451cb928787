import { z } from 'zod'
import { type Decision, defineAggregate, event, type FactsOf, type Refusals } from '#domain/kernel'

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

export const reservation = defineAggregate<Reservation, ReservationFact>({
  called: 'a reservation',
  streams: ['email-', 'installation-'],
  events: EVENTS,
  initial: { holder: null },
  evolve: (_, fact) => ({ holder: fact.type === 'Reserved' ? fact.data.holder : null }),
})
/** Of an email address, under a keyed digest of it: names of streams tell nobody with a list of addresses who is registered. */
export const streamOfAddress = reservation.streamOf
export const FIRST_ACCOUNT = 'installation-first-account'
/** Says that the example was made, also when somebody has deleted it since. */
export const EXAMPLE_MADE = 'installation-example-template'

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
