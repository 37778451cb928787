import type pg from 'pg'
import { cursorOf, positionOf } from '#projections/cursors'
import type { NotificationKind } from './notifications-for.ts'

export interface InboxQuestion {
  readonly user: string
  /** Where they are a member now: other workspaces give them no notices any more. */
  readonly workspaces: readonly string[]
  /** Only what changed after this time, ISO 8601, in the order of changes; without it the newest first. */
  readonly since?: string
  readonly cursor?: string
  readonly limit: number
}
export interface InboxRow {
  readonly key: string
  readonly workspace: string
  readonly related: string
  readonly kind: NotificationKind
  readonly by: string | null
  readonly words: string
  readonly created: string
  readonly updated: string
  readonly read: string | null
}
export interface InboxPage {
  readonly rows: readonly InboxRow[]
  /** null when there is no more. */
  readonly cursor: string | null
  readonly unread: number
}

type Pool = Pick<pg.Pool, 'query'>

/** One page of an account holder's notices, with the number of unread ones. @throws UnknownCursor */
export async function notificationsOf(pool: Pool, question: InboxQuestion): Promise<InboxPage> {
  const { user, workspaces, since, limit } = question
  const place = question.cursor ? positionOf(question.cursor) : null
  const by = since === undefined ? 'happened' : 'updated'
  const [order, beyond] = since === undefined ? ['DESC', '<'] : ['ASC', '>']
  const [{ rows }, unread] = await Promise.all([
    pool.query<Omit<InboxRow, 'created' | 'updated' | 'read'> & { happened: Date; updated: Date; read: Date | null }>(
      `SELECT key, workspace, related, kind, by, words, happened, updated, read FROM inbox.notification
       WHERE "user" = $1 AND workspace = ANY($2::uuid[]) AND ($3::timestamptz IS NULL OR updated > $3)
         AND ($4::timestamptz IS NULL OR (${by}, key) ${beyond} ($4, $5::uuid))
       ORDER BY ${by} ${order}, key ${order} LIMIT $6`,
      [user, workspaces, since ?? null, place?.date ?? null, place?.key ?? null, limit + 1],
    ),
    countUnread(pool, user, workspaces),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(({ happened, updated, read, ...row }) => ({
      ...row,
      created: happened.toISOString(),
      updated: updated.toISOString(),
      read: read?.toISOString() ?? null,
    })),
    cursor: rows.length > limit && last ? cursorOf({ date: last[by].toISOString(), key: last.key }) : null,
    unread,
  }
}

export async function countUnread(pool: Pool, user: string, workspaces: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM inbox.notification WHERE "user" = $1 AND read IS NULL AND workspace = ANY($2::uuid[])',
    [user, workspaces],
  )
  return rows[0]!.count
}

/** Whether this notification is theirs, and read. null: it is not. */
export async function isRead(pool: Pool, user: string, key: string): Promise<boolean | null> {
  const { rows } = await pool.query<{ read: boolean }>(
    'SELECT read IS NOT NULL AS read FROM inbox.notification WHERE key = $1 AND "user" = $2',
    [key, user],
  )
  return rows[0]?.read ?? null
}

/** Of somebody's unread notifications the keys of those that concern this, where it is said, and are no newer than that. */
export async function unreadOf(
  pool: Pool,
  user: string,
  { related, until, limit }: { readonly related?: string; readonly until?: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT key FROM inbox.notification WHERE "user" = $1 AND read IS NULL
       AND ($2::uuid IS NULL OR related = $2) AND ($3::timestamptz IS NULL OR updated <= $3)
     ORDER BY updated, key LIMIT $4`,
    [user, related ?? null, until ?? null, limit],
  )
  return rows.map(({ key }) => key)
}

/** The users with notices of these packs. */
export async function usersNotified(pool: Pool, related: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ user: string }>('SELECT DISTINCT "user" FROM inbox.notification WHERE related = ANY($1::uuid[])', [
    related,
  ])
  return rows.map(({ user }) => user)
}
