import type { Later } from './later.ts'

/** Why a piece of work did not come back with an answer. */
export type WorkFailure = 'took-too-long' | 'took-too-much-memory' | 'crashed'
export type Worked<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly failure: WorkFailure
      /** For the log: what happened, without anything from the file. */
      readonly words: string
    }

export interface WorkLimits {
  /** Wall clock, from the moment a thread takes the work up. */
  readonly ms: number
  /** JavaScript heap and buffers of the thread, in MB. */
  readonly memoryMb: number
}
export interface WorkOptions {
  readonly limits?: Partial<WorkLimits>
  readonly onProgress?: Progress
}
export type Progress = (done: number, of: number) => void

/**
 * A module that does a kind of work in a thread. Its payload and answer are copied between threads; buffers that the
 * answer lists in `transfer` move without a copy.
 */
export interface Job<P, T> {
  readonly default: (payload: P, progress: Progress) => Promise<Answer<T>>
}
export interface Answer<T> {
  readonly value: T
  readonly transfer?: readonly ArrayBuffer[]
}

/**
 * A few threads that stay warm and do one piece of work each at a time, first come, first served. A thread that breaks
 * its limits, throws or dies is replaced; what the others are doing goes on undisturbed.
 */
export interface WorkerPool {
  /** `job` is the address of a module of type Job. Rejects only where a later read failed. */
  run<P, T>(job: URL, payload: P | Later<P>, options?: WorkOptions): Promise<Worked<T>>
  /** Does this once in every thread, now and in each that comes later, so that the first real work is not the slow one. */
  warm<P>(job: URL, payload: P): Promise<void>
  close(): Promise<void>
}
