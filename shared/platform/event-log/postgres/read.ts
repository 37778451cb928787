import type pg from 'pg'
import type { StoredEvent } from '#domain/kernel'
import { type LogFilter, type LogPage, PositionPastEnd, START, type StreamRevisions } from '../port.ts'

type Row = Omit<StoredEvent, 'revision'> & { readonly position: string; readonly revision: string }

const COLUMNS = 'position, stream, revision, id, type, version, data, meta, prev, hash, sealed'

export async function readStream(pool: pg.Pool, stream: string, from: bigint, limit: number): Promise<readonly StoredEvent[]> {
  const { rows } = await pool.query<Row>({
    name: 'event-log-read',
    text: `SELECT ${COLUMNS} FROM event_log WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`,
    values: [stream, from, limit],
  })
  return rows.map(eventOf)
}

/**
 * The head and the page come from one statement, so from one snapshot: no event can stand between them unseen. The page's upper bound is
 * for the planner: of a range it expects little and walks along the index, whereas of an open end it expects a third of the log, and
 * a process that asked first while the log was small kept reading all of it.
 */
const READ_ALL = {
  name: 'event-log-read-all',
  text: `
    SELECT log.head, page.*
      FROM event_log_end AS log
      LEFT JOIN LATERAL (
        SELECT ${COLUMNS} FROM event_log
         WHERE position > $1 AND position <= log.head
           AND ($3::text[] IS NULL OR type = ANY ($3))
           AND ($4::text[] IS NULL OR EXISTS (SELECT FROM unnest($4::text[]) AS prefix WHERE starts_with(stream, prefix)))
         ORDER BY position LIMIT $2
      ) AS page ON true
     ORDER BY page.position`,
}

export async function readAll(pool: pg.Pool, after: string, limit: number, filter: LogFilter = {}): Promise<LogPage> {
  const { rows } = await pool.query<{ head: string } & (Row | { position: null })>({
    ...READ_ALL,
    values: [String(numberOf(after)), limit, filter.types ?? null, filter.streamPrefixes ?? null],
  })
  const head = positionOf(rows[0]!.head)
  if (comparePositions(after, head) > 0) throw new PositionPastEnd(after, head)
  const events = rows.flatMap((row) => (row.position === null ? [] : [{ position: row.position, event: eventOf(row) }]))
  const atEnd = events.length < limit
  return { events, atEnd, position: atEnd ? head : events.at(-1)!.position }
}

const MOST_GROWN = 1_000
/** How far it had come is known no more. */
const REMOVED = Number.POSITIVE_INFINITY
const GROWN_SINCE = {
  name: 'event-log-grown-since',
  text: `
    SELECT log.head, grown.stream, grown.revision
      FROM event_log_end AS log
      LEFT JOIN LATERAL (
        (SELECT stream, revision FROM event_log
          WHERE position > $1 AND position <= log.head
          ORDER BY position LIMIT ${MOST_GROWN})
        UNION ALL
        (SELECT stream, NULL FROM event_log_removed WHERE last > $1 LIMIT ${MOST_GROWN})
      ) AS grown ON true`,
}

/** One snapshot, as above; positions have no gaps, so that the place it tells has nothing unseen before it. */
export async function grownSince(pool: pg.Pool, after: string): Promise<StreamRevisions> {
  const { rows } = await pool.query<{ head: string; stream: string | null; revision: string | null }>({
    ...GROWN_SINCE,
    values: [String(numberOf(after))],
  })
  const position = positionOf(rows[0]!.head)
  if (comparePositions(after, position) > 0) throw new PositionPastEnd(after, position)
  const streams = new Map<string, number>()
  for (const { stream, revision } of rows) {
    if (stream !== null) streams.set(stream, Math.max(streams.get(stream) ?? -1, revision === null ? REMOVED : Number(revision)))
  }
  return { streams, position, complete: rows.length < MOST_GROWN }
}

export async function headOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ head: string }>('SELECT head FROM event_log_end')
  return positionOf(rows[0]!.head)
}

export function comparePositions(a: string, b: string): number {
  return Number(numberOf(a) - numberOf(b))
}

const numberOf = (position: string) => (position === START ? 0n : BigInt(position))
const positionOf = (text: string) => (text === '0' ? START : text)

function eventOf(row: Row): StoredEvent {
  const { stream, revision, id, type, version, data, meta, prev, hash, sealed } = row
  return { id, stream, revision: Number(revision), type, version, data, meta, prev, hash, sealed }
}
