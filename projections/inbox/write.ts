import type { Queries } from '#platform/postgres'
import type { NotificationKind } from './notifications-for.ts'

export interface NotificationRow {
  readonly key: string
  readonly user: string
  readonly workspace: string
  readonly related: string
  readonly happened: string
  readonly kind: NotificationKind
  readonly by: string | null
  readonly words: string
}

// A user's dates of change grow in the order of the log, even if the clocks of several processes differ.
const NEXT = (user: string, at: string) =>
  `greatest(${at}, (SELECT max(last.updated) + interval '1 millisecond' FROM notification AS last WHERE last."user" = ${user}))`

/** Rows that are there already stay as they are, with what is known of their reading. */
export async function insert(tables: Queries, rows: readonly NotificationRow[]): Promise<void> {
  for (const { key, user, workspace, related, happened, kind, by, words } of rows) {
    await tables.query(
      `INSERT INTO notification (key, "user", workspace, related, happened, updated, kind, by, words)
       VALUES ($1, $2::uuid, $3, $4, $5::timestamptz, ${NEXT('$2::uuid', '$5::timestamptz')}, $6, $7, $8) ON CONFLICT DO NOTHING`,
      // PostgreSQL cannot hold the character NUL.
      [key, user, workspace, related, happened, kind, by, words.replaceAll('\0', '')],
    )
  }
}

/** Read once: reading it again changes nothing. */
export async function markRead(
  tables: Queries,
  { user, notifications, at }: { readonly user: string; readonly notifications: readonly string[]; readonly at: string },
): Promise<void> {
  await tables.query(
    `UPDATE notification SET read = $3::timestamptz, updated = ${NEXT('$1::uuid', '$3::timestamptz')}
     WHERE "user" = $1::uuid AND key = ANY($2::uuid[]) AND read IS NULL`,
    [user, notifications, at],
  )
}

/** The words as they are with the keys there are now. */
export async function reword(tables: Queries, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length === 0) return
  await tables.query(
    'UPDATE notification SET words = r.words FROM unnest($1::uuid[], $2::text[]) AS r (key, words) WHERE notification.key = r.key',
    [rows.map(({ key }) => key), rows.map(({ words }) => words.replaceAll('\0', ''))],
  )
}

export async function drop(tables: Queries, related: string): Promise<void> {
  await tables.query('DELETE FROM notification WHERE related = $1', [related])
}

/** The document is another workspace's: its members read the notices from then on. */
export async function move(tables: Queries, { related, to }: { readonly related: string; readonly to: string }): Promise<void> {
  await tables.query('UPDATE notification SET workspace = $2 WHERE related = $1', [related, to])
}

/** The notices of this, but for these. */
export async function dropOthers(tables: Queries, related: string, keys: readonly string[]): Promise<void> {
  await tables.query('DELETE FROM notification WHERE related = $1 AND key <> ALL($2::uuid[])', [related, keys])
}

export async function dropOf(tables: Queries, user: string): Promise<void> {
  await tables.query('DELETE FROM notification WHERE "user" = $1', [user])
}
