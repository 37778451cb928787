import type { Aggregate, Fact, RecordedEvent, StoredEvent } from '#domain/kernel'
import { type Opened, openAsStored, openEvents, prepareToOpen } from '#platform/event-codec'
import { type EventLog, type LoggedEvent, pagesOf } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'

/** One event with the state before and after it. */
export interface Step<S, E extends Fact> {
  readonly event: RecordedEvent<E>
  readonly before: S
  readonly after: S
}

export interface Folder<S, E extends Fact> {
  /**
   * The steps of these events, which are in the log's order. A state that is not in memory is read from its stream. Events
   * that were in hand when their stream was removed for good have no steps. What is known of `erased` streams is not made use of.
   */
  steps(events: readonly LoggedEvent[], erased?: ReadonlySet<string>): Promise<readonly Step<S, E>[]>
  /**
   * The same, for callers that need only each stream's state after its last wanted event, by stream: no state in
   * between is made whole, so an unwanted step has to leave fields alone.
   */
  ends(
    events: readonly LoggedEvent[],
    isWanted: (type: E['type']) => boolean,
    erased?: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Omit<Step<S, E>, 'before'>>>
  /** Fetches what `steps` of these events will need, so that it need not wait then. */
  prepare(events: readonly LoggedEvent[]): Promise<void>
  /** All steps of one stream, from its beginning, by the keys as they are stored now. */
  stepsOf(stream: string): AsyncGenerator<readonly Step<S, E>[]>
  /** Drops a stream that had keys destroyed; null: all. */
  forget(stream: string | null): void
}

export interface FoldDeps {
  readonly log: Pick<EventLog, 'read'>
  readonly keys: SubjectKeys
  /** How many events' worth of folded streams may stay in memory. */
  readonly capacity?: number
  /** What has to be readable in the events of the steps; the states are whole either way. */
  readonly opened?: Opened
}

interface Warm<S> {
  readonly state: S
  readonly revision: number
}
const NONE: ReadonlySet<string> = new Set()
const storedOf = (logged: readonly LoggedEvent[]) => logged.map(({ event }) => event)

/** Folds streams for projections: recent ones stay in memory, so that an event costs its own fold and no more. */
export function foldStreams<S, E extends Fact>(
  { codec, evolve, initial }: Pick<Aggregate<S, E>, 'codec' | 'evolve' | 'initial'>,
  { log, keys, capacity = 100_000, opened: wanted = 'all' }: FoldDeps,
): Folder<S, E> {
  const COLD: Warm<S> = { state: initial, revision: -1 }
  // In order of last use, the oldest first.
  const warm = new Map<string, Warm<S>>()
  let weight = 0

  function drop(stream: string): void {
    const found = warm.get(stream)
    if (found && warm.delete(stream)) weight -= found.revision + 1
  }
  function keep(stream: string, folded: Warm<S>): void {
    drop(stream)
    warm.set(stream, folded)
    weight += folded.revision + 1
    for (const oldest of warm.keys()) {
      if (weight <= capacity || oldest === stream) return
      drop(oldest)
    }
  }
  function justBefore({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): Warm<S> | undefined {
    if (revision === 0) return COLD
    const found = warm.get(stream)
    return found?.revision === revision - 1 ? found : undefined
  }
  /** The state just before a revision: exactly there, since a step's `before` must not know what came later. */
  async function before(stream: string, revision: number, open: typeof opened): Promise<Warm<S>> {
    const found = warm.get(stream)
    // Who follows only some types of events has the ones between them to read, and no more than those.
    let earlier = found && found.revision < revision ? found : COLD
    const copied = new Set<object>()
    for await (const page of pagesOf(log, stream, BigInt(earlier.revision + 1))) {
      for (const event of await open(page)) {
        if (event.revision < revision) earlier = foldOne(earlier, event, copied).now
      }
      if (earlier.revision === revision - 1) break
    }
    return earlier
  }

  function foldOne(last: Warm<S>, event: RecordedEvent<E>, copied?: Set<object>): { now: Warm<S>; step: Step<S, E> } {
    const { fact, meta, revision } = event
    if (revision !== last.revision + 1) throw new Error(`revision ${revision} of a stream cannot follow ${last.revision}`)
    const when = { time: meta.time, revision, principal: meta.actor.principal }
    const state = evolve(last.state, fact, copied ? { ...when, copied } : when)
    return { now: { state, revision }, step: { event, before: last.state, after: state } }
  }

  const opened = (events: readonly StoredEvent[]) => openEvents(events, codec, keys, wanted)
  const openedAsStored = (events: readonly StoredEvent[]) => openAsStored(events, codec, keys, wanted)

  async function fold(
    logged: readonly LoggedEvent[],
    erased = NONE,
    onStep: (step: Step<S, E>) => void,
    copied?: Set<object>,
  ): Promise<void> {
    for (const stream of erased) drop(stream)
    const open = erased.size === 0 ? opened : openedAsStored
    for (const event of await open(storedOf(logged))) {
      // Most of the time it is at hand, and nothing has to be waited for.
      const earlier = justBefore(event) ?? (await before(event.stream, event.revision, open))
      if (earlier.revision < event.revision - 1 && (await log.read(event.stream, 0n, 1)).length === 0) continue
      const { now, step } = foldOne(earlier, event, copied)
      keep(event.stream, now)
      onStep(step)
    }
  }

  return {
    async steps(events, erased) {
      const steps: Step<S, E>[] = []
      await fold(events, erased, (step) => void steps.push(step))
      return steps
    },
    async ends(events, isWanted, erased) {
      const ends = new Map<string, Step<S, E>>()
      const onStep = (step: Step<S, E>) => {
        if (isWanted(step.event.fact.type)) ends.set(step.event.stream, step)
      }
      await fold(events, erased, onStep, new Set())
      return ends
    },
    prepare: (logged) => prepareToOpen(storedOf(logged), codec, keys, wanted),
    async *stepsOf(stream) {
      let last = COLD
      for await (const page of pagesOf(log, stream)) {
        const steps: Step<S, E>[] = []
        for (const event of await openedAsStored(page)) {
          const folded = foldOne(last, event)
          last = folded.now
          steps.push(folded.step)
        }
        yield steps
      }
    },
    forget(stream) {
      if (stream !== null) return drop(stream)
      warm.clear()
      weight = 0
    },
  }
}
