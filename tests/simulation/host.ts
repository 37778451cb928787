import { uuidv7 } from '#domain/kernel'
import type { World } from '#platform/ports'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * The point where a machine stands. `append`: its decision is in the log, and it does not know yet; `turn`: one of those after which it
 * is somebody else's turn; `statement`: one of a transaction is carried out.
 */
export type Doing = 'append' | 'turn' | 'statement'

/** A process on a computer of its own, from its start to its end. Once dead, nothing it waits for ever comes. */
export interface Host {
  readonly name: string
  readonly alive: boolean
  /** Neither dead nor frozen. */
  readonly awake: boolean
  readonly world: World
  /** Runs unless the machine is dead by then; a frozen one runs it when it thaws. */
  after(ms: number, task: () => void): () => void
  /** Lets this befall it in the middle of the next that it does of these. */
  trap(doing: Doing, befalls: () => void): void
  /** It is in the middle of one. */
  isDoing(doing: Doing): void
  kill(): void
  /** Called when it is killed: others notice that its connections are gone. */
  onEnd(noticed: () => void): void
  /** Stands still, as after SIGSTOP or on a computer out of memory, and then goes on as if nothing had been. */
  freeze(ms: number): void
  /** Its clock is wrong by this much from now on; timers are not. */
  setClock(off: number): void
}

/** What the clocks show when virtual time begins. */
export const EPOCH = Date.parse('2026-03-02T09:00:00.000Z')
/** After a pause, queued messages arrive within this time. */
const CATCHES_UP_MS = 500
const quiet = () => undefined

/** So that ids of the same moment stand in the order in which they were made. */
function numbered(made: number, random: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(2 + random.length)
  bytes[0] = made >> 8
  bytes[1] = made
  bytes.set(random, 2)
  return bytes
}

export function createHost(name: string, scheduler: Scheduler, chance: Random): Host {
  let alive = true
  let thaws = 0
  let stood = { since: 0, receivedBy: 0 }
  let off = 0
  let made = 0
  const ends: (() => void)[] = []
  const traps = new Map<Doing, () => void>()
  const after = (ms: number, task: () => void): (() => void) => {
    const fire = () => {
      if (!alive) return
      const frozen = thaws - scheduler.now()
      if (frozen > 0) cancel = scheduler.after(frozen, fire)
      else task()
    }
    let cancel = scheduler.after(ms, fire)
    // Nothing happens at that moment then, which takes no step.
    return () => cancel()
  }
  const now = () => EPOCH + scheduler.now() + off
  return {
    name,
    get alive() {
      return alive
    },
    get awake() {
      return alive && thaws <= scheduler.now()
    },
    world: {
      clock: { now },
      steady: { now: scheduler.now, receivedSince: () => (scheduler.now() < stood.receivedBy ? stood.since : scheduler.now()) },
      // As the real one: never backwards, whatever the clock does.
      ids: { next: () => uuidv7(EPOCH + scheduler.now(), numbered(made++, chance.bytes(8))) },
      random: { bytes: chance.bytes, fraction: chance.fraction },
      timers: { after },
      log: { info: quiet, warn: quiet, error: quiet },
    },
    after,
    trap: (doing, befalls) => void traps.set(doing, befalls),
    isDoing(doing) {
      const befalls = traps.get(doing)
      traps.delete(doing)
      if (alive) befalls?.()
    },
    kill() {
      alive = false
      for (const noticed of ends.splice(0)) noticed()
    },
    onEnd: (noticed) => void ends.push(noticed),
    freeze(ms) {
      const isCatchingUp = scheduler.now() < stood.receivedBy
      thaws = Math.max(thaws, scheduler.now() + ms)
      stood = { since: isCatchingUp ? stood.since : scheduler.now(), receivedBy: thaws + CATCHES_UP_MS }
    },
    setClock(value) {
      off = value
    },
  }
}
