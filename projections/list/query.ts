import type pg from 'pg'
import { type CustomFieldCondition, type LIST_STATUSES, type ListRow, MOST_CUSTOM_FIELD_NAMES } from '#contract/document-list'
import { cursorOf, positionOf } from '#projections/cursors'
import type { Slot } from '#projections/rows'
import { comparedValue, customFieldEntry, packTable, whoOfAddress, whoOfUser } from './row.ts'

export interface ListQuestion {
  readonly workspace: string
  /** Who asks, for the filter 'awaiting_my_signature'. */
  readonly user: { readonly key: string; readonly email: string }
  readonly kind: 'document' | 'template'
  readonly status: (typeof LIST_STATUSES)[number]
  readonly trashed: boolean
  readonly search?: string
  readonly bulkSend?: string
  /** Those for whose custom fields each of these holds. */
  readonly customFields?: readonly CustomFieldCondition[]
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
      ...customFieldConditions(question.customFields, slot),
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

function customFieldConditions(conditions: ListQuestion['customFields'] = [], slot: Slot): readonly string[] {
  return conditions.map(({ id, operator, value }) => {
    const entry = customFieldEntry(id, value)
    const is = () => `custom_fields @> ${slot(JSON.stringify([entry]), 'jsonb')}`
    const some = (entries: string) => `EXISTS (SELECT FROM jsonb_array_elements_text(custom_fields) AS entry WHERE ${entries})`
    const ofField = () => `starts_with(entry, ${slot(customFieldEntry(id, ''), 'text')})`
    switch (operator) {
      case 'is':
        return is()
      case 'is_not':
        return `NOT ${is()}`
      case 'contains': {
        const text = slot(comparedValue(value), 'text')
        return some(`${ofField()} AND strpos(substr(entry, ${slot([...id].length + 2, 'int')}), ${text}) > 0`)
      }
      case 'is_not_empty':
        return some(ofField())
      case 'is_empty':
        return `NOT ${some(ofField())}`
      default:
        return operator satisfies never
    }
  })
}

/** Of how many documents, the newest ones, the custom fields are offered: reading all of them would take longer than somebody waits. */
const NEWEST = 2_000

/** Which custom fields the newest documents, or templates, of a workspace show; of each the name that it has there, by name. */
export async function customFieldNames(
  pool: Pool,
  workspace: string,
  kind: ListQuestion['kind'],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT id, name FROM (
       SELECT DISTINCT ON (field->>'id') field->>'id' AS id, field->>'name' AS name FROM (
         SELECT shown, updated FROM list.pack WHERE workspace = $1 AND kind = $2 AND NOT trashed ORDER BY updated DESC, pack DESC LIMIT $3
       ) AS newest, json_array_elements(shown->'user_defined_attributes') AS field
       ORDER BY field->>'id', updated DESC
     ) AS each ORDER BY lower(name), id LIMIT $4`,
    [workspace, kind, NEWEST, MOST_CUSTOM_FIELD_NAMES],
  )
  return rows
}

/** How many packs have each status, with 'all' and 'awaiting_my_signature'. */
export async function countPacks(
  pool: Pool,
  {
    workspace,
    user,
    kind,
    trashed,
    bulkSend,
    customFields = [],
  }: Pick<ListQuestion, 'workspace' | 'user' | 'kind' | 'trashed' | 'bulkSend' | 'customFields'>,
): Promise<Record<string, number>> {
  const values: unknown[] = []
  const slot: Slot = (value, type) => `$${values.push(value)}::${type}`
  const inList = `workspace = ${slot(workspace, 'uuid')} AND kind = ${slot(kind, 'text')} AND trashed = ${slot(trashed, 'boolean')}`
  const narrowed = [
    inList,
    ...(bulkSend === undefined ? [] : [`bulk_send = ${slot(bulkSend, 'uuid')}`]),
    ...customFieldConditions(customFields, slot),
  ].join(' AND ')
  const { rows } = await pool.query<{ status: string; packs: number }>(
    `${
      narrowed === inList
        ? `SELECT status, packs FROM list.tally WHERE ${inList}`
        : `SELECT status, count(*)::int AS packs FROM list.pack WHERE ${narrowed} GROUP BY status`
    }
     UNION ALL
     SELECT 'awaiting_my_signature', count(*)::int FROM list.pack WHERE pack = ANY(${asked(slot(whoIs(user), 'text[]'))}) AND ${narrowed}`,
    values,
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

export interface MadeFrom {
  readonly origin: string
  readonly workspace: string
  readonly offset: number
  readonly limit: number
  /** Beyond it nothing is counted. */
  readonly most: number
}

/** Documents of a workspace made from a template and not in the trash, the youngest first, and how many there are, up to `most`. */
export async function packsMadeFrom(
  pool: Pool,
  { origin, workspace, offset, limit, most }: MadeFrom,
): Promise<{ readonly documents: readonly ListRow[]; readonly all: number }> {
  const made = `FROM list.pack WHERE made_from = $1 AND workspace = $2 AND kind = 'document' AND NOT trashed`
  const { rows } = await pool.query<{ shown: ListRow; total: number }>(
    `SELECT shown, (SELECT count(*)::int FROM (SELECT ${made} LIMIT $5) AS counted) AS total ${made}
     ORDER BY shown->>'date_created' DESC, pack OFFSET $3 LIMIT $4`,
    [origin, workspace, offset, limit, most],
  )
  return { documents: rows.map(({ shown }) => shown), all: rows[0]?.total ?? 0 }
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
