import type { RecordedEvent, StoredEvent } from '#domain/kernel'
import { pack as aggregate, codec, evolve, initial, type PackFact, type PackFactType, type PackState } from '#domain/pack'
import { type Opened, openAsStored, openEvents, prepareToOpen } from '#platform/event-codec'
import { type EventLog, type LoggedEvent, pagesOf } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'

/** One event with the pack as it was before and after it. */
export interface Step {
  readonly event: RecordedEvent<PackFact>
  readonly before: PackState
  readonly after: PackState
}

export interface PackFolder {
  /**
   * The steps of these events, which are in the log's order. A pack that is not in memory is read from its stream. Events
   * that were in hand when their stream was removed for good have no steps. What is known of `erased` streams is not made use of.
   */
  steps(events: readonly LoggedEvent[], erased?: ReadonlySet<string>): Promise<readonly Step[]>
  /**
   * The same, for callers that need only each pack's state after its last wanted event, by stream: no state in
   * between is made whole, so an unwanted step has to leave fields alone.
   */
  ends(
    events: readonly LoggedEvent[],
    isWanted: (type: PackFactType) => boolean,
    erased?: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Omit<Step, 'before'>>>
  /** Fetches what `steps` of these events will need, so that it need not wait then. */
  prepare(events: readonly LoggedEvent[]): Promise<void>
  /** All steps of one pack's stream, from its beginning, by the keys as they are stored now. */
  stepsOf(stream: string): AsyncGenerator<readonly Step[]>
  /** Drops a pack whose keys were destroyed; null: all. */
  forget(stream: string | null): void
}

export interface FoldDeps {
  readonly log: Pick<EventLog, 'read'>
  readonly keys: SubjectKeys
  /** How many events' worth of folded packs may stay in memory. */
  readonly capacity?: number
  /** What has to be readable in the events of the steps; the packs' states are whole either way. */
  readonly opened?: Opened
}

interface Warm {
  readonly state: PackState
  readonly revision: number
}
const COLD: Warm = { state: initial, revision: -1 }
const NONE: ReadonlySet<string> = new Set()
const storedOf = (logged: readonly LoggedEvent[]) => logged.map(({ event }) => event)

/** Folds packs for projections: recent ones stay in memory, so that an event costs its own fold and no more. */
export function foldPacks({ log, keys, capacity = 100_000, opened: wanted = 'all' }: FoldDeps): PackFolder {
  // In order of last use, the oldest first.
  const warm = new Map<string, Warm>()
  let weight = 0

  function drop(stream: string): void {
    const found = warm.get(stream)
    if (found && warm.delete(stream)) weight -= found.revision + 1
  }
  function keep(stream: string, pack: Warm): void {
    drop(stream)
    warm.set(stream, pack)
    weight += pack.revision + 1
    for (const oldest of warm.keys()) {
      if (weight <= capacity || oldest === stream) return
      drop(oldest)
    }
  }
  function justBefore({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): Warm | undefined {
    if (revision === 0) return COLD
    const found = warm.get(stream)
    return found?.revision === revision - 1 ? found : undefined
  }
  /** The pack just before a revision: exactly there, since a step's `before` must not know what came later. */
  async function before(stream: string, revision: number, open: typeof opened): Promise<Warm> {
    const found = warm.get(stream)
    // Who follows only some types of events has the ones between them to read, and no more than those.
    let pack = found && found.revision < revision ? found : COLD
    const copied = new Set<object>()
    for await (const page of pagesOf(log, stream, BigInt(pack.revision + 1))) {
      for (const event of await open(page)) {
        if (event.revision < revision) pack = foldOne(pack, event, copied).pack
      }
      if (pack.revision === revision - 1) break
    }
    return pack
  }

  const opened = (events: readonly StoredEvent[]) => openEvents(events, codec, keys, wanted)
  const openedAsStored = (events: readonly StoredEvent[]) => openAsStored(events, codec, keys, wanted)

  async function fold(logged: readonly LoggedEvent[], erased = NONE, onStep: (step: Step) => void, copied?: Set<object>): Promise<void> {
    for (const stream of erased) drop(stream)
    const open = erased.size === 0 ? opened : openedAsStored
    for (const event of await open(storedOf(logged))) {
      // Most of the time it is at hand, and nothing has to be waited for.
      const earlier = justBefore(event) ?? (await before(event.stream, event.revision, open))
      if (earlier.revision < event.revision - 1 && (await log.read(event.stream, 0n, 1)).length === 0) continue
      const { pack, step } = foldOne(earlier, event, copied)
      keep(event.stream, pack)
      onStep(step)
    }
  }

  return {
    async steps(events, erased) {
      const steps: Step[] = []
      await fold(events, erased, (step) => void steps.push(step))
      return steps
    },
    async ends(events, isWanted, erased) {
      const ends = new Map<string, Step>()
      const onStep = (step: Step) => {
        if (isWanted(step.event.fact.type)) ends.set(step.event.stream, step)
      }
      await fold(events, erased, onStep, new Set())
      return ends
    },
    prepare: (logged) => prepareToOpen(storedOf(logged), codec, keys, wanted),
    async *stepsOf(stream) {
      let pack = COLD
      for await (const page of pagesOf(log, stream)) {
        const steps: Step[] = []
        for (const event of await openedAsStored(page)) {
          const folded = foldOne(pack, event)
          pack = folded.pack
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

/** Its own key was destroyed: it is gone for good, and so is everything that could be read of it. */
export const isGone = (steps: readonly Step[]): boolean => steps.some(({ after }) => aggregate.isGone(after))

function foldOne(pack: Warm, event: RecordedEvent<PackFact>, copied?: Set<object>): { pack: Warm; step: Step } {
  const { fact, meta, revision } = event
  if (revision !== pack.revision + 1) throw new Error(`revision ${revision} of a pack cannot follow ${pack.revision}`)
  const when = { time: meta.time, revision, principal: meta.actor.principal }
  const state = evolve(pack.state, fact, copied ? { ...when, copied } : when)
  return { pack: { state, revision }, step: { event, before: pack.state, after: state } }
}
