/** The clock and the timers of a page, so that its saving can be played in virtual time. */
export interface Time {
  now(): number
  /** Returns the way out. */
  after(ms: number, task: () => void): () => void
}

export const pageTime: Time = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
