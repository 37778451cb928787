import { pausesOf, type Random, type Timers } from '#platform/ports'
import type { Alarm } from './alarm.ts'
import type { EventLog, SubscribeOptions, Subscription } from './port.ts'

export interface SubscriptionSource {
  readonly readAll: EventLog['readAll']
  /** For subscriptions that had read to the end: those woken together may share it. */
  readonly readNew: EventLog['readAll']
  readonly alarm: Alarm
  readonly timers: Timers
  readonly random: Random
  /** Looks again after this long without an alarm; null where the alarm can't be missed. */
  readonly pollMs: number | null
}

const FIRST_PAUSE = 20
const LONGEST_PAUSE = 5_000

/**
 * Follows the log by reading it: an alarm or the poll only says when to look. The place in the log lives here and
 * moves after each handled event, so that a failed read or handler goes on exactly where it stood.
 */
export function follow(source: SubscriptionSource, options: SubscribeOptions): Subscription {
  const { alarm, timers, random, pollMs, readAll, readNew } = source
  const pageSize = options.pageSize ?? 500
  const { pause, end } = pausesOf(timers)
  let stopped = false

  /** Tries until it works or the subscription is stopped; the answer is undefined then. Nearly always it works at once. */
  function insist<T>(task: () => T | Promise<T>): T | undefined | Promise<T | undefined> {
    if (stopped) return undefined
    try {
      const done = task()
      return done instanceof Promise ? done.catch((error: unknown) => again(task, error)) : done
    } catch (error) {
      return again(task, error)
    }
  }

  async function again<T>(task: () => T | Promise<T>, error: unknown): Promise<T | undefined> {
    let failed = error
    for (let wait = FIRST_PAUSE; !stopped; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      options.onTrouble?.(failed)
      await pause(wait * (0.5 + random.fraction() / 2))
      if (stopped) return undefined
      try {
        return await task()
      } catch (error) {
        failed = error
      }
    }
    return undefined
  }

  async function run(): Promise<void> {
    let position = options.after
    let caughtUp = false
    let read = readAll
    while (!stopped) {
      const { rings } = alarm
      const page = await insist(() => read(position, pageSize, options.filter))
      if (!page) return
      for (const logged of page.events) {
        if (stopped) return
        // Most are only taken down: what is done already is not waited for.
        const handled = insist(() => options.onEvent(logged))
        if (handled) await handled
      }
      if (stopped) return
      if (page.position !== position) {
        const reported = insist(() => options.onCheckpoint?.(page.position))
        if (reported) await reported
      }
      position = page.position
      read = page.atEnd ? readNew : readAll
      if (!page.atEnd) continue
      if (!caughtUp) await insist(() => options.onCaughtUp?.())
      caughtUp = true
      await pause(pollMs, alarm.next(position, rings))
    }
  }

  const running = run()
  return {
    stop() {
      stopped = true
      end()
      return running
    },
  }
}
