import type { EventLog, LogPage } from './port.ts'
import { passes } from './reading.ts'

export interface SharedReads {
  readonly readAll: EventLog['readAll']
  /** There is something new: later readers must not get the answer of an earlier read. */
  renew(): void
}

/**
 * Subscriptions that stand at the end of the log are all woken by the same append and ask for the same events: they
 * read once, without a filter, and each takes what it wants. For the end only, where little is thrown away.
 */
export function sharedReads(readAll: EventLog['readAll']): SharedReads {
  const underWay = new Map<string, Promise<LogPage>>()

  function read(after: string, limit: number): Promise<LogPage> {
    const key = `${limit} ${after}`
    const found = underWay.get(key)
    if (found) return found
    const page = readAll(after, limit)
    underWay.set(key, page)
    const done = () => {
      if (underWay.get(key) === page) underWay.delete(key)
    }
    page.then(done, done)
    return page
  }
  return {
    async readAll(after, limit, filter) {
      const { events, ...place } = await read(after, limit)
      return { ...place, events: events.filter(({ event }) => passes(event, filter)) }
    },
    renew: () => underWay.clear(),
  }
}
