import type { Aggregate, Fact, Json } from '#domain/kernel'
import type { EventLog } from '#platform/event-log'
import type { Snapshots } from '#platform/snapshots'
import type { Folded, KeyUse } from './warm.ts'

/** A state is kept again after so many events: reading those takes a few milliseconds. */
const EVERY = 500

export interface StoredStates {
  /** The stored state of a stream, where the log still holds the event it ends with; else undefined. */
  find<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>): Promise<Folded<S> | undefined>
  /** Keeps a state whose stream has grown enough since, without waiting for it. Answers what is to stay in memory. */
  keep<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>, folded: Folded<S>): Folded<S>
}

/** What a snapshot holds: the state, and the requests that were carried out. */
type Body<S> = { readonly state: S; readonly keys: readonly (readonly [string, KeyUse])[] }

/** Whether the log still holds the event that a state ends with. */
export async function endsInLog(
  log: Pick<EventLog, 'read'>,
  stream: string,
  end: Pick<Folded<unknown>, 'revision' | 'hash'>,
): Promise<boolean> {
  if (end.revision < 0) return true
  const [last] = await log.read(stream, BigInt(end.revision), 1)
  return last?.hash === end.hash
}

/** @param every left out but in tests */
export function storedStates(log: Pick<EventLog, 'read'>, snapshots: Snapshots, every = EVERY): StoredStates {
  return {
    async find<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>) {
      const found = aggregate.plain ? await snapshots.find(stream) : null
      if (!found) return undefined
      const { revision, hash } = found
      // Of a log that was restored from a time before, or a stream that was removed, it says nothing.
      if (!(await endsInLog(log, stream, found))) return undefined
      const { state, keys } = found.body as unknown as Body<S>
      return { state, revision, hash, keys: new Map(keys), mark: 0, kept: revision }
    },
    keep(stream, { plain }, folded) {
      const { state, revision, hash, keys } = folded
      if (!plain || revision - folded.kept < every) return folded
      const body: Body<unknown> = { state, keys: [...keys] }
      void snapshots.keep(stream, { revision, hash, body: body as unknown as Json })
      return { ...folded, kept: revision }
    },
  }
}
