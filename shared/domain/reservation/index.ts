import { z } from 'zod'
import { type DecisionContext, defineAggregate, event, type FactsOf, type Principal } from '#domain/kernel'

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

/** Its present holder keeps it: the state says who that is. */
export type ReservationCommand =
  | { readonly do: 'Reserve'; readonly holder: string }
  | { readonly do: 'TransferReservation'; readonly from: string; readonly holder: string }
  | { readonly do: 'Release'; readonly holder: string }

function decide(command: ReservationCommand, { holder }: Reservation): readonly ReservationFact[] {
  const reserved: ReservationFact = { type: 'Reserved', data: { holder: command.holder } }
  switch (command.do) {
    case 'Reserve':
      return holder === null ? [reserved] : []
    case 'TransferReservation':
      return holder === command.from ? [{ type: 'Released', data: { holder } }, reserved] : []
    case 'Release':
      return holder === command.holder ? [{ type: 'Released', data: { holder } }] : []
    default:
      return command satisfies never
  }
}

/** Somebody asks for it in the course of something else, whose policy was asked. */
export const reservation = defineAggregate<Reservation, ReservationFact, ReservationCommand, Principal, DecisionContext, never>({
  called: 'a reservation',
  streams: ['email-', 'installation-'],
  events: EVENTS,
  initial: { holder: null },
  evolve: (_, fact) => ({ holder: fact.type === 'Reserved' ? fact.data.holder : null }),
  permits: () => null,
  decide,
  refusals: {},
  hasSecretKeys: true,
})
/** Of an email address, under a keyed digest of it: names of streams tell nobody with a list of addresses who is registered. */
export const streamOfAddress = reservation.streamNameOf
export const FIRST_ACCOUNT = 'installation-first-account'
/** Says that the example was made, also when somebody has deleted it since. */
export const EXAMPLE_MADE = 'installation-example-template'
