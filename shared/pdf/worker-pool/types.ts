/** Why a piece of work did not come back with an answer. */
export type WorkFailure = 'took-too-long' | 'took-too-much-memory' | 'crashed'
export type Worked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: WorkFailure; readonly words: string }

export interface WorkLimits {
  /** Wall clock, from the moment a worker takes the work up. */
  readonly ms: number
  /** JavaScript heap and buffers of one worker, in MB. */
  readonly memoryMb: number
}
export interface WorkOptions {
  readonly limits?: Partial<WorkLimits>
  /** Buffers that move to the worker instead of being copied. The caller can't use them afterwards. */
  readonly transfer?: readonly ArrayBuffer[]
  readonly onProgress?: (done: number, of: number) => void
}

/**
 * A few threads that stay warm and do one piece of work each at a time, first come, first served. A thread that breaks
 * its limits or dies is replaced; what others were doing goes on undisturbed.
 */
export interface WorkerPool {
  run<T>(job: string, payload: unknown, options?: WorkOptions): Promise<Worked<T>>
  /** Starts the threads and waits until they have done everything once, so that the first real work is fast. */
  warm(): Promise<void>
  close(): Promise<void>
}
