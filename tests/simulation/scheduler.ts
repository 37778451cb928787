import type { Chance } from './chance.ts'

/** Virtual time. One thing happens after the other; what falls due at the same moment happens in an order left to chance. */
export interface Scheduler {
  /** Milliseconds since the simulation began. */
  now(): number
  after(ms: number, task: () => void): () => void
  /** Runs what falls due, in order, each with all that follows from it at once; stops when nothing waits, at `until`, or for ever after too many steps. */
  run(until: number): Promise<void>
  readonly steps: number
}

/** Many times what any story takes that comes to rest. */
export const MOST_STEPS = 300_000

interface Due {
  readonly at: number
  readonly tie: number
  readonly task: () => void
  cancelled: boolean
}

export function createScheduler(chance: Chance): Scheduler {
  const heap: Due[] = []
  const everythingThatFollows = rests()
  let now = 0
  let steps = 0

  return {
    now: () => now,
    after(ms, task) {
      const due: Due = { at: now + Math.max(0, ms), tie: chance.fraction(), task, cancelled: false }
      push(heap, due)
      return () => {
        due.cancelled = true
      }
    },
    async run(until) {
      for (let due = heap[0]; due && due.at <= until && steps < MOST_STEPS; due = heap[0]) {
        pop(heap)
        if (due.cancelled) continue
        now = due.at
        steps += 1
        due.task()
        await everythingThatFollows()
      }
      // Where nothing happens time passes all the same.
      now = Math.max(now, until)
    },
    get steps() {
      return steps
    },
  }
}

/**
 * Promises and ticks of Node are done before the next immediate runs; nothing here waits for the world outside. Many are queued
 * together, since after the last of them Node looks at that world, which takes longer than many a step.
 */
function rests(): () => Promise<void> {
  let queued = 0
  let rested = () => {}
  const rest = () => {
    queued -= 1
    rested()
  }
  return () =>
    new Promise((resolve) => {
      rested = resolve
      if (queued === 0) for (; queued < 64; queued++) setImmediate(rest)
    })
}

const before = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.tie < b.tie)

function push(heap: Due[], due: Due): void {
  let at = heap.push(due) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!before(due, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = due
}

function pop(heap: Due[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1
    if (!before(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
}
