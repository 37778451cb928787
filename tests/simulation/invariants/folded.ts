import type { JsonObject, RecordedEvent, StoredEvent } from '#domain/kernel'
import { codec, evolve, factsIn, initial, type PackFact, type PackState } from '#domain/pack'
import { openEvents } from '#platform/event-codec'
import type { Environment } from '../environment.ts'

/** A pack's stream, opened and folded from its first event, whatever anybody had folded before. */
export interface Folded {
  readonly state: PackState
  readonly revision: number
  /** As they stand in the log, each at its revision. */
  readonly recorded: readonly RecordedEvent<PackFact>[]
  /** Fact by fact: what was taken as a definition stands here as what it says. */
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

export async function fold(stored: readonly StoredEvent[], keys: Environment['keys']): Promise<Folded> {
  const recorded = await openEvents(stored, codec, keys)
  const steps: Folded['steps'][number][] = []
  let state = initial
  for (const event of recorded) {
    const before = state
    state = evolve(state, event.fact, { time: event.meta.time, revision: event.revision, principal: event.meta.actor.principal })
    steps.push({ event, before, after: state })
  }
  return { state, revision: recorded.length - 1, recorded, events: recorded.flatMap(factByFact), steps }
}

function factByFact(event: RecordedEvent<PackFact>): readonly RecordedEvent<PackFact>[] {
  return event.fact.type === 'DefinitionTaken' ? [event, ...factsIn(event.fact.data).map((fact) => ({ ...event, fact }))] : [event]
}

/** The same of what is stored, read without a key. */
export function storedFactByFact(stored: readonly StoredEvent[]): readonly StoredEvent[] {
  return stored.flatMap((event) => {
    const { type, version, data, shared = [] } = event
    if (type !== 'DefinitionTaken') return [event]
    const opened = { ...data, ...Object.fromEntries(shared.map(([path, , value]) => [path[1], value])) }
    const fact = codec.upcast(type, version, opened) as Extract<PackFact, { readonly type: 'DefinitionTaken' }>
    return [event, ...factsIn(fact.data).map((one) => ({ ...event, type: one.type, data: one.data as unknown as JsonObject }))]
  })
}
