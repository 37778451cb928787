import { randomBytes } from 'node:crypto'
import { uuidv7 } from '#domain/kernel'
import { pooledBytes } from './pooled-bytes.ts'
import type { Log, World } from './ports.ts'

/** The real clock, ids, randomness and timers: the one place below `cli` that may ask the system for them. */
export function systemWorld(log: Log): World {
  let last = 0
  const bytes = pooledBytes(randomBytes)
  const clock = { now: () => Date.now() }
  return {
    clock,
    ids: {
      next() {
        // Never backwards: ids made by one process keep their order when the system's clock is set back.
        last = Math.max(last, clock.now())
        return uuidv7(last, bytes(10))
      },
    },
    random: {
      bytes,
      fraction: () => Math.random(),
    },
    timers: {
      after(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
    },
    log,
  }
}
