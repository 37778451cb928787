import type { Queries } from '#platform/postgres'
import { type Before, type Change, type Rewriting, rewriting } from './changes.ts'
import type { PackRow } from './row.ts'
import { gramsOf } from './words.ts'

/** Writes the rows and all that follows from them. */
export async function writeChanges(tables: Queries, changes: readonly Change[]): Promise<void> {
  const before = await rowsBefore(
    tables,
    changes.map(({ pack }) => pack),
  )
  const { rows, words, waiting, tally, gone } = rewriting(changes, before)
  await upsert(tables, rows)
  await writeWords(tables, words)
  await writeWaiting(tables, waiting)
  await writeTally(tables, tally)
  if (gone.length === 0) return
  await tables.query('DELETE FROM pack WHERE pack = ANY($1::uuid[])', [gone])
  await tables.query('DELETE FROM gram WHERE pack = ANY($1::uuid[])', [gone])
}

async function rowsBefore(tables: Queries, packs: readonly string[]): Promise<Map<string, Before>> {
  const { rows } = await tables.query<Before>({
    name: 'list-before',
    text: `SELECT pack, workspace, kind, trashed, status, revision, words,
                  ARRAY(SELECT who FROM waiting WHERE waiting.pack = pack.pack ORDER BY who) AS waiting
           FROM pack WHERE pack = ANY($1::uuid[])`,
    values: [packs],
  })
  return new Map(rows.map((row) => [row.pack, row]))
}

async function upsert(tables: Queries, rows: readonly PackRow[]): Promise<void> {
  if (rows.length === 0) return
  await tables.query({
    name: 'list-upsert',
    text: `INSERT INTO pack (pack, workspace, kind, status, trashed, updated, revision, under_way, words, shown)
     SELECT pack, workspace, kind, status, trashed, updated, revision, under_way, words, shown::json
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[], $7::int[], $8::boolean[], $9::text[], $10::text[])
       AS r (pack, workspace, kind, status, trashed, updated, revision, under_way, words, shown)
     ON CONFLICT (pack) DO UPDATE SET
       workspace = excluded.workspace, kind = excluded.kind, status = excluded.status, trashed = excluded.trashed,
       updated = excluded.updated, revision = excluded.revision, under_way = excluded.under_way, words = excluded.words, shown = excluded.shown`,
    values: [
      rows.map((row) => row.pack),
      rows.map((row) => row.workspace),
      rows.map((row) => row.kind),
      rows.map((row) => row.status),
      rows.map((row) => row.trashed),
      rows.map((row) => row.updated),
      rows.map((row) => row.revision),
      rows.map((row) => row.underWay),
      // PostgreSQL cannot hold the character NUL; nobody looks for it either.
      rows.map((row) => row.words.replaceAll('\0', '')),
      rows.map((row) => JSON.stringify(row.shown)),
    ],
  })
}

async function writeWords(tables: Queries, rows: readonly PackRow[]): Promise<void> {
  if (rows.length === 0) return
  await tables.query(
    `INSERT INTO gram (pack, grams) SELECT pack, grams::int[] FROM unnest($1::uuid[], $2::text[]) AS r (pack, grams)
     ON CONFLICT (pack) DO UPDATE SET grams = excluded.grams`,
    [rows.map((row) => row.pack), rows.map((row) => `{${gramsOf(row.workspace, row.words).join()}}`)],
  )
}

async function writeWaiting(tables: Queries, changed: readonly { pack: string; waiting: readonly string[] }[]): Promise<void> {
  if (changed.length === 0) return
  await tables.query('DELETE FROM waiting WHERE pack = ANY($1::uuid[])', [changed.map(({ pack }) => pack)])
  const pairs = changed.flatMap(({ pack, waiting }) => waiting.map((who) => ({ pack, who })))
  if (pairs.length === 0) return
  await tables.query('INSERT INTO waiting (who, pack) SELECT * FROM unnest($1::text[], $2::uuid[])', [
    pairs.map(({ who }) => who),
    pairs.map(({ pack }) => pack),
  ])
}

async function writeTally(tables: Queries, changed: Rewriting['tally']) {
  if (changed.length === 0) return
  await tables.query(
    `INSERT INTO tally (workspace, kind, trashed, status, packs)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::boolean[], $4::text[], $5::int[])
     ON CONFLICT (workspace, kind, trashed, status) DO UPDATE SET packs = tally.packs + excluded.packs`,
    [
      changed.map(({ of }) => of.workspace),
      changed.map(({ of }) => of.kind),
      changed.map(({ of }) => of.trashed),
      changed.map(({ of }) => of.status),
      changed.map(({ by }) => by),
    ],
  )
  // A rebuild never has a row of zero where the live table once counted one.
  await tables.query('DELETE FROM tally WHERE packs = 0')
}
