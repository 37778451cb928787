import { randomBytes } from 'node:crypto'
import { uuidv7 } from '#domain/kernel'
import { pooledBytes } from './pooled-bytes.ts'
import type { Log, Steady, Timers, World } from './ports.ts'

/** The real clock, ids, randomness and timers: the one place below `cli` that may ask the system for them. */
export function systemWorld(log: Log): World {
  let last = 0
  const bytes = pooledBytes(randomBytes)
  const clock = { now: () => Date.now() }
  return {
    clock,
    steady: steadyClock(),
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
    timers: awakeTimers,
    log,
  }
}

/** So late a timer fires only in a process that stood still: paused, asleep with its machine, or kept from its processor. */
const STOOD_STILL_MS = 1_000
const CATCHING_UP_MS = 500

/**
 * Timers fire before queued messages are read. A process that was paused would take its own silence for everybody else's, and
 * give up answers that are there: it reads the queue first.
 */
const awakeTimers: Timers = {
  after(ms, task) {
    const due = performance.now() + ms
    let timer = setTimeout(() => {
      if (performance.now() - due < STOOD_STILL_MS) task()
      else timer = setTimeout(task, CATCHING_UP_MS)
    }, ms)
    return () => clearTimeout(timer)
  },
}

const BEAT_MS = 250

/** Its beats stop with the process: a gap between two of them tells that it stood still, and since when. */
function steadyClock(): Steady {
  let beats = false
  let last = 0
  let stood = { since: 0, receivedBy: 0 }
  /** If it pauses again before it has read, the queued messages still wait. */
  const silentSince = () => (last < stood.receivedBy ? stood.since : last)
  function beat(): void {
    const at = performance.now()
    if (at - last > STOOD_STILL_MS) stood = { since: silentSince(), receivedBy: at + CATCHING_UP_MS }
    last = at
  }
  return {
    now: () => performance.now(),
    receivedSince() {
      if (!beats) {
        beats = true
        last = performance.now()
        setInterval(beat, BEAT_MS).unref()
      }
      const at = performance.now()
      // A timer fires before queued messages are read, except while slow work was running.
      if (at - last > STOOD_STILL_MS) return silentSince()
      return at < stood.receivedBy ? stood.since : at
    },
  }
}
