import type { Queries } from '#platform/postgres'
import { isHeld, lockOfName } from './locks.ts'

/** Which of these names some process owns now. One that stands still counts until another has put it out. */
export async function heldAmong(queries: Queries, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await queries.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE EXISTS (SELECT FROM pg_locks WHERE ${isHeld(lockOfName('name'))})`,
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}
