import type { Random } from './random.ts'

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
export const MOST_STEPS = 500_000

interface Due {
  readonly at: number
  readonly tie: number
  readonly task: () => void
  cancelled: boolean
}

export function createScheduler(chance: Random): Scheduler {
  const heap: Due[] = []
  let now = 0
  let steps = 0

  const turns = oneAfterTheOther()
  function next(until: number): Due | null {
    for (let due = heap[0]; due && due.at <= until && steps < MOST_STEPS; due = heap[0]) {
      pop(heap)
      if (!due.cancelled) return due
    }
    return null
  }

  return {
    now: () => now,
    after(ms, task) {
      const due: Due = { at: now + Math.max(0, ms), tie: chance.fraction(), task, cancelled: false }
      push(heap, due)
      return () => {
        due.cancelled = true
      }
    },
    run: (until) =>
      turns((over) => {
        const due = next(until)
        if (!due) {
          // Where nothing happens time passes all the same.
          now = Math.max(now, until)
          return over()
        }
        now = due.at
        steps += 1
        due.task()
      }),
    get steps() {
      return steps
    },
  }
}

/**
 * Takes one turn after the other until one says that it is over. Promises and ticks of Node are done before the next immediate runs;
 * nothing here waits for the world outside. Many are queued together, since after the last of them Node looks at that world, which
 * takes longer than many a step.
 */
function oneAfterTheOther(): (turn: (over: () => void) => void) => Promise<void> {
  let take: (() => void) | null = null
  let queued = 0
  const immediate = () => {
    queued -= 1
    take?.()
    if (take && queued === 0) queue()
  }
  function queue(): void {
    for (; queued < 64; queued++) setImmediate(immediate)
  }
  return (turn) =>
    new Promise((resolve, reject) => {
      const over = () => {
        take = null
        resolve()
      }
      take = () => {
        try {
          turn(over)
        } catch (error) {
          take = null
          reject(error)
        }
      }
      if (queued === 0) queue()
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
