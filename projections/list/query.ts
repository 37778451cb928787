import type pg from 'pg'
import type { LIST_STATUSES, ListRow } from '#contract/document-list'
import { cursorOf, positionOf } from '#projections/cursors'
import { packTable, whoOfAddress, whoOfUser } from './row.ts'

export interface ListQuestion {
  readonly workspace: string
  /** Who asks, for the filter 'awaiting_my_signature'. */
  readonly user: { readonly key: string; readonly email: string }
  readonly kind: 'document' | 'template'
  readonly status: (typeof LIST_STATUSES)[number]
  readonly trashed: boolean
  readonly search?: string
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

// As an array, so that it is found first and the packs are then fetched by key, whatever the statistics say.
const asked = (who: string) => `ARRAY(SELECT pack FROM list.waiting WHERE who = ANY(${who}))`

/** How many packs have each status, with 'all' and 'awaiting_my_signature'. */
export async function countPacks(
  pool: Pool,
  { workspace, user, kind, trashed }: Pick<ListQuestion, 'workspace' | 'user' | 'kind' | 'trashed'>,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; packs: number }>(
    `SELECT status, packs FROM list.tally WHERE workspace = $1 AND kind = $2 AND trashed = $3
     UNION ALL
     SELECT 'awaiting_my_signature', count(*)::int FROM list.pack
     WHERE pack = ANY(${asked('$4')}) AND workspace = $1 AND kind = $2 AND trashed = $3`,
    [workspace, kind, trashed, whoIs(user)],
  )
  const counts = Object.fromEntries(rows.map(({ status, packs }) => [status, packs]))
  const all = rows.reduce((sum, { status, packs }) => (status === 'awaiting_my_signature' ? sum : sum + packs), 0)
  return { ...counts, all }
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
