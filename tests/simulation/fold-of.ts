import type { Aggregate, Fact, RecordedEvent, StoredEvent } from '#domain/kernel'
import { openEvents } from '#platform/event-codec'
import type { Environment } from './environment.ts'

/*
 * What events mean is the aggregate's own declaration, as the registry holds it. How they are folded is kept apart from the product on
 * purpose: the command handler, the read models and the pages fold with warm states, snapshots and maps that are written into, and are
 * judged by this, which knows none of it. What the declaration itself says is judged by what reads events by their names alone:
 * `life`, `signers`, `held` and `reminders` among the invariants.
 */
export interface FoldedStream<S, E extends Fact> {
  readonly state: S
  readonly revision: number
  readonly events: readonly RecordedEvent<E>[]
  readonly steps: readonly { readonly event: RecordedEvent<E>; readonly before: S; readonly after: S }[]
}

/** Stored events, opened and folded from the first on, whatever anybody had folded. */
export async function folded<S, E extends Fact>(
  stored: readonly StoredEvent[],
  aggregate: Aggregate<S, E>,
  keys: Environment['keys'],
): Promise<FoldedStream<S, E>> {
  const events = await openEvents(stored, aggregate.codec, keys)
  let state = aggregate.initial
  const steps = events.map((event) => {
    const before = state
    state = aggregate.evolve(before, event.fact, { time: event.meta.time, revision: event.revision, principal: event.meta.actor.principal })
    return { event, before, after: state }
  })
  return { state, revision: events.length - 1, events, steps }
}

/** A stream from the log itself. */
export const foldOf = async <S, E extends Fact>(
  stream: string,
  aggregate: Aggregate<S, E>,
  { log, keys }: Pick<Environment, 'log' | 'keys'>,
) => folded(await log.read(stream, 0n, 100_000), aggregate, keys)
