import type { Queries } from '#platform/postgres'
import type { BulkSendRow } from './row.ts'

export async function write(tables: Queries, rows: readonly BulkSendRow[]): Promise<void> {
  if (rows.length === 0) return
  await tables.query({
    name: 'bulk-sends-upsert',
    text: `INSERT INTO bulk_send (key, workspace, archived, created, left_out, shown)
     SELECT key, workspace, archived, created, left_out::json, shown::json
     FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::timestamptz[], $5::text[], $6::text[])
       AS r (key, workspace, archived, created, left_out, shown)
     ON CONFLICT (key) DO UPDATE SET archived = excluded.archived, left_out = excluded.left_out, shown = excluded.shown`,
    values: [
      rows.map(({ key }) => key),
      rows.map(({ workspace }) => workspace),
      rows.map(({ archived }) => archived),
      rows.map(({ created }) => created),
      rows.map(({ leftOut }) => JSON.stringify(leftOut)),
      rows.map(({ shown }) => JSON.stringify(shown)),
    ],
  })
}

export async function drop(tables: Queries, key: string): Promise<void> {
  await tables.query('DELETE FROM bulk_send WHERE key = $1', [key])
}
