import type { Queries } from '#platform/postgres'
import { type Before, type Change, type Rewriting, rewriting } from './changes.ts'
import { packTable } from './row.ts'

/** Writes the rows and all that follows from them. */
export async function writeChanges(tables: Queries, changes: readonly Change[]): Promise<void> {
  const before = await rowsBefore(
    tables,
    changes.map(({ pack }) => pack),
  )
  const { rows, words, waiting, tally, gone } = rewriting(changes, before)
  await packTable.write(tables, { rows, words, gone })
  await writeWaiting(tables, waiting)
  await writeTally(tables, tally)
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
