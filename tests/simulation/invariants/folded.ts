import type { JsonObject, RecordedEvent, StoredEvent } from '#domain/kernel'
import { factsOfDefinition, type PackFact, type PackState, pack } from '#domain/pack'
import type { Environment } from '../environment.ts'
import { type FoldedStream, folded } from '../fold-of.ts'

/** A pack's stream. Its `events` are fact by fact: a definition stands here as its facts. */
export interface Folded extends FoldedStream<PackState, PackFact> {
  /** As they stand in the log, each at its revision. */
  readonly recorded: readonly RecordedEvent<PackFact>[]
}

interface Written {
  readonly meta: { readonly correlation?: unknown; readonly time?: unknown }
}

/** Whether both came into the log by one request: between them nobody sees anything. */
export const isOneAppend = ({ meta }: Written, { meta: other }: Written): boolean =>
  meta.correlation === other.correlation && meta.time === other.time

/** Says what is wrong; the ceremony is known. */
export type Say = (what: string) => void

export async function fold(stored: readonly StoredEvent[], keys: Environment['keys']): Promise<Folded> {
  const { events: recorded, ...rest } = await folded(stored, pack, keys)
  return { ...rest, recorded, events: recorded.flatMap(factByFact) }
}

function factByFact(event: RecordedEvent<PackFact>): readonly RecordedEvent<PackFact>[] {
  return event.fact.type === 'DefinitionTaken'
    ? [event, ...factsOfDefinition(event.fact.data).map((fact) => ({ ...event, fact }))]
    : [event]
}

/** The same of what is stored, read without a key. */
export function storedFactByFact(stored: readonly StoredEvent[]): readonly StoredEvent[] {
  return stored.flatMap((event) => {
    const { type, version, data, shared = [] } = event
    if (type !== 'DefinitionTaken') return [event]
    const opened = { ...data, ...Object.fromEntries(shared.map(([path, , value]) => [path[1], value])) }
    const fact = pack.codec.upcast(type, version, opened) as Extract<PackFact, { readonly type: 'DefinitionTaken' }>
    return [event, ...factsOfDefinition(fact.data).map((one) => ({ ...event, type: one.type, data: one.data as unknown as JsonObject }))]
  })
}
