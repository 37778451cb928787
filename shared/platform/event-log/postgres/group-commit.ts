/** Measured: more than 32 in one transaction gains nothing, and makes the first one wait for the last. */
const MAX_ITEMS = 32
const MAX_BYTES = 1_000_000

export interface BatchItem {
  readonly stream: string
  readonly bytes: number
}

export interface GroupCommit<T extends BatchItem> {
  add(item: T): void
  /** Resolves when nothing waits or is under way. */
  idle(): Promise<void>
}

/**
 * What waits for the append under way goes together in the next one. One batch at a time: behind the log's one lock a
 * second one would only wait. Who comes alone goes at once. `write` settles each of its items and never rejects.
 */
export function groupCommit<T extends BatchItem>(write: (batch: readonly T[]) => Promise<void>): GroupCommit<T> {
  let waiting: T[] = []
  let running: Promise<void> | null = null

  /** One item a stream: a second one builds on the first, whose outcome is not known yet. */
  function takeBatch(): T[] {
    const batch: T[] = []
    const rest: T[] = []
    const streams = new Set<string>()
    let bytes = 0
    for (const item of waiting) {
      const fits = batch.length === 0 || (batch.length < MAX_ITEMS && bytes + item.bytes <= MAX_BYTES)
      if (!fits || streams.has(item.stream)) {
        rest.push(item)
      } else {
        batch.push(item)
        bytes += item.bytes
      }
      // Also when it was left behind, so that two items of a stream never change places.
      streams.add(item.stream)
    }
    waiting = rest
    return batch
  }

  async function run(): Promise<void> {
    // Those who ask in the same turn of the event loop go together.
    await null
    while (waiting.length > 0) await write(takeBatch())
    running = null
  }

  return {
    add(item) {
      waiting.push(item)
      running ??= run()
    },
    async idle() {
      while (running) await running
    },
  }
}
