import { passesStream } from '#platform/event-log'
import type { Projection } from './port.ts'
import type { ProjectionStore } from './store.ts'

/** Rewrites the rows of a stream whose keys were destroyed, where the read model follows it. The caller need not be the owner: the owner finds, with the next events of it, that they were. */
export async function forgetRows<T>(
  store: Pick<ProjectionStore<T>, 'rewrite'>,
  { name, filter, open }: Pick<Projection<T>, 'name' | 'filter' | 'open'>,
  stream: string,
): Promise<void> {
  // Of other streams it has no rows, and it could not even decode their events.
  if (passesStream(stream, filter)) await store.rewrite(name, stream, (tables) => open().forget(stream, tables))
}

/**
 * One stream after the other, and one that waits already is not asked for twice. Each holds a connection while it reads the log over
 * another: as many at once as there are connections would wait for each other for ever.
 */
export function oneByOne(forget: (stream: string) => Promise<void>): (stream: string) => Promise<void> {
  const waiting = new Map<string, Promise<void>>()
  let turn: Promise<unknown> = Promise.resolve()
  return (stream) => {
    const asked = waiting.get(stream)
    if (asked) return asked
    const mine = turn.then(() => {
      // Who asks from now on may have destroyed a key that is being read already.
      waiting.delete(stream)
      return forget(stream)
    })
    waiting.set(stream, mine)
    turn = mine.catch(() => undefined)
    return mine
  }
}
