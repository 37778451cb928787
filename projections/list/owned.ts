import type pg from 'pg'

/** What somebody has begun in a workspace, by what it is. The trash is counted with it. */
export interface OwnedPacks {
  readonly drafts: number
  readonly templates: number
  readonly sent: number
  readonly finished: number
}

/** Packs of a member behind a key, the trash with them, in the order of keys. */
export async function packsOfOwner(
  pool: Pick<pg.Pool, 'query'>,
  {
    workspace,
    owner,
    after,
    limit,
  }: { readonly workspace: string; readonly owner: string; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ pack: string }>(
    `SELECT pack FROM list.pack WHERE workspace = $1 AND owner = $2 AND ($3 = '' OR pack > $3::text::uuid) ORDER BY pack LIMIT $4`,
    [workspace, owner, after, limit],
  )
  return rows.map(({ pack }) => pack)
}

export async function countOfOwner(pool: Pick<pg.Pool, 'query'>, workspace: string, owner: string): Promise<OwnedPacks> {
  const { rows } = await pool.query<OwnedPacks>(
    `SELECT count(*) FILTER (WHERE kind = 'template')::int AS templates,
            count(*) FILTER (WHERE kind = 'document' AND status IN ('setup', 'conversion_error'))::int AS drafts,
            count(*) FILTER (WHERE kind = 'document' AND status = 'awaiting_signatures')::int AS sent,
            count(*) FILTER (WHERE kind = 'document' AND status IN ('complete', 'rejected'))::int AS finished
     FROM list.pack WHERE workspace = $1 AND owner = $2`,
    [workspace, owner],
  )
  return rows[0]!
}
