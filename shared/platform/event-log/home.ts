import type pg from 'pg'
import type { Queries } from '#platform/postgres'
import type { CopyPlace } from './copy.ts'
import { START } from './port.ts'

export type LogKind = 'postgres' | 'eventstoredb'

const NAMES: Readonly<Record<LogKind, string>> = { postgres: 'PostgreSQL', eventstoredb: 'EventStoreDB' }

/** The events of this installation are in another log: with this one every document would seem gone, and new ones would begin a second past. */
export class LogElsewhere extends Error {
  constructor(found: LogKind, wanted: LogKind) {
    const how = found === 'postgres' ? 'Leave EVENTSTOREDB_URL out' : 'Set EVENTSTOREDB_URL'
    super(`The events of this installation are in ${NAMES[found]}. ${how}, or move them: paraph migrate --from ${found} --to ${wanted}.`)
    this.name = 'LogElsewhere'
  }
}

/** Where the events are; null before the first start. */
export async function homeOfLog(queries: Queries): Promise<LogKind | null> {
  const { rows } = await queries.query<{ kind: LogKind }>('SELECT kind FROM event_log_home')
  return rows[0]?.kind ?? null
}

/** Remembers the first start's choice, and holds every later one to it. @throws LogElsewhere */
export async function requireLogAt(pool: pg.Pool, kind: LogKind): Promise<void> {
  await pool.query('INSERT INTO event_log_home VALUES (1, $1) ON CONFLICT DO NOTHING', [kind])
  const found = await homeOfLog(pool)
  if (found !== null && found !== kind) throw new LogElsewhere(found, kind)
}

/** Places of the copies that were made into a log of this kind, in their order. */
export async function copyPlaces(queries: Queries, into: LogKind): Promise<readonly CopyPlace[]> {
  const { rows } = await queries.query<{ source: string; destination: string; events: string }>(
    'SELECT source, destination, events FROM event_log_copy WHERE into_kind = $1 ORDER BY at',
    [into],
  )
  return rows.map(({ events, ...place }) => ({ ...place, events: Number(events) }))
}

export async function keepCopyPlace(queries: Queries, into: LogKind, { source, destination, events }: CopyPlace): Promise<void> {
  await queries.query('INSERT INTO event_log_copy (into_kind, source, destination, events) VALUES ($1, $2, $3, $4)', [
    into,
    source,
    destination,
    events,
  ])
}

/** The place in the new log up to which everything is surely there that the old one had up to `place`. */
export function placeInCopy(places: readonly CopyPlace[], place: string, compare: (a: string, b: string) => number): string {
  return places.findLast(({ source }) => compare(source, place) <= 0)?.destination ?? START
}

/** Part of a migration, once everything is there and compared: from here on the other log is this installation's. */
export async function moveHome(
  queries: Queries,
  kind: LogKind,
  anchor: { readonly number: number; readonly upTo: string } | null,
): Promise<void> {
  await queries.query(
    `INSERT INTO event_log_home VALUES (1, $1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, anchor = excluded.anchor, anchored_to = excluded.anchored_to`,
    [kind, anchor?.number ?? null, anchor?.upTo ?? null],
  )
  // The places belonged to the log that is left: should it ever be copied into, it begins again.
  await queries.query('DELETE FROM event_log_copy')
}

/** Up to where an anchor holds everything: its own word, unless the log was moved since. */
export async function anchoredTo(queries: Queries, anchor: { readonly number: number; readonly upTo: string }): Promise<string> {
  const { rows } = await queries.query<{ place: string }>('SELECT anchored_to AS place FROM event_log_home WHERE anchor = $1', [
    anchor.number,
  ])
  return rows[0]?.place ?? anchor.upTo
}
