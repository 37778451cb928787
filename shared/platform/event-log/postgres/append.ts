import pg from 'pg'
import type { StoredEvent } from '#domain/kernel'
import type { EventTexts } from '../admission.ts'
import { type Appended, DuplicateEventId, OutcomeUnknown, RevisionConflict, StreamRemoved } from '../port.ts'
import type { BatchItem } from './group-commit.ts'
import type { Tail } from './tail.ts'

export interface AppendItem extends BatchItem {
  readonly expected: bigint
  readonly events: readonly StoredEvent[]
  readonly texts: readonly EventTexts[]
  resolve(appended: Appended): void
  reject(error: unknown): void
}

/** What the function answers for a stream that was removed. */
const REMOVED = -2n

const APPEND = {
  name: 'event-log-append',
  text: 'SELECT base, actuals FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
}

/**
 * Writes a batch in one call, which is one transaction, and gives every item its own outcome. Answers up to where the
 * log reaches now; undefined where that is not known. The written events are kept in `tail`.
 */
export async function writeBatch(pool: pg.Pool, batch: readonly AppendItem[], tail: Tail): Promise<string | undefined> {
  try {
    const { rows } = await pool.query<{ base: string; actuals: string[] }>({ ...APPEND, values: columnsOf(batch) })
    let position = BigInt(rows[0]!.base)
    const refused: [AppendItem, bigint][] = []
    for (const [at, item] of batch.entries()) {
      const actual = BigInt(rows[0]!.actuals[at]!)
      if (actual !== item.expected) {
        refused.push([item, actual])
        continue
      }
      tail.add(position, item.events, item.bytes)
      position += BigInt(item.events.length)
      item.resolve({ revision: actual + BigInt(item.events.length), position: String(position) })
    }
    await Promise.all(refused.map(([item, actual]) => settleRefused(pool, item, actual)))
    return String(position)
  } catch (error) {
    if (!nothingWasWritten(error)) {
      for (const item of batch) item.reject(new OutcomeUnknown(item.stream, error))
    } else if (batch.length > 1) {
      // One bad item (an id used elsewhere, text PostgreSQL can't hold) undid the others with it.
      for (const item of batch) await writeBatch(pool, [item], tail)
    } else {
      const [item] = batch
      item!.reject(isDuplicate(error) ? new DuplicateEventId(item!.stream) : error)
    }
    return undefined
  }
}

/** Another revision than expected: a rival was first, or this very append was, and then its result is given again. */
async function settleRefused(pool: pg.Pool, item: AppendItem, actual: bigint): Promise<void> {
  const { stream, expected, events } = item
  if (actual === REMOVED) return item.reject(new StreamRemoved(stream))
  try {
    const { rows } = await pool.query<{ id: string; position: string }>(
      'SELECT id, position FROM event_log WHERE stream = $1 AND revision > $2 ORDER BY revision LIMIT $3',
      [stream, expected, events.length],
    )
    if (rows.length === events.length && rows.every((row, at) => row.id === events[at]!.id)) {
      item.resolve({ revision: expected + BigInt(events.length), position: rows.at(-1)!.position })
    } else {
      item.reject(new RevisionConflict(stream, expected, actual))
    }
  } catch (error) {
    item.reject(new OutcomeUnknown(stream, error))
  }
}

function columnsOf(batch: readonly AppendItem[]): unknown[] {
  const events = batch.flatMap((item) => item.events)
  const texts = batch.flatMap((item) => item.texts)
  return [
    batch.map((item) => item.stream),
    batch.map((item) => item.expected),
    batch.flatMap((item, at) => item.events.map(() => at + 1)),
    events.map((event) => event.revision),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.version),
    texts.map((text) => text.data),
    texts.map((text) => text.meta),
    events.map((event) => event.prev),
    events.map((event) => event.hash),
    texts.map((text) => text.sealed),
  ]
}

const isDuplicate = (error: unknown) => error instanceof pg.DatabaseError && error.constraint === 'event_log_one_event_an_id'

/**
 * True only where the server itself said that the statement failed: the transaction was rolled back. A lost
 * connection (08…), a server going down (57P…) or full (53300) and a wait given up (55P03) leave it open.
 */
function nothingWasWritten(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P|XX|53300|55P03)/.test(error.code)
}
