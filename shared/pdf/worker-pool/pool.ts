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
interface Hand {
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
  const hands = new Set<Hand>()
  /** Of those that had nothing to do. */
  const endings = new Set<Promise<void>>()
  const waiting: Task[] = []
  const warmUps: Pick<WarmUp, 'job' | 'payload'>[] = []
  let [closed, paused] = [false, 0]

  const start = (): Hand => {
    const thread = new Thread({
      body,
      timers,
      memoryMb: defaults.memoryMb,
      wear: most,
      onFree: () => give(),
      onSpent(worked) {
        hands.delete(hand)
        hand.stopResting?.()
        for (const { done } of hand.warmUps.splice(0)) done()
        if (worked) return refill()
        // One that could not even begin is not asked again and again: the machine may be short of something.
        paused += 1
        timers.after(PAUSE_MS, () => {
          paused -= 1
          refill()
        })
      },
    })
    const hand: Hand = { thread, warmUps: [], stopResting: null }
    hands.add(hand)
    return hand
  }
  /** Those that stand ready are warm before anybody needs them; one that starts with its work begins with that. */
  const refill = () => {
    while (!closed && hands.size + paused < Math.min(ready, size)) {
      const { warmUps: own } = start()
      for (const step of warmUps) own.push({ ...step, done: () => {} })
    }
    give()
  }
  const give = () => {
    if (closed) return
    for (const hand of hands) {
      if (hand.thread.busy) continue
      const warmUp = hand.warmUps.shift()
      const task = warmUp ? taskOf(warmUp.job, warmUp.payload, warmUp.done) : waiting.shift()
      if (task) take(hand, task)
      else rest(hand)
    }
    // What waits is given to one that has come up: a task is never lost with one that could not.
    let comingUp = [...hands].filter(({ thread }) => !thread.isUp).length
    for (; waiting.length > comingUp && hands.size + paused < size; comingUp += 1) start()
  }
  const take = (hand: Hand, task: Task) => {
    hand.stopResting?.()
    hand.stopResting = null
    hand.thread.take(task)
  }
  /** It ends where nothing comes for it in a while: what it has loaded and held is the largest part of an idle server. */
  const rest = (hand: Hand) => {
    hand.stopResting ??= timers.after(idleMs, () => {
      hand.stopResting = null
      if (closed || hand.thread.busy || hands.size <= ready) return
      hands.delete(hand)
      const ended = hand.thread.end().finally(() => endings.delete(ended))
      endings.add(ended)
    })
  }
  const taskOf = (job: string, payload: unknown, settle: (worked: Worked<unknown>) => void, options: Partial<Task> = {}): Task => ({
    job,
    payload,
    limits: defaults,
    onProgress: () => {},
    unread: () => {},
    settle,
    ...options,
  })
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
      const warmed = [...hands].map(({ warmUps: own }) => new Promise<void>((done) => own.push({ ...step, done })))
      give()
      await Promise.all(warmed)
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.settle({ ok: false, failure: 'crashed', words: 'the pool is closed' })
      for (const hand of hands) {
        hand.stopResting?.()
        for (const { done } of hand.warmUps.splice(0)) done()
      }
      await Promise.all([...endings, ...[...hands].map(({ thread }) => thread.end())])
    },
  }
}
