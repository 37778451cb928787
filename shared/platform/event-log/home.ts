import type pg from 'pg'
import type { Queries } from '#platform/postgres'

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

/** Part of a migration, once everything is there and verified. */
export async function moveHome(queries: Queries, kind: LogKind): Promise<void> {
  await queries.query('INSERT INTO event_log_home VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind', [kind])
}
