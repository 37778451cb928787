/** The outside world as arguments: nothing below `cli` asks for time, ids, randomness or a timer in any other way. */

export interface Clock {
  /** Unix time in milliseconds. */
  now(): number
}
/** For how long something takes: nobody sets it, and it goes on while the process stands still. */
export interface Steady {
  /** Milliseconds since a moment of its own. */
  now(): number
  /** Since when a message received at this moment may have waited: before now, where the process has only just resumed. */
  receivedSince(): number
}
export interface Ids {
  /** A new UUID of version 7. */
  next(): string
}
export interface Random {
  bytes(count: number): Uint8Array
  /** A fraction in [0, 1), for jitter only. */
  fraction(): number
}
export interface Timers {
  /** Runs `task` once after `ms`; the answer cancels it. */
  after(ms: number, task: () => void): () => void
}
/** Structured logging. Never a field value, a token, an address or a name in `what`. */
export interface Log {
  info(what: object, words: string): void
  warn(what: object, words: string): void
  error(what: object, words: string): void
}
export interface World {
  readonly clock: Clock
  readonly steady: Steady
  readonly ids: Ids
  readonly random: Random
  readonly timers: Timers
  readonly log: Log
}
