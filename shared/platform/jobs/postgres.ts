import type pg from 'pg'
import type { Json } from '#domain/kernel'
import { keepTurn, type Owners, type Turn } from '#platform/ownership'
import { type Listening, type Pauses, pausesOf, type World } from '#platform/ports'
import { listen } from '#platform/postgres'
import { type Handler, isFailureReported, type Jobs, kindOf, type QueueSettings, retryDelay } from './port.ts'
import {
  type Abandoned,
  abandonedByOthers,
  add,
  type Claim,
  claim,
  DUE_CHANNEL,
  dueSoon,
  find,
  interrupt,
  nameQueues,
  type Outcome,
  releaseUnknown,
  removeOf,
  revive,
  settle,
  takeUpAgain,
  WORKER_PREFIX,
} from './table.ts'

interface Definition {
  readonly handler: Handler
  readonly settings: QueueSettings
}

export interface PostgresJobsOptions {
  /** With `jobMigrations` applied. */
  readonly pool: pg.Pool
  readonly world: World
  /** How other processes see that this one lives. */
  readonly owners: Owners
  /** How long `stop` waits for running jobs. */
  readonly patienceSeconds?: number
}

/**
 * Jobs in one table. A worker claims what is due, under a lock that ends with its process; a notice says when something new is due,
 * polling finds what a lost notice missed.
 */
export function postgresJobs({ pool, world, owners, patienceSeconds = 20 }: PostgresJobsOptions): Jobs {
  const { log, timers } = world
  const worker = `${WORKER_PREFIX}${world.ids.next()}`
  const definitions = new Map<string, Definition>()
  /** By queue: the runs under way, by key. */
  const running = new Map<string, Map<string, Promise<void>>>()
  const giveUp = new AbortController()
  const [polls, patrols] = [pausesOf(timers), pausesOf(timers)]
  let turn: (Turn & { close(): Promise<void> }) | null = null
  let notices: Listening | null = null
  let stopped = false

  const keysUnderWay = () => [...running.values()].flatMap((runs) => [...runs.keys()])

  /** Queues to look at. One look at a time, so that it is known which claims were answered. */
  const wanted = new Set<string>()
  let looks: Promise<void> | null = null
  let unanswered = false
  function look(...queues: readonly string[]): void {
    for (const queue of queues) wanted.add(queue)
    looks ??= takeWanted()
  }
  async function takeWanted(): Promise<void> {
    // Not before `looks` is set.
    await null
    for (const queue of wanted) {
      wanted.delete(queue)
      try {
        await takeFrom(queue)
      } catch (error) {
        unanswered = true
        log.warn({ part: 'jobs', queue, error }, 'no job could be taken now; the next look tries again')
      }
    }
    looks = null
  }
  async function takeFrom(queue: string): Promise<void> {
    const definition = definitions.get(queue)
    const runs = running.get(queue)
    if (!definition || !runs || stopped || !turn?.isMine()) return
    if (unanswered) await releaseUnknown(pool, worker, keysUnderWay())
    unanswered = false
    const free = definition.settings.concurrency - runs.size
    if (free <= 0) return
    for (const claimed of await claim(pool, queue, worker, free)) {
      const run = carryOut(queue, definition, claimed)
        .catch((error: unknown) => log.warn({ part: 'jobs', queue, error }, 'a job was left to the next start'))
        .finally(() => {
          runs.delete(claimed.key)
          look(queue)
        })
      runs.set(claimed.key, run)
    }
  }
  function lookIn(ms: number, queue: string): void {
    // Timers may come a little early, and then nothing would be due yet.
    if (ms > 0) timers.after(ms + EARLY_MS, () => look(queue))
    else look(queue)
  }

  /** A run's outcome must not be lost because the database was away for a moment. */
  async function record(claimed: Claim, outcome: Outcome): Promise<boolean> {
    for (;;) {
      try {
        return await settle(pool, claimed, outcome)
      } catch (error) {
        if (stopped) throw error
        log.warn({ part: 'jobs', error }, 'a job’s outcome could not be recorded yet')
        await new Promise<void>((again) => timers.after(RECORD_AGAIN_MS, again))
      }
    }
  }

  async function carryOut(queue: string, { handler, settings }: Definition, claimed: Claim): Promise<void> {
    const { key, data, attempt, failures } = claimed
    const last = failures >= settings.retries
    const expired = new AbortController()
    const cancel = timers.after(settings.timeoutSeconds * 1000, () => expired.abort())
    const signal = AbortSignal.any([expired.signal, giveUp.signal])
    try {
      await unlessAborted(handler(data, { key, attempt, last, signal }), signal)
      await record(claimed, { state: 'done' })
    } catch (error) {
      // Handed back: the next start finds it running by a worker that is gone.
      if (giveUp.signal.aborted) return
      log.warn({ queue, key, attempt, last, error }, last ? 'a job failed for good' : 'a job failed and will be run again')
      const over = last && (await reported(settings, data, key))
      const delayMs = over ? 0 : retryDelay(settings, failures + 1, world.random.fraction())
      const mine = await record(claimed, { state: over ? 'failed' : 'waiting', error: kindOf(error), delayMs })
      if (mine && !over && delayMs < POLL_MS) lookIn(delayMs, queue)
    } finally {
      cancel()
    }
  }

  const reported = (settings: QueueSettings, data: Json, key: string) =>
    isFailureReported(settings, data, key, (error) => log.error({ key, error }, 'a failed job could not be reported yet'))

  /** Has jobs that dead workers left run again, or gives them up where that happened too often. */
  async function patrol(): Promise<void> {
    const abandoned = await abandonedByOthers(pool, worker)
    for (const job of abandoned) await recover(job)
    if (abandoned.length > 0) log.info({ part: 'jobs', count: abandoned.length }, 'a stopped process left jobs behind')
  }
  async function recover(job: Abandoned): Promise<void> {
    const settings = definitions.get(job.queue)?.settings
    // How patient other processes' queues are is not known here.
    if (!settings || !Number.isFinite(settings.retries) || job.interruptions < MOST_INTERRUPTIONS)
      return interrupt(pool, job, 'waiting', pauseAfter(settings, job.interruptions + 1))
    // Until somebody knows, it stays as it is, and the next patrol finds it once more.
    if (await reported(settings, job.data, job.key)) await interrupt(pool, job, 'failed', 0)
  }
  /** What kills its process again and again is run ever more rarely, or nothing else would ever run. */
  function pauseAfter(settings: QueueSettings | undefined, interruptions: number): number {
    if (!settings || interruptions <= MANY_INTERRUPTIONS) return 0
    return retryDelay(settings, interruptions - MANY_INTERRUPTIONS, world.random.fraction())
  }

  async function poll(): Promise<void> {
    if (unanswered) look(...definitions.keys())
    for (const { queue, ms } of await dueSoon(pool, [...definitions.keys()], POLL_MS)) lookIn(ms, queue)
  }
  async function repeat({ pause }: Pauses, everyMs: number, work: () => Promise<void>, trouble: string): Promise<void> {
    while (!stopped) {
      await work().catch((error: unknown) => log.warn({ part: 'jobs', error }, trouble))
      await pause(everyMs)
    }
  }

  const queuesWith = (retries: (most: number) => boolean) =>
    [...definitions].filter(([, { settings }]) => retries(settings.retries)).map(([queue]) => queue)

  return {
    define(queue, handler, settings) {
      definitions.set(queue, { handler, settings })
      running.set(queue, new Map())
    },
    async start() {
      await nameQueues(pool, [...definitions.keys()])
      await takeUpAgain(
        pool,
        queuesWith((most) => !Number.isFinite(most)),
      )
      await patrol()
      turn = keepTurn(owners, worker)
      turn.onTaken(() => look(...definitions.keys()))
      notices = listen({
        pool,
        timers,
        random: world.random,
        channel: DUE_CHANNEL,
        onNotice(payload) {
          const space = payload.indexOf(' ')
          const [ms, queue] = [Number(payload.slice(0, space)), payload.slice(space + 1)]
          if (definitions.has(queue) && ms < POLL_MS) lookIn(ms, queue)
        },
        onListening: () => look(...definitions.keys()),
      })
      void repeat(polls, POLL_MS, poll, 'the jobs that are due could not be looked for')
      void repeat(patrols, PATROL_MS, patrol, 'jobs of stopped processes could not be looked for')
    },
    send: (queue, data, { key, notBefore, connection }) => add(connection ?? pool, queue, key, data, notBefore),
    find: (key) => find(pool, key),
    retry: (key, data) => revive(pool, key, data),
    removeOf: (pack, { but }) => removeOf(pool, pack, but),
    async stop() {
      stopped = true
      polls.end()
      patrols.end()
      await notices?.close()
      await looks
      const cancel = timers.after(patienceSeconds * 1000, () => giveUp.abort())
      await Promise.allSettled([...running.values()].flatMap((runs) => [...runs.values()]))
      cancel()
      await turn?.close()
    },
  }
}

const POLL_MS = 2_000
const PATROL_MS = 3_000
const EARLY_MS = 5
const RECORD_AGAIN_MS = 1_000
// A job that kills its process every time must not do so for ever, unless its queue gives nothing up.
const MOST_INTERRUPTIONS = 25
// A restart interrupts too, and more than a few in a row are no accident.
const MANY_INTERRUPTIONS = 5

function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason ?? new Error('aborted')), { once: true })
    work.then(resolve, reject)
  })
}
