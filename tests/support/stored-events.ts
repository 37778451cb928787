import { hashOfEvent, type JsonObject, type StoredEvent } from '#domain/kernel'
import { type EventLog, START } from '#platform/event-log'
import { liveWorld } from './live-world.ts'

const { ids, random } = liveWorld()

/** A stream name that no other test uses. */
export function freshStream(prefix = 'pack'): string {
  return `${prefix}-${ids.next()}`
}

export interface MakeEvents {
  readonly count?: number
  /** The event they follow; absent for the first of the stream. */
  readonly after?: StoredEvent | undefined
  readonly type?: string
  readonly data?: JsonObject
}

/** Well-formed, chained events for a stream, sealed leaves and all. */
export function makeEvents(stream: string, { count = 1, after, type = 'Noted', data = {} }: MakeEvents = {}): StoredEvent[] {
  const events: StoredEvent[] = []
  let last = after
  for (let at = 0; at < count; at++) {
    const revision = last ? last.revision + 1 : 0
    const meta: JsonObject = { time: '2026-03-01T09:00:00.000Z', actor: { principal: 'process:test', capacity: 'process' } }
    const plain = { id: ids.next(), stream, revision, type, version: 1, data: { at: revision, ...data }, meta, prev: last?.hash ?? '' }
    const box = Buffer.from(random.bytes(48)).toString('base64url')
    last = { ...plain, hash: hashOfEvent(plain), sealed: [{ subject: 'pack', iv: 'AAAAAAAAAAAAAAAA', box }] }
    events.push(last)
  }
  return events
}

/** Every event that the log gives its readers, as text. */
export async function textOfLog(log: Pick<EventLog, 'readAll'>): Promise<readonly string[]> {
  const all: string[] = []
  for (let after = START; ; ) {
    const { events, position, atEnd } = await log.readAll(after, 1_000)
    all.push(...events.map((logged) => JSON.stringify(logged)))
    if (atEnd) return all
    after = position
  }
}
