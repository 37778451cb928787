import type { Timers } from './ports.ts'

/**
 * The pauses of one loop, which makes one at a time. Nothing is kept of one that is over: a race with the one promise of the loop's end
 * would keep every pause for good.
 */
export interface Pauses {
  /** For so long at most, for ever where it is null, until `until`, or until it is cut short. */
  pause(ms: number | null, until?: Promise<void>): Promise<void>
  /** Cuts short the one under way. One to come is as long as it was meant. */
  cut(): void
  /** Cuts short the one under way, and every one to come. */
  end(): void
}

export function pausesOf(timers: Timers): Pauses {
  let ended = false
  let goOn = () => {}
  return {
    pause(ms, until) {
      if (ended) return Promise.resolve()
      const over = Promise.withResolvers<void>()
      goOn = over.resolve
      until?.then(over.resolve)
      return ms === null ? over.promise : over.promise.then(timers.after(ms, over.resolve))
    },
    cut: () => goOn(),
    end() {
      ended = true
      goOn()
    },
  }
}
