import type pg from 'pg'
import type { LIST_STATUSES, ListRow } from '#contract/document-list'
import { cursorOf, positionOf } from '#projections/cursors'
import { customFieldEntry, packTable, whoOfAddress, whoOfUser } from './row.ts'

export interface ListQuestion {
  readonly workspace: string
  /** Who asks, for the filter 'awaiting_my_signature'. */
  readonly user: { readonly key: string; readonly email: string }
  readonly kind: 'document' | 'template'
  readonly status: (typeof LIST_STATUSES)[number]
  readonly trashed: boolean
  readonly search?: string
  readonly bulkSend?: string
  /** Those with a custom field of this id that has this value. */
  readonly customField?: { readonly id: string; readonly value: string }
  readonly cursor?: string
  readonly offset?: number
  readonly limit: number
}
export interface ListPage {
  readonly documents: readonly ListRow[]
  /** null when there is no more. */
  readonly cursor: string | null
}

type Pool = Pick<pg.Pool, 'query'>
type Row = { shown: ListRow; place: string; pack: string }

/** One page of a workspace's list, newest first. @throws UnknownCursor */
export async function listPacks(pool: Pool, question: ListQuestion): Promise<ListPage> {
  const { kind, trashed, status, limit } = question
  const place = question.cursor ? positionOf(question.cursor) : null
  const rows = await packTable.read<Row>(pool, {
    ...question,
    where: (slot) => [
      `kind = ${slot(kind, 'text')}`,
      `trashed = ${slot(trashed, 'boolean')}`,
      ...(status === 'all'
        ? []
        : status === 'awaiting_my_signature'
          ? [`pack = ANY(${asked(slot(whoIs(question.user), 'text[]'))})`]
          : [`status = ${slot(status, 'text')}`]),
      ...(question.bulkSend === undefined ? [] : [`bulk_send = ${slot(question.bulkSend, 'uuid')}`]),
      ...(question.customField === undefined
        ? []
        : [`custom_fields @> ${slot(JSON.stringify([customFieldEntry(question.customField.id, question.customField.value)]), 'jsonb')}`]),
      ...(place ? [`(updated, pack) < (${slot(place.date, 'timestamptz')}, ${slot(place.key, 'uuid')})`] : []),
    ],
    select: `shown, to_char(updated AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place, pack`,
    order: 'updated DESC, pack DESC',
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    documents: page.map(({ shown }) => shown),
    cursor: rows.length > limit && last ? cursorOf({ date: last.place, key: last.pack }) : null,
  }
}

// As an array, so that it is found first and the packs are then fetched by key, independent of the statistics.
const asked = (who: string) => `ARRAY(SELECT pack FROM list.waiting WHERE who = ANY(${who}))`

/** How many packs have each status, with 'all' and 'awaiting_my_signature'. */
export async function countPacks(
  pool: Pool,
  { workspace, user, kind, trashed, bulkSend }: Pick<ListQuestion, 'workspace' | 'user' | 'kind' | 'trashed' | 'bulkSend'>,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; packs: number }>(
    `${
      bulkSend === undefined
        ? 'SELECT status, packs FROM list.tally WHERE workspace = $1 AND kind = $2 AND trashed = $3 AND $5::uuid IS NULL'
        : `SELECT status, count(*)::int AS packs FROM list.pack
           WHERE workspace = $1 AND kind = $2 AND trashed = $3 AND bulk_send = $5 GROUP BY status`
    }
     UNION ALL
     SELECT 'awaiting_my_signature', count(*)::int FROM list.pack
     WHERE pack = ANY(${asked('$4')}) AND workspace = $1 AND kind = $2 AND trashed = $3 AND ($5::uuid IS NULL OR bulk_send = $5)`,
    [workspace, kind, trashed, whoIs(user), bulkSend ?? null],
  )
  const counts = Object.fromEntries(rows.map(({ status, packs }) => [status, packs]))
  const all = rows.reduce((sum, { status, packs }) => (status === 'awaiting_my_signature' ? sum : sum + packs), 0)
  return { ...counts, all }
}

/** Of each of these bulk sends that has documents, how many have each status, those in the trash with them. */
export async function countOfBulkSends(
  pool: Pool,
  bulkSends: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  if (bulkSends.length === 0) return new Map()
  const { rows } = await pool.query<{ bulk_send: string; counts: Record<string, number> }>(
    `SELECT bulk_send, json_object_agg(status, packs) AS counts FROM (
       SELECT bulk_send, status, count(*)::int AS packs FROM list.pack WHERE bulk_send = ANY($1::uuid[]) GROUP BY bulk_send, status
     ) AS each GROUP BY bulk_send`,
    [bulkSends],
  )
  return new Map(rows.map(({ bulk_send, counts }) => [bulk_send, counts]))
}

/** Documents of a bulk send with this status behind a key, in the order of keys. */
export async function packsOfBulkSend(
  pool: Pool,
  {
    bulkSend,
    status,
    after,
    limit,
  }: { readonly bulkSend: string; readonly status: string | null; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ pack: string }>(
    `SELECT pack FROM list.pack WHERE bulk_send = $1 AND ($2::text IS NULL OR status = $2) AND pack::text > $3
     ORDER BY pack::text LIMIT $4`,
    [bulkSend, status, after, limit],
  )
  return rows.map(({ pack }) => pack)
}

/** Rows by key, for pushing those that changed. Packs that are gone are left out. */
export async function rowsOfPacks(pool: Pool, packs: readonly string[]): Promise<readonly ListRow[]> {
  const { rows } = await pool.query<{ shown: ListRow }>('SELECT shown FROM list.pack WHERE pack = ANY($1::uuid[])', [packs])
  return rows.map(({ shown }) => shown)
}

/** Which of these it knows. The others are gone, were never made, or it has not received them yet. */
export async function packsListed(pool: Pool, packs: readonly string[]): Promise<ReadonlySet<string>> {
  if (packs.length === 0) return new Set()
  const { rows } = await pool.query<{ pack: string }>('SELECT pack FROM list.pack WHERE pack = ANY($1::uuid[])', [packs])
  return new Set(rows.map(({ pack }) => pack))
}

/** Packs for which processes have something to do, in no order; none before the first start has made the table. */
export async function packsUnderWay(pool: Pool): Promise<readonly string[]> {
  const { rows: tables } = await pool.query("SELECT to_regclass('list.pack') AS there")
  if (!tables[0].there) return []
  const { rows } = await pool.query<{ pack: string }>('SELECT pack FROM list.pack WHERE under_way')
  return rows.map(({ pack }) => pack)
}

function whoIs(user: ListQuestion['user']): string[] {
  return [whoOfUser(user.key), ...(user.email ? [whoOfAddress(user.email)] : [])]
}
