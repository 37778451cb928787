import type { Aggregate, Fact } from '#domain/kernel'
import { openEvents } from '#platform/event-codec'
import type { Environment } from './environment.ts'

/** A stream from the log itself, whatever anybody had folded. */
export async function foldOf<S, E extends Fact>(
  stream: string,
  aggregate: Aggregate<S, E>,
  { log, keys }: Pick<Environment, 'log' | 'keys'>,
): Promise<{ readonly state: S; readonly revision: number }> {
  const events = await openEvents(await log.read(stream, 0n, 10_000), aggregate.codec, keys)
  const state = events.reduce(
    (before, { fact, meta, revision }) => aggregate.evolve(before, fact, { time: meta.time, revision, principal: meta.actor.principal }),
    aggregate.initial,
  )
  return { state, revision: events.length - 1 }
}
