import type { EventLog } from './port.ts'

/** Wakes those who wait for events beyond the place where they stand. */
export interface Alarm {
  /** The log has events up to this position; where it is not known how far, all are woken. */
  ring(upTo?: string): void
  /** How often it rang. Take it before looking, for `next`. */
  readonly rings: number
  /**
   * Resolves when there may be events after `position`: at once, when it rang for some since `rings` was taken. Who has
   * read already what it rings for sleeps on.
   */
  next(position: string, rings: number): Promise<void>
}

interface Waiter {
  readonly position: string
  wake(): void
}

export function createAlarm(compare: EventLog['compare'], start: string): Alarm {
  const waiters = new Set<Waiter>()
  let rings = 0
  let vagueAt = 0
  let highestAt = 0
  let highest = start
  return {
    get rings() {
      return rings
    },
    ring(upTo) {
      rings += 1
      if (upTo === undefined) vagueAt = rings
      else if (compare(upTo, highest) > 0) {
        highest = upTo
        highestAt = rings
      }
      for (const waiter of [...waiters]) {
        if (upTo !== undefined && compare(upTo, waiter.position) <= 0) continue
        waiters.delete(waiter)
        waiter.wake()
      }
    },
    next(position, before) {
      if (vagueAt > before || (highestAt > before && compare(highest, position) > 0)) return Promise.resolve()
      const woken = Promise.withResolvers<void>()
      waiters.add({ position, wake: woken.resolve })
      return woken.promise
    },
  }
}
