import type { Timers } from '#platform/ports'

/** The holder of a lock, and a listener, send a sign of life this often. */
export const BEAT_MS = 1_000
/** A line that is silent for so long is given up. Longer than others wait: a busy machine is not a broken line. */
export const ANSWER_MS = 15_000

/** Has a connection that otherwise only waits ask something; `lose` where it is answered too late, or not at all. Returns the way out. */
export function beat(ask: () => Promise<unknown>, timers: Timers, lose: () => void): () => void {
  let over = false
  let cancel = () => {}
  const next = () => {
    cancel = timers.after(BEAT_MS, () => {
      cancel = timers.after(ANSWER_MS, lose)
      ask().then(() => {
        cancel()
        if (!over) next()
      }, lose)
    })
  }
  next()
  return () => {
    over = true
    cancel()
  }
}
