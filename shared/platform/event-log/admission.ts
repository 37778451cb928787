import { Buffer } from 'node:buffer'
import type { StoredEvent } from '#domain/kernel'
import { AppendTooLarge, DuplicateEventId, MAX_APPEND_BYTES } from './port.ts'

/** The texts that are stored for an event. Written once: the same bytes are counted, sent and sent again. */
export interface EventTexts {
  readonly data: string
  readonly meta: string
  readonly sealed: string
}
export interface Admitted {
  readonly texts: readonly EventTexts[]
  readonly bytes: number
}

/** What every adapter demands of an append before anything is sent, so that callers behave alike on all of them. */
export function admit(stream: string, expected: bigint, events: readonly StoredEvent[]): Admitted {
  if (stream === '') throw new RangeError('a stream needs a name')
  if (events.length === 0) throw new RangeError(`an append to ${stream} without events`)
  if (new Set(events.map((event) => event.id)).size < events.length) throw new DuplicateEventId(stream)
  let revision = expected
  for (const event of events) {
    revision += 1n
    // The revision is under the event's hash: stored at another place the chain could never be verified.
    if (event.stream !== stream || BigInt(event.revision) !== revision) {
      throw new RangeError(`event ${event.stream}@${event.revision} was made for another place than ${stream}@${revision}`)
    }
  }
  const texts = events.map((event) => ({
    data: JSON.stringify(event.data),
    meta: JSON.stringify(event.meta),
    sealed: JSON.stringify(event.sealed),
  }))
  const bytes = texts.reduce((sum, { data, meta, sealed }) => sum + utf8(data) + utf8(meta) + utf8(sealed), 0)
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes)
  return { texts, bytes }
}

const utf8 = (text: string) => Buffer.byteLength(text, 'utf8')
