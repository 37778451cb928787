import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Json } from '#domain/kernel'
import type { World } from '#platform/ports'
import { inTransaction, PROMPTLY, type Queries, watchLines } from '#platform/postgres'
import {
  add,
  type Claim,
  claim,
  find,
  forgotten,
  giveUpOn,
  type Interrupted,
  leftOf,
  removeOf,
  revive,
  type Spent,
  settle,
  takeBack,
  takeUpAgain,
} from './effects.ts'
import { deadAmong, holdLease, type Lease } from './lease.ts'
import { type Handler, isTold, type Jobs, kindOf, type QueueSettings, retryDelay } from './port.ts'

interface Definition {
  readonly handler: Handler
  readonly settings: QueueSettings
}
type Dispatch = { readonly key: string }

export interface PgBossOptions {
  readonly pool: pg.Pool
  /** The same database as the pool's. */
  readonly url: string
  readonly world: World
  /** How long `stop` waits for running jobs. */
  readonly patienceSeconds?: number
}

/**
 * Jobs on pg-boss. It carries only keys, and decides when one is looked at; the `effect` table says what there is to do
 * and what was done, so that retries, crashes and replays are counted in one place.
 */
export function pgBossJobs(options: PgBossOptions): Jobs {
  const { pool, world } = options
  const { log, timers } = world
  const worker = world.ids.next()
  const definitions = new Map<string, Definition>()
  const workers = new Map<string, string[]>()
  const boss = new PgBoss({ connectionString: options.url, max: 6, schedule: false, useListenNotify: true })
  boss.on('error', (error) => log.warn({ part: 'jobs', error }, 'the job queue reports a problem'))
  const giveUp = new AbortController()
  const running = new Set<Promise<void>>()
  let lease: Lease | null = null
  let cancelPatrol = () => {}
  let stopping = false

  const dispatch = async (queries: Queries, queue: string, key: string, notBefore?: number) => {
    await boss.send(queue, { key } satisfies Dispatch, {
      // Within the caller's transaction: the job and its dispatch come into being together.
      db: { executeSql: (text, values) => queries.query(text, values as unknown[]) },
      ...(notBefore === undefined ? {} : { startAfter: new Date(notBefore) }),
    })
    if (notBefore !== undefined) wakeAt(queue, notBefore)
  }

  /** A postponed job rings no bell when its time comes: without this it would wait for the next poll. */
  const wakeAt = (queue: string, time: number) => {
    const delay = time - world.clock.now() + 30
    if (delay > 0 && delay < LONGEST_TIMER) timers.after(delay, () => workers.get(queue)?.forEach((id) => void boss.notifyWorker(id)))
  }

  /** A run's outcome must not be lost because the database was away for a moment. */
  const record = async (work: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await work()
        return
      } catch (error) {
        if (stopping) throw error
        log.warn({ part: 'jobs', error }, 'a job’s outcome could not be recorded yet')
        await new Promise<void>((again) => timers.after(1000, again))
      }
    }
  }

  const run = async (queue: string, { handler, settings }: Definition, claimed: Claim, expired: AbortSignal) => {
    const { key, data, attempt, failures } = claimed
    const last = failures >= settings.retries
    const signal = AbortSignal.any([expired, giveUp.signal])
    try {
      await unlessAborted(handler(data, { key, attempt, last, signal }), signal)
      await record(() => settle(pool, claimed, 'done', null))
    } catch (error) {
      // Handed back: the next start finds it running by a worker that is gone.
      if (giveUp.signal.aborted) return
      log.warn({ queue, key, attempt, last, error }, last ? 'a job failed for good' : 'a job failed and will be run again')
      const over = last && (await told(settings, data, key))
      const delay = retryDelay(settings, failures + 1, world.random.fraction())
      await record(() =>
        inTransaction(pool, async (connection) => {
          const mine = await settle(connection, claimed, over ? 'failed' : 'waiting', kindOf(error))
          if (mine && !over) await dispatch(connection, queue, key, world.clock.now() + delay)
        }),
      )
    }
  }

  const told = (settings: QueueSettings, data: Json, key: string) =>
    isTold(settings, data, key, (error) => log.error({ key, error }, 'a failed job could not be reported yet'))

  const take = async (queue: string, definition: Definition, key: string, expired: AbortSignal) => {
    const claimed = await claim(pool, key, worker)
    if (claimed) await run(queue, definition, claimed, expired)
  }

  const work = async (queue: string, definition: Definition) => {
    const id: string = await boss.work<Dispatch>(queue, { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }, async ([job]) => {
      if (!job) return
      const done = take(queue, definition, job.data.key, job.signal)
      running.add(done)
      try {
        await done
      } finally {
        running.delete(done)
        // Several jobs sent in one transaction ring once: without this the rest would wait for the next poll.
        boss.notifyWorker(id)
      }
    })
    workers.set(queue, [...(workers.get(queue) ?? []), id])
  }

  /** Looks for jobs that a dead worker left running, or had been handed and not begun, and starts them again. */
  const patrol = async () => {
    const takeOver = async (connection: Queries) => {
      const { rows } = await connection.query<{ worker: string }>(
        "SELECT DISTINCT worker FROM effect WHERE state = 'running' AND worker <> $1",
        [worker],
      )
      const again: Interrupted[] = []
      const spent: Spent[] = []
      for (const dead of await deadAmong(
        connection,
        rows.map((row) => row.worker),
      )) {
        again.push(...(await takeBack(connection, dead, queuesWith(Number.isFinite))))
        spent.push(...(await leftOf(connection, dead)))
      }
      for (const job of again) await dispatch(connection, job.queue, job.key, pauseAfter(job))
      for (const job of await forgotten(connection)) await dispatch(connection, job.queue, job.key)
      return { again, spent }
    }
    const { again, spent } = await inTransaction(pool, takeOver, PROMPTLY)
    if (again.length > 0) log.info({ part: 'jobs', count: again.length }, 'jobs that a stopped process left are run again')
    for (const job of spent) {
      const settings = definitions.get(job.queue)?.settings
      // Until it is told it is nobody's, and the next look finds it once more.
      if (settings && (await told(settings, job.data, job.key))) await giveUpOn(pool, job)
    }
  }

  /** What kills its process again and again is tried ever more rarely, or nothing else would ever run. */
  const pauseAfter = ({ queue, interruptions }: Interrupted): number | undefined => {
    const settings = definitions.get(queue)?.settings
    if (!settings || interruptions <= MANY_INTERRUPTIONS) return undefined
    return world.clock.now() + retryDelay(settings, interruptions - MANY_INTERRUPTIONS, world.random.fraction())
  }
  const queuesWith = (retries: (most: number) => boolean) =>
    [...definitions].filter(([, { settings }]) => retries(settings.retries)).map(([queue]) => queue)

  const patrolEvery = (ms: number) => {
    if (stopping) return
    cancelPatrol = timers.after(ms, () => {
      patrol()
        .catch((error: unknown) => log.warn({ part: 'jobs', error }, 'jobs of stopped processes could not be looked for'))
        .finally(() => patrolEvery(PATROL_MS))
    })
  }

  return {
    define(queue, handler, settings) {
      definitions.set(queue, { handler, settings })
    },
    async start() {
      try {
        await boss.start()
      } catch (error) {
        // What it had begun by then would be there twice if it is started again.
        await boss.stop({ graceful: false }).catch(() => undefined)
        throw error
      }
      // It has a pool of its own, whose queries it waits for as long as they take.
      watchLines((boss.getDb() as unknown as { pool: pg.Pool }).pool, options.url, timers)
      for (const [queue, { settings }] of definitions) {
        const queueOptions = {
          notify: true,
          retryLimit: 20,
          retryDelay: 1,
          expireInSeconds: settings.timeoutSeconds,
          retentionSeconds: YEAR,
        }
        await boss.createQueue(queue, queueOptions)
        await boss.updateQueue(queue, queueOptions)
      }
      lease ??= await holdLease(pool, worker, world)
      await takeUpAgain(
        pool,
        queuesWith((most) => !Number.isFinite(most)),
      )
      await patrol()
      for (const [queue, definition] of definitions) {
        while ((workers.get(queue)?.length ?? 0) < definition.settings.concurrency) await work(queue, definition)
      }
      patrolEvery(1000)
    },
    async send(queue, data, { key, notBefore, connection }) {
      const send = async (queries: Queries) => {
        const added = await add(queries, queue, key, data)
        if (added) await dispatch(queries, queue, key, notBefore)
        return added
      }
      return connection ? send(connection) : inTransaction(pool, send)
    },
    find: (key) => find(pool, key),
    retry: (key, data) =>
      inTransaction(pool, async (connection) => {
        const queue = await revive(connection, key, data)
        if (queue) await dispatch(connection, queue, key)
        return queue !== null
      }),
    removeOf: (pack, { but }) => removeOf(pool, pack, but),
    async stop() {
      stopping = true
      cancelPatrol()
      for (const queue of definitions.keys()) await boss.offWork(queue, { wait: false })
      const cancel = timers.after((options.patienceSeconds ?? 20) * 1000, () => giveUp.abort())
      await Promise.allSettled(running)
      cancel()
      await boss.stop({ graceful: false })
      lease?.release()
    },
  }
}

const YEAR = 365 * 24 * 3600
const PATROL_MS = 3_000
// A restart interrupts too, and more than a few in a row are no accident.
const MANY_INTERRUPTIONS = 5
// Beyond this polling is prompt enough, and timers would pile up.
const LONGEST_TIMER = 600_000

function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason ?? new Error('aborted')), { once: true })
    work.then(resolve, reject)
  })
}
