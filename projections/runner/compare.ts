import type { Queries } from '#platform/postgres'
import { quoted } from './checkpoints.ts'
import type { TableDifference } from './port.ts'

/** Tables of two database schemas whose rows are not the same, by count and by a digest that knows no order. */
export async function compareTables(connection: Queries, live: string, rebuilt: string): Promise<TableDifference[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.tables
     WHERE table_schema IN ($1, $2) AND table_type = 'BASE TABLE' ORDER BY 1`,
    [live, rebuilt],
  )
  const differences: TableDifference[] = []
  for (const { name } of rows) {
    const [before, after] = [await digestOf(connection, live, name), await digestOf(connection, rebuilt, name)]
    if (before.digest !== after.digest) differences.push({ table: name, live: before.count, rebuilt: after.count })
  }
  return differences
}

async function digestOf(connection: Queries, schema: string, table: string): Promise<{ count: number; digest: string }> {
  const { rows: found } = await connection.query('SELECT to_regclass($1) AS there', [`${quoted(schema)}.${quoted(table)}`])
  if (!found[0].there) return { count: 0, digest: 'no such table' }
  const { rows } = await connection.query<{ count: number; digest: string }>(
    `SELECT count(*)::int AS count, concat(count(*), ':', sum(hashtextextended(t::text, 0)::numeric)) AS digest
     FROM ${quoted(schema)}.${quoted(table)} AS t`,
  )
  return rows[0]!
}
