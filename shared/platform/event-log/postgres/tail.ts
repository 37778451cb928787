import type { StoredEvent } from '#domain/kernel'
import type { LoggedEvent, LogPage } from '../port.ts'

/**
 * The events that were appended here last, in a row without a gap. Subscriptions that stand at the end of the log take
 * them from here, since what this process has just written it need not ask for.
 */
export interface Tail {
  /** `events` were committed right after the position `base`. */
  add(base: bigint, events: readonly StoredEvent[], bytes: number): void
  /** What came after a position, as far as it is known here; null where the log itself must be asked. */
  after(position: bigint, limit: number): LogPage | null
  clear(): void
}

const MOST_EVENTS = 2_000
const MOST_BYTES = 4_000_000

export function createTail(): Tail {
  let events: LoggedEvent[] = []
  let from = 0n
  let bytes = 0
  const end = () => from + BigInt(events.length)
  const clear = (base: bigint) => {
    events = []
    from = base
    bytes = 0
  }
  return {
    add(base, stored, size) {
      // Others have appended in between, or this was too much to keep.
      if (base !== end() || events.length > MOST_EVENTS || bytes > MOST_BYTES) clear(base)
      for (const event of stored) events.push({ position: String(end() + 1n), event })
      bytes += size
    },
    after(position, limit) {
      if (position < from || position >= end()) return null
      const at = Number(position - from)
      const page = events.slice(at, at + limit)
      return { events: page, position: page.at(-1)!.position, atEnd: page.length < limit }
    },
    clear: () => clear(end()),
  }
}
