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
/** A file is held as it came, parsed, written anew and signed before the first of these is let go. */
const COPIES = 10

/** Limits for work on a file: what is given, and room for the file itself. */
export function limitsFor(bytes: number, { ms, memoryMb }: WorkLimits = DEFAULT_LIMITS): WorkLimits {
  return { ms, memoryMb: memoryMb + COPIES * Math.ceil(bytes / MB) }
}

export interface PoolOptions {
  readonly size: number
  readonly timers: Timers
  readonly limits?: Partial<WorkLimits>
  /** Processes of their own instead of threads, for files that nobody has looked at yet. */
  readonly apart?: boolean
}

/** Threads start at once. Uploads and sealing want a pool each, so that a slow upload never holds up a last signature. */
export function createWorkerPool({ size, timers, limits, apart = false }: PoolOptions): WorkerPool {
  const body = apart ? processBody : threadBody
  const defaults = { ...DEFAULT_LIMITS, ...limits }
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  const warmUps: { readonly job: string; readonly payload: unknown }[] = []
  let closed = false

  const start = () => {
    if (closed) return
    const thread = new Thread(body, timers, defaults.memoryMb, (worked) => {
      threads.delete(thread)
      // One that could not even begin is not asked again and again: the machine may be short of something.
      if (worked) start()
      else timers.after(PAUSE_MS, start)
    })
    threads.add(thread)
    void warmUp(thread, warmUps)
  }
  const give = () => {
    for (const thread of threads) {
      if (thread.busy) continue
      const task = waiting.shift()
      if (!task) return
      thread.take(task)
    }
  }
  const taskOf = (job: string, payload: unknown, then: (worked: Worked<unknown>) => void, options: Partial<Task> = {}): Task => ({
    job,
    payload,
    limits: defaults,
    onProgress: () => {},
    unread: () => {},
    ...options,
    settle: (worked) => {
      then(worked)
      give()
    },
  })
  /** Ahead of everything that waits; how it ends doesn't matter. */
  const warmUp = async (thread: Thread, steps: typeof warmUps) => {
    for (const { job, payload } of steps) {
      if (thread.busy || !threads.has(thread)) continue
      await new Promise((resolve) => thread.take(taskOf(job, payload, resolve)))
    }
    give()
  }

  for (let i = 0; i < size; i++) start()

  return {
    run<P, T>(job: URL, payload: P | Later<P>, options: WorkOptions = {}) {
      if (closed) return Promise.resolve({ ok: false, failure: 'crashed', words: 'the pool is closed' } as const)
      return new Promise<Worked<T>>((resolve, reject) => {
        const unread = (error: unknown) => {
          reject(error)
          give()
        }
        const progress = options.onProgress ? { onProgress: options.onProgress } : {}
        const own = { limits: { ...defaults, ...options.limits }, unread, ...progress }
        waiting.push(taskOf(job.href, payload, (worked) => resolve(worked as Worked<T>), own))
        give()
      })
    },
    async warm(job, payload) {
      const step = { job: job.href, payload }
      warmUps.push(step)
      await Promise.all([...threads].map((thread) => warmUp(thread, [step])))
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.settle({ ok: false, failure: 'crashed', words: 'the pool is closed' })
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
