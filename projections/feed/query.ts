import type pg from 'pg'
import type { LifecycleEntry } from '#domain/lifecycle-events'
import type { SubjectKeys } from '#platform/subject-keys'
import { openerOf } from './sealed-data.ts'

/** An entry as it is stored: whole, for nobody in particular. `redactFor` makes of it what an audience may see. */
export interface FeedEntry {
  readonly position: number
  /** null: erased. */
  readonly entry: LifecycleEntry | null
  readonly id: string
  readonly type: LifecycleEntry['type']
  readonly version: number
  readonly document: string
  readonly template: string | null
  readonly time: string
  /** null where the data is no longer what the digest stands for. */
  readonly salt: string | null
  readonly digest: string
  readonly previous: string
  readonly chain: string
}

/** Which entries there are. `first` is one beyond `last` where there are none. */
export interface FeedBounds {
  readonly first: number
  readonly last: number
  /** null where the workspace never had an entry. */
  readonly chain: string | null
}

export interface FeedSources {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly keys: Pick<SubjectKeys, 'existingAll'>
}

type Row = Omit<FeedEntry, 'position' | 'time' | 'entry'> & { position: string; happened: Date; data: string | null }

/** The entries that follow a position, in order and without gaps: at most `limit` of them. */
export async function entriesAfter(
  { pool, keys }: FeedSources,
  workspace: string,
  position: number,
  limit: number,
): Promise<readonly FeedEntry[]> {
  const { rows } = await pool.query<Row>(
    `SELECT position, id, type, version, document, template, happened, data, salt, digest, previous, chain FROM feed_entry
     WHERE workspace = $1 AND position > $2 ORDER BY position LIMIT $3`,
    [workspace, position, limit],
  )
  const open = await openerOf(
    keys,
    rows.map(({ document }) => document),
  )
  return rows.map(({ happened, position: at, data: sealed, ...row }) => {
    const { id, type, version, document, template } = row
    const time = happened.toISOString()
    const data = sealed === null ? null : open(row, sealed)
    if (data === null) return { ...row, salt: null, position: Number(at), time, entry: null }
    const entry = { id, type, version, time, workspace, document, template, data: JSON.parse(data) } as LifecycleEntry
    return { ...row, position: Number(at), time, entry }
  })
}

export async function feedBounds(pool: Pick<pg.Pool, 'query'>, workspace: string): Promise<FeedBounds> {
  const { rows } = await pool.query<{ position: string; chain: string; first: string | null }>(
    `SELECT position, chain, (SELECT min(position) FROM feed_entry AS kept WHERE kept.workspace = feed.workspace) AS first
     FROM feed WHERE workspace = $1`,
    [workspace],
  )
  const [feed] = rows
  if (!feed) return { first: 1, last: 0, chain: null }
  const last = Number(feed.position)
  return { first: feed.first === null ? last + 1 : Number(feed.first), last, chain: feed.chain }
}

/** Removes what happened before a time (ISO 8601), from the beginning of each feed on: what is left has no gaps. */
export async function expireEntries(pool: Pick<pg.Pool, 'query'>, before: string): Promise<void> {
  await pool.query(
    `DELETE FROM feed_entry AS expired USING feed WHERE expired.workspace = feed.workspace AND expired.position < coalesce(
       (SELECT position FROM feed_entry AS kept WHERE kept.workspace = feed.workspace AND kept.happened >= $1 ORDER BY position LIMIT 1),
       feed.position + 1)`,
    [before],
  )
}
