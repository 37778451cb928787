import { createHash } from 'node:crypto'
import { uuidv7 } from '#domain/kernel'
import type { Log, World } from '#platform/ports'

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly what: object
  readonly words: string
}

export interface TestWorld extends World {
  /** Moves time forward and runs what falls due on the way, in order. */
  advance(ms: number): void
  /** How many timers wait. */
  waiting(): number
  readonly logged: LogLine[]
}

export interface TestWorldOptions {
  /** ISO 8601; time stands still until `advance`. */
  readonly start?: string
  /** The same seed gives the same ids and the same randomness. */
  readonly seed?: string
}

/** A world for tests: time stands still, ids and randomness repeat for the same seed. */
export function testWorld(options: TestWorldOptions = {}): TestWorld {
  let now = Date.parse(options.start ?? '2026-03-01T09:00:00.000Z')
  let order = 0
  const due = new Map<number, { at: number; order: number; task: () => void }>()
  const logged: LogLine[] = []
  const bytes = seededBytes(options.seed ?? 'paraph')
  const log = Object.fromEntries(
    (['info', 'warn', 'error'] as const).map((level) => [level, (what: object, words: string) => void logged.push({ level, what, words })]),
  ) as unknown as Log
  return {
    clock: { now: () => now },
    steady: { now: () => now, receivedSince: () => now },
    // The counter in front keeps ids of one instant in order.
    ids: { next: () => uuidv7(now, prefixed(order++, bytes(8))) },
    random: { bytes, fraction: () => new DataView(bytes(4).buffer).getUint32(0) / 2 ** 32 },
    timers: {
      after(ms, task) {
        const key = order++
        due.set(key, { at: now + ms, order: key, task })
        return () => void due.delete(key)
      },
    },
    log,
    logged,
    waiting: () => due.size,
    advance(ms) {
      const until = now + ms
      for (;;) {
        const next = [...due.values()].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
        if (!next) break
        due.delete(next.order)
        now = Math.max(now, next.at)
        next.task()
      }
      now = until
    },
  }
}

function seededBytes(seed: string): (count: number) => Uint8Array<ArrayBuffer> {
  let round = 0
  return (count) => {
    const out = new Uint8Array(count)
    for (let filled = 0; filled < count; round++) {
      const block = createHash('sha256').update(`${seed}:${round}`).digest()
      out.set(block.subarray(0, Math.min(block.length, count - filled)), filled)
      filled += block.length
    }
    return out
  }
}

function prefixed(count: number, rest: Uint8Array): Uint8Array {
  return Uint8Array.of((count >> 8) & 0xff, count & 0xff, ...rest)
}
