import type { StoredEvent } from '#domain/kernel'
import type { EventLog, LogFilter } from './port.ts'

const PAGE = 500

/** All events of a stream from a revision on, a page at a time: a long stream never stands in memory as a whole. */
export async function* pagesOf(log: Pick<EventLog, 'read'>, stream: string, from = 0n): AsyncGenerator<readonly StoredEvent[]> {
  for (let next = from; ; next += BigInt(PAGE)) {
    const page = await log.read(stream, next, PAGE)
    if (page.length > 0) yield page
    if (page.length < PAGE) return
  }
}

/** Whether a filter lets an event through, as the adapters' queries decide it. */
export function passes({ type, stream }: StoredEvent, filter: LogFilter = {}): boolean {
  return (!filter.types || filter.types.includes(type)) && passesStream(stream, filter)
}

/** Whether a filter lets events of this stream through. */
export const passesStream = (stream: string, { streamPrefixes }: Pick<LogFilter, 'streamPrefixes'>): boolean =>
  !streamPrefixes || streamPrefixes.some((prefix) => stream.startsWith(prefix))
