import type pg from 'pg'

type Pool = Pick<pg.Pool, 'query'>

export async function workspacesWithPacks(pool: Pool): Promise<readonly string[]> {
  if (!(await isThere(pool))) return []
  const { rows } = await pool.query<{ workspace: string }>('SELECT DISTINCT workspace FROM list.pack ORDER BY workspace')
  return rows.map(({ workspace }) => workspace)
}

/** Packs that a retention may concern: in the trash, or ended before a moment. */
export async function retentionCandidates(
  pool: Pool,
  { workspace, endedBefore, trash }: { readonly workspace: string; readonly endedBefore: string | null; readonly trash: boolean },
): Promise<readonly string[]> {
  if (!(await isThere(pool))) return []
  const { rows } = await pool.query<{ pack: string }>(
    `SELECT pack FROM list.pack WHERE workspace = $1 AND ((trashed AND $2)
       OR (kind = 'document' AND status IN ('complete', 'rejected') AND coalesce((shown->>'date_completed')::timestamptz, updated) <= $3))
     ORDER BY pack`,
    [workspace, trash, endedBefore],
  )
  return rows.map(({ pack }) => pack)
}

/** A workspace's packs behind a key, in the order of keys. */
export async function packsOfWorkspace(pool: Pool, workspace: string, after: string, limit: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ pack: string }>(
    'SELECT pack FROM list.pack WHERE workspace = $1 AND pack::text > $2 ORDER BY pack::text LIMIT $3',
    [workspace, after, limit],
  )
  return rows.map(({ pack }) => pack)
}

/** Not before the first start has made the table. */
async function isThere(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: string | null }>("SELECT to_regclass('list.pack') AS there")
  return rows[0]?.there != null
}
