import type { Timers } from '#platform/ports'
import type { Body, Gone, MakeBody } from './body.ts'
import { Later } from './later.ts'
import type { Reply } from './protocol.ts'
import type { Progress, Worked, WorkFailure, WorkLimits } from './types.ts'

export type Outcome = Worked<unknown> | { readonly ok: false; readonly failure: 'killed'; readonly words: string }

/** One piece of work on its way. */
export interface Task {
  readonly job: string
  readonly payload: unknown
  readonly limits: WorkLimits
  readonly onProgress: Progress
  readonly settle: (outcome: Outcome) => void
  /** In place of `settle`, where its payload could not be read. */
  readonly unread: (error: unknown) => void
}

const FAILURE_OF = { 'out-of-memory': 'took-too-much-memory', killed: 'killed', ended: 'crashed' } as const satisfies Record<Gone, string>

/** How often a busy thread's memory is looked at. */
const WATCH_MS = 100
export interface ThreadOptions {
  readonly body: MakeBody
  readonly timers: Timers
  readonly memoryMb: number
  readonly wear: { readonly jobs: number; readonly mb: number }
  /** It can take the next task. */
  readonly onFree: () => void
  /** Another may take its place; `worked`: this one has had something to do. */
  readonly onSpent: (worked: boolean) => void
}

/** One thread, or process. It does one task at a time, and is spent after a failure or when it is worn. */
export class Thread {
  readonly #options: ThreadOptions
  readonly #body: Body
  #task: { readonly task: Task; readonly id: number; readonly stopWatching: () => void } | null = null
  #isUp = false
  #isLookedAt = false
  #count = 0
  #spent = false

  constructor(options: ThreadOptions) {
    this.#options = options
    const listener = {
      onUp: () => {
        if (this.#spent) return
        this.#isUp = true
        this.#body.hold(false)
        options.onFree()
      },
      onReply: (reply: Reply) => this.#received(reply),
      onGone: (how: Gone, words: string) => this.#fail(FAILURE_OF[how], words),
    }
    this.#body = options.body(options.memoryMb, listener, options.timers)
    // There is work for it, and nothing else may keep the program until it has begun.
    this.#body.hold(true)
  }

  get isUp(): boolean {
    return this.#isUp
  }

  get busy(): boolean {
    return !this.#isUp || this.#spent || this.#isLookedAt || this.#task !== null
  }

  take(task: Task): void {
    const id = ++this.#count
    this.#body.hold(true)
    const { payload } = task
    if (!(payload instanceof Later)) {
      this.#begin(task, id, payload, false)
      return
    }
    this.#task = { task, id, stopWatching: () => {} }
    const isMine = () => this.#task?.id === id
    payload.load().then(
      (read) => isMine() && this.#begin(task, id, read, true),
      (error: unknown) => {
        if (!isMine()) return
        this.#task = null
        this.#body.hold(false)
        task.unread(error)
        this.#options.onFree()
      },
    )
  }

  #begin(task: Task, id: number, payload: unknown, isOwned: boolean): void {
    const cancelTimeout = this.#options.timers.after(task.limits.ms, () => this.#fail('took-too-long', `more than ${task.limits.ms} ms`))
    const cancelWatch = this.#watch(task.limits.memoryMb)
    this.#task = {
      task,
      id,
      stopWatching: () => {
        cancelTimeout()
        cancelWatch()
      },
    }
    this.#body.post({ id, job: task.job, payload, memoryMb: task.limits.memoryMb }, isOwned ? buffersOf(payload) : [])
  }

  async end(): Promise<void> {
    this.#spent = true
    this.#settle({ ok: false, failure: 'crashed', words: 'the pool is closed' })
    await this.#body.end()
  }

  #received(reply: Reply): void {
    if (this.#task?.id !== reply.id) return
    if (reply.kind === 'progress') this.#task.task.onProgress(reply.done, reply.of)
    else if (reply.kind === 'done') this.#settle({ ok: true, value: reply.value })
    else this.#fail(reply.outOfMemory ? 'took-too-much-memory' : 'crashed', reply.words)
  }

  #settle(worked: Outcome): void {
    const current = this.#task
    if (!current) return
    this.#task = null
    current.stopWatching()
    this.#body.hold(false)
    // The caller gets the answer first. Nothing new begins before it is known whether this one goes on.
    this.#isLookedAt = worked.ok
    current.task.settle(worked)
    if (worked.ok) void this.#goOnOrRetire()
  }

  /** Whatever went wrong may have left libraries in any state: the thread is not used again. */
  #fail(failure: WorkFailure | 'killed', words: string): void {
    if (this.#spent) return
    this.#spent = true
    void this.#body.end()
    this.#settle({ ok: false, failure, words })
    this.#options.onSpent(this.#count > 0)
  }

  /** What it held before doesn't count: WebAssembly keeps the most it ever needed. A process watches itself besides. */
  #watch(memoryMb: number): () => void {
    let watching = true
    let cancel = () => {}
    let before: number | null = null
    const look = async () => {
      const used = await this.#body.usedMb()
      if (!watching) return
      if (used !== null) before ??= used
      if (used !== null && used - before! > memoryMb) this.#fail('took-too-much-memory', `more than ${memoryMb} MB`)
      else cancel = this.#options.timers.after(WATCH_MS, () => void look())
    }
    void look()
    return () => {
      watching = false
      cancel()
    }
  }

  /** Between two tasks: a thread that is worn by many files, or holds much with none, makes room for a fresh one. */
  async #goOnOrRetire(): Promise<void> {
    const { wear, onFree } = this.#options
    const used = this.#count < wear.jobs ? await this.#body.usedMb() : null
    this.#isLookedAt = false
    if (this.#spent) return
    if (this.#count >= wear.jobs || (used !== null && used > wear.mb)) this.#fail('crashed', 'retired')
    else onFree()
  }
}

/** Buffers that move to a thread without a copy: those of its own that a payload names, and that nobody else has a part of. */
function buffersOf(payload: unknown): ArrayBuffer[] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.values(payload).flatMap((value) => {
    const isWhole = value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
    return isWhole ? [value.buffer as ArrayBuffer] : []
  })
}
