import type { Timers } from '#platform/ports'
import type { Later } from './later.ts'
import { processBody } from './process-body.ts'
import { type Task, Thread } from './thread.ts'
import { threadBody } from './thread-body.ts'
import type { Worked, WorkerPool, WorkLimits, WorkOptions } from './types.ts'

export const DEFAULT_LIMITS: WorkLimits = { ms: 60_000, memoryMb: 512 }

const MB = 1024 * 1024
/** Before another is started in the place of one that never worked. */
const PAUSE_MS = 1_000
/** A file is held as it came, parsed, written again and signed before the first of these is let go. */
const COPIES = 10
/** How long one stays that has nothing to do: those who come within minutes of each other find it warm. */
const IDLE_MS = 120_000
/**
 * When one makes room for a fresh one, although nothing is wrong with it: libraries and the heap hold on to a little of every file. A
 * process that has seen a few documents takes some 250 MB with its programs; a thread is asked for its own heap and buffers only.
 */
const PROCESS_WEAR: Wear = { jobs: 250, mb: 400 }
/** How many times its limit an idle thread may hold. */
const HEAVY = 2

/** Limits for work on a file: what is given, and room for the file itself. */
export function limitsFor(bytes: number, { ms, memoryMb }: WorkLimits = DEFAULT_LIMITS): WorkLimits {
  return { ms, memoryMb: memoryMb + COPIES * Math.ceil(bytes / MB) }
}

/** How much a thread or process does before another takes its place. */
export interface Wear {
  readonly jobs: number
  /** What it holds between two jobs. */
  readonly mb: number
}

export interface PoolOptions {
  /** The most that work at once. */
  readonly size: number
  /** How many stand ready with no work, from the start; others start with their work, and end some time after it. */
  readonly ready?: number
  readonly idleMs?: number
  readonly timers: Timers
  readonly limits?: Partial<WorkLimits>
  readonly wear?: Partial<Wear>
  /** Processes of their own instead of threads, for files that nobody has looked at yet. */
  readonly apart?: boolean
}

interface WarmUp {
  readonly job: string
  readonly payload: unknown
  readonly done: () => void
}
interface PooledWorker {
  readonly thread: Thread
  /** Ahead of everything that waits; how it ends doesn't matter. */
  readonly warmUps: WarmUp[]
  /** Null while it works. */
  stopResting: (() => void) | null
}

/** Uploads and sealing want a pool each, so that a slow upload never holds up a last signature. */
export function createWorkerPool({ size, ready = 0, idleMs = IDLE_MS, timers, limits, wear, apart = false }: PoolOptions): WorkerPool {
  const body = apart ? processBody : threadBody
  const defaults = { ...DEFAULT_LIMITS, ...limits }
  const most: Wear = { ...(apart ? PROCESS_WEAR : { jobs: Number.POSITIVE_INFINITY, mb: HEAVY * defaults.memoryMb }), ...wear }
  const workers = new Set<PooledWorker>()
  /** Of those that had nothing to do. */
  const endings = new Set<Promise<void>>()
  const waiting: Task[] = []
  const warmUps: Pick<WarmUp, 'job' | 'payload'>[] = []
  let [closed, paused] = [false, 0]

  const start = (): PooledWorker => {
    const thread = new Thread({
      body,
      timers,
      memoryMb: defaults.memoryMb,
      wear: most,
      onFree: () => give(),
      onSpent(worked) {
        workers.delete(worker)
        worker.stopResting?.()
        for (const { done } of worker.warmUps.splice(0)) done()
        if (worked) return refill()
        // One that could not even begin is not asked again and again: the machine may be short of something.
        paused += 1
        timers.after(PAUSE_MS, () => {
          paused -= 1
          refill()
        })
      },
    })
    const worker: PooledWorker = { thread, warmUps: [], stopResting: null }
    workers.add(worker)
    return worker
  }
  /** Those that stand ready are warm before anybody needs them; one that starts with its work begins with that. */
  const refill = () => {
    while (!closed && workers.size + paused < Math.min(ready, size)) {
      const { warmUps: own } = start()
      for (const step of warmUps) own.push({ ...step, done: () => {} })
    }
    give()
  }
  const give = () => {
    if (closed) return
    for (const worker of workers) {
      if (worker.thread.busy) continue
      const warmUp = worker.warmUps.shift()
      const task = warmUp ? taskOf(warmUp.job, warmUp.payload, warmUp.done) : waiting.shift()
      if (task) take(worker, task)
      else rest(worker)
    }
    // What waits is given to one that has come up: a task is never lost with one that could not.
    let comingUp = [...workers].filter(({ thread }) => !thread.isUp).length
    for (; waiting.length > comingUp && workers.size + paused < size; comingUp += 1) start()
  }
  const take = (worker: PooledWorker, task: Task) => {
    worker.stopResting?.()
    worker.stopResting = null
    worker.thread.take(task)
  }
  /** It ends where nothing comes for it in a while: what it has loaded and held is the largest part of an idle server. */
  const rest = (worker: PooledWorker) => {
    worker.stopResting ??= timers.after(idleMs, () => {
      worker.stopResting = null
      if (closed || worker.thread.busy || workers.size <= ready) return
      workers.delete(worker)
      const ended = worker.thread.end().finally(() => endings.delete(ended))
      endings.add(ended)
    })
  }
  const taskOf = (job: string, payload: unknown, answer: (worked: Worked<unknown>) => void, options: Partial<Task> = {}): Task => {
    let isAgain = false
    const task: Task = {
      job,
      payload,
      limits: defaults,
      onProgress: () => {},
      unread: () => {},
      settle(outcome) {
        if (outcome.ok || outcome.failure !== 'killed') return answer(outcome as Worked<unknown>)
        if (isAgain || closed) return answer({ ...outcome, failure: 'crashed' })
        isAgain = true
        waiting.unshift(task)
      },
      ...options,
    }
    return task
  }
  refill()

  return {
    run<P, T>(job: URL, payload: P | Later<P>, options: WorkOptions = {}) {
      if (closed) return Promise.resolve({ ok: false, failure: 'crashed', words: 'the pool is closed' } as const)
      return new Promise<Worked<T>>((resolve, reject) => {
        const progress = options.onProgress ? { onProgress: options.onProgress } : {}
        const own = { limits: { ...defaults, ...options.limits }, unread: reject, ...progress }
        waiting.push(taskOf(job.href, payload, (worked) => resolve(worked as Worked<T>), own))
        give()
      })
    },
    async warm(job, payload) {
      const step = { job: job.href, payload }
      warmUps.push(step)
      const warmed = [...workers].map(({ warmUps: own }) => new Promise<void>((done) => own.push({ ...step, done })))
      give()
      await Promise.all(warmed)
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.settle({ ok: false, failure: 'crashed', words: 'the pool is closed' })
      for (const worker of workers) {
        worker.stopResting?.()
        for (const { done } of worker.warmUps.splice(0)) done()
      }
      await Promise.all([...endings, ...[...workers].map(({ thread }) => thread.end())])
    },
  }
}
