import type { RecordedEvent, StoredEvent } from '#domain/kernel'
import { codec, evolve, initial, type PackFact, type PackState } from '#domain/pack'
import { openEvents } from '#platform/event-codec'
import type { House } from '../house.ts'

/** A pack's stream, opened and folded from its first event, whatever anybody had folded before. */
export interface Folded {
  readonly state: PackState
  readonly revision: number
  readonly events: readonly RecordedEvent<PackFact>[]
  readonly steps: readonly { readonly event: RecordedEvent<PackFact>; readonly before: PackState; readonly after: PackState }[]
}

interface Written {
  readonly meta: { readonly correlation?: unknown; readonly time?: unknown }
}

/** Whether both came into the log by one request: between them nobody sees anything. */
export const isOneAppend = ({ meta }: Written, { meta: other }: Written): boolean =>
  meta.correlation === other.correlation && meta.time === other.time

/** Says what is wrong, of which ceremony being known. */
export type Say = (what: string) => void

export async function fold(stored: readonly StoredEvent[], keys: House['keys']): Promise<Folded> {
  const events = await openEvents(stored, codec, keys)
  const steps: Folded['steps'][number][] = []
  let state = initial
  for (const event of events) {
    const before = state
    state = evolve(state, event.fact, { time: event.meta.time, revision: event.revision, principal: event.meta.actor.principal })
    steps.push({ event, before, after: state })
  }
  return { state, revision: events.length - 1, events, steps }
}
