import type { Aggregate, Fact, RecordedEvent } from '#domain/kernel'

/** The append that carried out a request. */
export interface KeyUse {
  readonly principal: string
  readonly digest: string
  readonly first: number
  readonly last: number
}

/** A stream folded up to a revision. */
export interface Folded<S> {
  readonly state: S
  readonly revision: number
  /** Hash of the event at that revision: what the next one is chained to. */
  readonly hash: string
  readonly keys: ReadonlyMap<string, KeyUse>
  /** Taken before the stream was last known to end here (see `StreamHeads`). */
  readonly mark: number
  /** At which revision it was last kept outside of memory. */
  readonly kept: number
}

export function unfolded<S>(initial: S): Folded<S> {
  return { state: initial, revision: -1, hash: '', keys: new Map(), mark: 0, kept: -1 }
}

export function foldOn<S, E extends Fact>(
  from: Folded<S>,
  aggregate: Pick<Aggregate<S, E>, 'evolve'>,
  events: readonly RecordedEvent<E>[],
  mark: number,
): Folded<S> {
  let { state, revision, hash } = from
  // Only ever added to, and each key always with the same use: sharing it with the older fold does no harm.
  const keys = from.keys as Map<string, KeyUse>
  const copied = new Set<object>()
  for (const { fact, meta, ...event } of events) {
    state = aggregate.evolve(state, fact, { time: meta.time, revision: event.revision, principal: meta.actor.principal, copied })
    revision = event.revision
    hash = event.hash
    if (!meta.key) continue
    const { id, digest } = meta.key
    keys.set(id, { principal: meta.actor.principal, digest, first: keys.get(id)?.first ?? revision, last: revision })
  }
  return { state, revision, hash, keys, mark, kept: from.kept }
}

export interface WarmStates {
  get<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>): Folded<S> | undefined
  /** Take one before folding: a state folded before a key was destroyed is not kept after it. */
  ticket(): number
  put<S, E extends Fact>(ticket: number, stream: string, aggregate: Aggregate<S, E>, folded: Folded<S>): void
  forget(stream: string | null): void
}

/** The states of the streams used last. They hold opened values, so they are forgotten when a key is destroyed. */
export function warmStates(capacity: number): WarmStates {
  const kept = new Map<string, { readonly aggregate: unknown; readonly folded: Folded<unknown> }>()
  let forgotten = 0
  return {
    get<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>) {
      const found = kept.get(stream)
      if (found?.aggregate !== aggregate) return undefined
      kept.delete(stream)
      kept.set(stream, found)
      return found.folded as Folded<S>
    },
    ticket: () => forgotten,
    put(ticket, stream, aggregate, folded) {
      const found = kept.get(stream)
      // A slower reader must not put an older state over a newer one.
      if (ticket !== forgotten || (found?.aggregate === aggregate && found.folded.revision > folded.revision)) return
      kept.delete(stream)
      kept.set(stream, { aggregate, folded })
      if (kept.size <= capacity) return
      const [oldest] = kept.keys()
      kept.delete(oldest!)
    },
    forget(stream) {
      forgotten += 1
      if (stream === null) kept.clear()
      else kept.delete(stream)
    },
  }
}
