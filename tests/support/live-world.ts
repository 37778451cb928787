import { randomBytes } from 'node:crypto'
import { uuidv7 } from '#domain/kernel'
import type { World } from '#platform/ports'

/** The world as it is, for tests that talk to real servers; logs nothing. */
export function liveWorld(): World {
  const quiet = () => undefined
  return {
    clock: { now: Date.now },
    steady: { now: () => performance.now(), receivedSince: () => performance.now() },
    ids: { next: () => uuidv7(Date.now(), randomBytes(10)) },
    random: { bytes: (count) => new Uint8Array(randomBytes(count)), fraction: Math.random },
    timers: {
      after(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
    },
    log: { info: quiet, warn: quiet, error: quiet },
  }
}
