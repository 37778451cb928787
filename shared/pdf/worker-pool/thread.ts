import { Worker } from 'node:worker_threads'
import type { Timers } from '#platform/ports'
import type { Reply, Request } from './protocol.ts'
import type { Progress, Worked, WorkLimits } from './types.ts'

/** One piece of work on its way. */
export interface Task {
  readonly job: string
  readonly payload: unknown
  readonly limits: WorkLimits
  readonly onProgress: Progress
  readonly settle: (worked: Worked<unknown>) => void
}

/** How often a busy thread's memory is looked at. */
const WATCH_MS = 100
const MB = 1024 * 1024
/** How many times its limit an idle thread may hold before it is replaced. */
const HEAVY = 2

/** One thread. It does one task at a time; after a failure it is spent, and `onSpent` asks for another. */
export class Thread {
  readonly #worker: Worker
  readonly #timers: Timers
  readonly #onSpent: () => void
  #task: { readonly task: Task; readonly id: number; readonly stopWatching: () => void } | null = null
  readonly #heavyMb: number
  #count = 0
  #spent = false

  constructor(timers: Timers, memoryMb: number, onSpent: () => void) {
    this.#timers = timers
    this.#onSpent = onSpent
    this.#heavyMb = HEAVY * memoryMb
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: ['--no-warnings'],
      env: {},
      // What libraries print about a file is nobody's business.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    this.#worker.stdout.resume()
    this.#worker.stderr.resume()
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#received(reply))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#fail(outOfMemory ? 'took-too-much-memory' : 'crashed', `the thread ended with ${error.code ?? error.name}`)
    })
    this.#worker.on('exit', () => this.#fail('crashed', 'the thread ended'))
  }

  get busy(): boolean {
    return this.#task !== null
  }

  take(task: Task): void {
    const id = ++this.#count
    this.#worker.ref()
    const cancelTimeout = this.#timers.after(task.limits.ms, () => this.#fail('took-too-long', `more than ${task.limits.ms} ms`))
    const cancelWatch = this.#watch(task.limits.memoryMb)
    this.#task = {
      task,
      id,
      stopWatching: () => {
        cancelTimeout()
        cancelWatch()
      },
    }
    this.#worker.postMessage({ id, job: task.job, payload: task.payload } satisfies Request)
  }

  async end(): Promise<void> {
    this.#spent = true
    this.#settle({ ok: false, failure: 'crashed', words: 'the pool is closed' })
    await this.#worker.terminate()
  }

  #received(reply: Reply): void {
    if (this.#task?.id !== reply.id) return
    if (reply.kind === 'progress') this.#task.task.onProgress(reply.done, reply.of)
    else if (reply.kind === 'done') this.#settle({ ok: true, value: reply.value })
    else this.#fail(reply.outOfMemory ? 'took-too-much-memory' : 'crashed', reply.words)
  }

  #settle(worked: Worked<unknown>): void {
    const current = this.#task
    if (!current) return
    this.#task = null
    current.stopWatching()
    this.#worker.unref()
    current.task.settle(worked)
    if (worked.ok) void this.#retireIfHeavy()
  }

  /** Whatever went wrong may have left libraries in any state: the thread is not used again. */
  #fail(failure: 'took-too-long' | 'took-too-much-memory' | 'crashed', words: string): void {
    if (this.#spent) return
    this.#spent = true
    void this.#worker.terminate()
    this.#onSpent()
    this.#settle({ ok: false, failure, words })
  }

  /**
   * Node limits the heap by itself, but not buffers, where PDF data lives. What the thread held before doesn't count:
   * WebAssembly keeps the most it ever needed.
   */
  #watch(memoryMb: number): () => void {
    let watching = true
    let cancel = () => {}
    let before: number | null = null
    const look = async () => {
      const used = await this.#usedMb()
      if (!watching) return
      if (used !== null) before ??= used
      if (used !== null && used - before! > memoryMb) this.#fail('took-too-much-memory', `more than ${memoryMb} MB`)
      else cancel = this.#timers.after(WATCH_MS, () => void look())
    }
    void look()
    return () => {
      watching = false
      cancel()
    }
  }

  /** A thread that has come to hold much, idle as it is, makes room for a fresh one. */
  async #retireIfHeavy(): Promise<void> {
    const used = await this.#usedMb()
    if (this.#task === null && used !== null && used > this.#heavyMb) this.#fail('crashed', 'retired')
  }

  /** Null while the thread is not running yet, or no more. */
  async #usedMb(): Promise<number | null> {
    const heap = await this.#worker.getHeapStatistics().catch(() => null)
    return heap && (heap.used_heap_size + heap.external_memory) / MB
  }
}
