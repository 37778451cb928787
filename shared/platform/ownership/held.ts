import type { Queries } from '#platform/postgres'
import { NAMES_CLASS } from './frozen.ts'

/** Which of these names some process owns now. One that stands still counts until another has put it out. */
export async function heldAmong(queries: Queries, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await queries.query<{ name: string }>(
    `SELECT name FROM unnest($2::text[]) AS name WHERE EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = $1
         AND objid::bigint = hashtext(name)::bigint & 4294967295
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [NAMES_CLASS, names],
  )
  return new Set(rows.map(({ name }) => name))
}
