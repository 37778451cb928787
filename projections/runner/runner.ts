import type { EventLog } from '#platform/event-log'
import { type Owners, soleOwner } from '#platform/ownership'
import type { World } from '#platform/ports'
import type { Queries } from '#platform/postgres'
import type { SubjectKeys } from '#platform/subject-keys'
import { oneByOne } from './forget.ts'
import { startOwner } from './owner.ts'
import type { Projection, ProjectionStatus } from './port.ts'
import type { ProjectionStore } from './store.ts'
import { waitFor } from './waiting.ts'

export interface RunnerDeps<T = Queries> {
  readonly store: ProjectionStore<T>
  readonly log: EventLog
  /** What destroyed keys had sealed leaves rows and memory. */
  readonly keys: Pick<SubjectKeys, 'onDestroyed'>
  /** Left out where no other process fills these rows. */
  readonly owners?: Owners
  readonly world: Pick<World, 'timers' | 'log'>
}

/** Rows of these streams may have changed. */
export interface RowsChanged {
  readonly projection: string
  readonly streams: readonly string[]
}

export interface Projections {
  status(): readonly ProjectionStatus[]
  /** Waits until everything up to `position` (null: up to now) is in the rows; false when it took too long. */
  waitFor(name: string, position: string | null, timeoutMs: number): Promise<boolean>
  /** News for live lists, after the rows are there. Only of what this process projects. */
  onRows(listener: (change: RowsChanged) => void): () => void
  /** Resolves when what destroyed keys of this stream had sealed is gone from rows and memory. Also done when keys tell of it. */
  forget(stream: string): Promise<void>
  /** Continues after a fault, once its cause was fixed. */
  retry(name: string): void
  stop(): Promise<void>
}

/** Keeps read models up to date: each on its own, so that a stuck one holds up no other. */
export function startProjections<T>(deps: RunnerDeps<T>, projections: readonly Projection<T>[]): Projections {
  const listeners = new Set<(change: RowsChanged) => void>()
  let news = Promise.withResolvers<void>()
  const moved = (projection: string, streams: readonly string[]) => {
    news.resolve()
    news = Promise.withResolvers<void>()
    if (streams.length > 0) for (const listener of listeners) listener({ projection, streams })
  }
  const owners = new Map(projections.map((projection) => [projection.name, startOwner({ owners: soleOwner, ...deps, moved }, projection)]))
  const waitDeps = { store: deps.store, log: deps.log, timers: deps.world.timers, news: () => news.promise }

  const forget = oneByOne(async (stream) => {
    for (const owner of owners.values()) await owner.forget(stream)
  })
  const unhear = deps.keys.onDestroyed((stream) => {
    // At once: rewriting rows waits its turn and may fail; the process that destroyed the key repeats it.
    for (const owner of owners.values()) owner.letGo(stream)
    if (stream === null) return
    forget(stream).catch((error: unknown) => deps.world.log.error({ stream, error }, 'rows of an erased stream could not be rewritten'))
  })

  return {
    status: () => [...owners.values()].map((owner) => owner.status()),
    waitFor(name, position, timeoutMs) {
      const projection = projections.find((each) => each.name === name)
      if (!projection) throw new RangeError(`there is no projection called ${name}`)
      const owner = owners.get(name)!
      const reached = () => {
        const { state, position: at } = owner.status()
        return state === 'live' || state === 'catching-up' ? at : null
      }
      return waitFor({ ...waitDeps, reached, hurry: owner.hurry }, projection, position, timeoutMs)
    },
    onRows(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    forget,
    retry: (name) => owners.get(name)?.retry(),
    async stop() {
      unhear()
      await Promise.all([...owners.values()].map((owner) => owner.stop()))
    },
  }
}
