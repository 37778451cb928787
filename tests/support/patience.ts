import type { Timers } from '#platform/ports'
import { liveWorld } from './live-world.ts'

export interface Patience {
  /** What the adapter is given as its patience: its length distinguishes it from all other pauses. */
  readonly ms: number
  readonly timers: Timers
  /** Now it has waited long enough, for every caller, and however slow the machine is. */
  lose(): void
}

/** Real time for everything but patience, which is over when a test says so. */
export function patience(ms = 54_321): Patience {
  const { timers } = liveWorld()
  const waited = new Set<() => void>()
  return {
    ms,
    timers: {
      ...timers,
      after(pause, over) {
        if (pause !== ms) return timers.after(pause, over)
        waited.add(over)
        return () => void waited.delete(over)
      },
    },
    lose() {
      for (const over of [...waited]) {
        waited.delete(over)
        over()
      }
    },
  }
}
