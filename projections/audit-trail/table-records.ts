import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Queries } from '#platform/postgres'
import { type AuditRecords, type AuditRow, storable } from './records.ts'

const COLUMNS = [
  'pack',
  'revision',
  'happened',
  'code',
  'words',
  'principal',
  'capacity',
  'on_behalf_of',
  'reason',
  'address',
  'agent',
  'hash',
] as const
const TYPES = COLUMNS.map((column) => ({ pack: 'uuid', revision: 'int', happened: 'timestamptz' })[column as string] ?? 'text')

// An event never changes, so neither does its row: the same one again is the same row.
const INSERT = `INSERT INTO record (${COLUMNS.join()}) SELECT * FROM unnest(${TYPES.map((type, at) => `$${at + 1}::${type}[]`).join()})
                ON CONFLICT DO NOTHING`

/** In a table with the checkpoint: both move together or not at all. */
export function tableRecords(pool: Pick<pg.Pool, 'query'>): AuditRecords {
  return {
    version: 3,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    indexesForReaders: ['record_since'],
    write,
    async rewrite(tables, pack, upTo) {
      const { rows } = await tables.query<{ last: number | null }>('SELECT max(revision) AS last FROM record WHERE pack = $1', [pack])
      await tables.query('DELETE FROM record WHERE pack = $1', [pack])
      for await (const fresh of upTo(rows[0]?.last ?? -1)) await write(tables, fresh)
    },
    async of(pack, since) {
      const { rows } = await pool.query<Omit<AuditRow, 'happened' | 'pack'> & { happened: Date }>(
        `SELECT ${COLUMNS.filter((column) => column !== 'pack').join()} FROM audit_trail.record
         WHERE pack = $1 AND ($2::timestamptz IS NULL OR happened > $2) ORDER BY revision`,
        [pack, since ?? null],
      )
      return rows.map(({ happened, ...row }) => ({ ...row, happened: happened.toISOString() }))
    },
  }
}

async function write(tables: Queries, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length === 0) return
  await tables.query(
    INSERT,
    COLUMNS.map((column) => rows.map((row) => storable(row[column]))),
  )
}
