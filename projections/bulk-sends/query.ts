import type pg from 'pg'
import type { ListedBulkSend } from '#domain/bulk-send'
import { cursorOf, positionOf } from '#projections/cursors'
import { type BulkSendRow, listedOf } from './row.ts'

export interface BulkSendsQuestion {
  readonly workspace: string
  readonly archived: boolean
  readonly cursor?: string | undefined
  /** Left out: all of them. */
  readonly limit?: number | undefined
}
export interface BulkSendsPage {
  readonly bulkSends: readonly { readonly key: string; readonly bulkSend: ListedBulkSend }[]
  /** null when there is no more. */
  readonly cursor: string | null
}

/** One page of a workspace's bulk sends, newest first. @throws UnknownCursor */
export async function bulkSendsOf(
  pool: Pick<pg.Pool, 'query'>,
  { workspace, archived, cursor, limit }: BulkSendsQuestion,
): Promise<BulkSendsPage> {
  const place = cursor === undefined ? null : positionOf(cursor)
  const { rows } = await pool.query<Omit<BulkSendRow, 'created'> & { created: Date }>(
    `SELECT key, created, left_out AS "leftOut", shown FROM bulk_sends.bulk_send
     WHERE workspace = $1 AND archived = $2 AND ($3::timestamptz IS NULL OR (created, key) < ($3, $4::uuid))
     ORDER BY created DESC, key DESC LIMIT $5`,
    [workspace, archived, place?.date ?? null, place?.key ?? null, limit === undefined ? null : limit + 1],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    bulkSends: page.map(({ key, ...row }) => ({ key, bulkSend: listedOf(row) })),
    cursor: rows.length > page.length && last ? cursorOf({ date: last.created.toISOString(), key: last.key }) : null,
  }
}
