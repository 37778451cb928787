import { type EventLog, type LoggedEvent, START, storedPlace } from '#platform/event-log'
import type { Owners } from '#platform/ownership'
import { pausesOf, type World } from '#platform/ports'
import { forgetRows } from './forget.ts'
import type { Projection, ProjectionStatus, Projector } from './port.ts'
import { advance, CheckpointMoved, OwnedByNewerVersion, type ProjectionStore } from './store.ts'
import { faultOf, passes } from './trouble.ts'

export interface OwnerDeps<T> {
  readonly store: ProjectionStore<T>
  readonly log: EventLog
  readonly owners: Owners
  readonly world: Pick<World, 'timers' | 'log'>
  /** Rows of these streams may have changed and the checkpoint has moved. */
  moved(name: string, streams: readonly string[]): void
}
export interface Owner {
  status(): ProjectionStatus
  /** Starts again after a fault. */
  retry(): void
  /** Somebody waits: do the postponed work now. */
  hurry(): void
  forget(stream: string): Promise<void>
  letGo(stream: string | null): void
  stop(): Promise<void>
}

/** How long until it begins again after an interruption, or looks again whether a fault was mended. */
const STANDBY_MS = 1_000
const PAGE = 1_000
/** Where events come one after the other, they are written together this often, unless somebody waits for them. */
const GATHER_MS = 25
/** Where many come, rows are written less often: most of them concern the same documents, whose row is then written once. */
const BUSY = { events: 8, gatherMs: 100 }
/** The place reached without an event of ours is stored only that often: it costs a write, and matters to other processes alone. */
const STORE_MS = 100
/** After so many events at once the tables are no longer what the planner knows of them. */
const MANY = 1_000

/** Keeps one projection up to date for as long as this process is its owner, and waits for its turn otherwise. */
export function startOwner<T>({ store, log, owners, world, moved }: OwnerDeps<T>, projection: Projection<T>): Owner {
  const { name } = projection
  const stopping = Promise.withResolvers<void>()
  const turns = pausesOf(world.timers)
  const gathering = pausesOf(world.timers)
  let stopped = false
  let woken = false
  let projector: Projector<T> | null = null
  let hurried = false
  let status: ProjectionStatus = { name, state: 'standby', position: START, fault: null }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        const ownership = await owners.acquireLeadership(name, stopping.promise)
        if (ownership) await keepUp(ownership.lost).finally(ownership.release)
        if (!stopped && status.state === 'stopped') await untilMended()
      } catch (error) {
        if (!stopped) tell(error)
      }
      if (stopped) return
      if (status.state !== 'stopped') status = { ...status, state: 'standby' }
      await turns.pause(STANDBY_MS)
    }
  }

  let outdated = false
  function tell(error: unknown): void {
    if (!(error instanceof OwnedByNewerVersion)) {
      world.log.warn({ projection: name, error }, 'a projection was interrupted and begins again')
    } else if (!outdated) {
      // It looks again and again, and says so once.
      outdated = true
      world.log.warn({ projection: name }, 'a projection is kept by a newer version, and left to it')
    }
  }

  /** Follows the log until ownership is lost, the process stops, or an event can't be projected. */
  async function keepUp(lost: Promise<void>): Promise<void> {
    const { position, fault } = await store.prepare(projection, START)
    const mine = projection.open()
    projector = mine
    status = { name, state: 'catching-up', position, fault }
    const over = Promise.withResolvers<void>()
    let ended = false
    const end = () => {
      ended = true
      over.resolve()
    }
    let page: LoggedEvent[] = []
    let projected = 0
    const place = storedPlace(position, STORE_MS, world.timers, (from, to) =>
      advance(store, { name, from, to, streams: [] }, async () => undefined),
    )

    async function write(events: readonly LoggedEvent[], to: string): Promise<void> {
      const streams = [...new Set(events.map(({ event }) => event.stream))]
      if (events.length === 0) place.passed(to)
      else {
        await place.move(to, (from) =>
          advance(store, { name, from, to, streams }, (tables, erased) => mine.project(events, tables, erased)),
        )
      }
      status = { ...status, position: to, fault: null }
      projected += events.length
      moved(name, streams)
    }
    /** One event a transaction: what can be projected is, and the one that can't is known by its id. */
    async function isolate(to: string): Promise<void> {
      while (page.length > 0) {
        const [first] = page as [LoggedEvent]
        try {
          await write([first], first.position)
        } catch (error) {
          if (error instanceof CheckpointMoved || passes(error)) throw error
          status = { ...status, state: 'stopped', fault: faultOf(first, error) }
          world.log.error({ projection: name, fault: status.fault, error }, 'a projection stopped: an event could not be projected')
          await store.recordFault(name, status.fault!)
          return end()
        }
        page = page.slice(1)
      }
      await write([], to)
    }
    const subscription = log.subscribe({
      after: position,
      filter: projection.filter,
      pageSize: PAGE,
      onEvent: (logged) => void page.push(logged),
      async onCheckpoint(to) {
        if (ended) return
        hurried = false
        try {
          await write(page, to)
        } catch (error) {
          if (error instanceof CheckpointMoved) return end()
          if (passes(error)) throw error
          await isolate(to)
        }
        const written = page.length
        page = []
        if (hurried || status.state !== 'live' || written === 0 || written === PAGE) return
        await gathering.pause(written < BUSY.events ? GATHER_MS : BUSY.gatherMs)
      },
      async onCaughtUp() {
        if (ended) return
        status = { ...status, state: 'live' }
        if (projected >= MANY) await store.analyse(name)
      },
      onTrouble: (error) => {
        if (error instanceof CheckpointMoved) return end()
        world.log.warn({ projection: name, error }, 'a projection failed and tries again')
      },
    })
    await Promise.race([over.promise, lost, stopping.promise])
    ended = true
    await subscription.stop()
    await place.close()
    projector = null
  }

  async function untilMended(): Promise<void> {
    const before = await store.checkpoint(name)
    while (!stopped && !woken) {
      await turns.pause(STANDBY_MS)
      const now = await store.checkpoint(name).catch(() => before)
      if (now?.rebuilds !== before?.rebuilds) break
    }
    woken = false
    status = { ...status, state: 'standby' }
  }

  const running = run()
  return {
    status: () => status,
    retry() {
      // Only while it is stuck: otherwise the next pause would be none.
      if (status.state !== 'stopped') return
      woken = true
      turns.cut()
    },
    hurry() {
      hurried = true
      gathering.cut()
    },
    async forget(stream) {
      await forgetRows(store, { ...projection, open: () => projector ?? projection.open() }, stream)
      moved(name, [stream])
    },
    letGo: (stream) => projector?.letGo(stream),
    stop() {
      stopped = true
      stopping.resolve()
      turns.end()
      gathering.end()
      return running
    },
  }
}
