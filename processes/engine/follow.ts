import { type EventLog, type LoggedEvent, storedPlace } from '#platform/event-log'
import { type Owners, type Ownership, soleOwner } from '#platform/ownership'
import { pausesOf, type World } from '#platform/ports'
import type { Reader } from './read.ts'
import type { ProcessStore } from './store.ts'

export interface FollowDeps {
  readonly log: EventLog
  readonly store: ProcessStore
  readonly world: Pick<World, 'log' | 'timers'>
  /** Left out where no other process reads. */
  readonly owners?: Owners
  /** It is now read here, and was elsewhere. */
  readonly tookOver?: () => void
}
/** The parts that a process's reader owns. */
export const ownedBy = (process: string) => `process ${process}`

export interface ProcessStatus {
  readonly name: string
  /** `standby`: another process reads. */
  readonly state: 'standby' | 'starting' | 'catching-up' | 'live' | 'troubled'
  readonly position: string
  /** Name of the error that keeps it from going on; it tries again by itself. */
  readonly problem: string | null
}
export interface Follower {
  status(): ProcessStatus
  stop(): Promise<void>
}

/** Pages from which nothing follows move the stored position only that often: it costs a write, and gains a short restart. Until then it counts as behind. */
const STORE_MS = 10_000
const RETRY_MS = 1_000
/** So long the question who reads may take, before it is said that another does. */
const STANDBY_MS = 2_000

/**
 * Reads the log from where this process stood and commits what follows from each page of it, for as long as it is the one that does.
 * One that was thought dead and wakes up does no harm: what it asks for was asked for under the same keys, and the position never goes back.
 */
export function followLog({ log, store, world, owners = soleOwner, tookOver }: FollowDeps, { name, filter, effectsOf }: Reader): Follower {
  let status: ProcessStatus = { name, state: 'starting', position: '', problem: null }
  let stopped = false
  const stopping = Promise.withResolvers<void>()

  const trouble = (error: unknown) => {
    status = { ...status, state: 'troubled', problem: error instanceof Error ? error.name : typeof error }
    world.log.warn({ process: name, error }, 'a process could not go on and tries again')
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const waiting = world.timers.after(STANDBY_MS, () => {
        if (status.state === 'starting') status = { ...status, state: 'standby' }
      })
      const ownership = await owners.acquireLeadership(ownedBy(name), stopping.promise)
      waiting()
      if (ownership === null) return
      if (status.state === 'standby') tookOver?.()
      await read(ownership).finally(ownership.release)
      status = { ...status, state: 'standby' }
    }
  }

  async function read({ lost }: Ownership): Promise<void> {
    const retries = pausesOf(world.timers)
    let over = false
    const ended = Promise.race([lost, stopping.promise]).then(() => {
      over = true
      retries.end()
    })
    let position: string | null = null
    while (position === null && !over) {
      position = await store.position(name).catch((error: unknown) => {
        trouble(error)
        return null
      })
      if (position === null) await retries.pause(RETRY_MS)
    }
    if (over || position === null) return
    let page: LoggedEvent[] = []
    const place = storedPlace(position, STORE_MS, world.timers, (_from, to) => store.commit(name, to, []))
    let caughtUp = false
    const reached = (to: string) => {
      status = { name, state: caughtUp ? 'live' : 'catching-up', position: to, problem: null }
    }
    async function carryOn(to: string): Promise<void> {
      const effects = await effectsOf(page)
      if (effects.length === 0) place.passed(to)
      else await place.move(to, () => store.commit(name, to, effects))
      page = []
      reached(to)
    }
    status = { ...status, state: 'catching-up', position }
    const subscription = log.subscribe({
      after: position,
      filter,
      onEvent: (logged) => void page.push(logged),
      onCheckpoint(to) {
        if (page.length > 0) return carryOn(to)
        place.passed(to)
        reached(to)
      },
      onCaughtUp() {
        caughtUp = true
        status = { ...status, state: 'live' }
      },
      onTrouble: trouble,
    })
    await ended
    await subscription.stop()
    await place.close()
  }

  const running = run()
  return {
    status: () => status,
    stop() {
      stopped = true
      stopping.resolve()
      return running
    },
  }
}
