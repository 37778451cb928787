import { contactKey, contacts } from '#domain/contacts'
import { folded } from '#domain/kernel'
import { pack } from '#domain/pack'
import { user } from '#domain/user'
import type { Queries } from '#platform/postgres'
import { rowTable } from '#projections/rows'
import type { Address } from './write.ts'

export interface ContactRow {
  readonly key: string
  readonly workspace: string
  readonly address: string
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly userKey: string | null
  readonly used: string | null
  readonly newest: string
  readonly sort: string
  readonly words: string
}

export const contactTable = rowTable<ContactRow>({
  of: 'contacts',
  table: 'contact',
  key: 'key',
  columns: {
    key: 'uuid',
    workspace: 'uuid',
    address: 'text',
    name: 'text',
    email: 'text',
    mobile: 'text',
    userKey: 'uuid',
    used: 'timestamptz',
    newest: 'timestamptz',
    sort: 'text',
    words: 'text',
  },
})

const keyOf = ({ workspace, address }: Address) => contactKey(workspace, address)
const of = ({ streams }: { readonly streams: readonly string[] }) =>
  `(${streams.map((prefix) => `s.stream LIKE '${prefix}%'`).join(' OR ')})`

/** The newest details of each person: one look into the index for each, however many documents name them. */
const newestOf = (column: string, is: string) =>
  `(SELECT ${column} FROM source s WHERE s.workspace = a.workspace AND s.address = a.address AND s.there AND ${is}
    ORDER BY s.at DESC, s.stream, s.person LIMIT 1)`
const SAID = {
  name: newestOf('name', "s.name <> ''"),
  email: newestOf('email', "s.email <> ''"),
  mobile: newestOf('mobile', "s.mobile <> ''"),
  user_key: newestOf('user_key', 's.user_key IS NOT NULL'),
  newest: newestOf('at', 'TRUE'),
  /** A profile that changes brings nobody back who was removed. */
  again: newestOf('at', `NOT ${of(user)}`),
  used: newestOf('at', of(pack)),
  added: newestOf('at', of(contacts)),
}

/** Makes the rows of these people again from all sources. */
export async function rewritePeople(tables: Queries, concerned: readonly Address[]): Promise<void> {
  const people = [...new Map(concerned.map((one) => [`${one.workspace} ${one.address}`, one])).values()]
  if (people.length === 0) return
  type Found = Omit<ContactRow, 'key' | 'sort' | 'words' | 'newest' | 'used'> & {
    newest: Date | null
    used: Date | null
    removed: Date | null
    again: Date | null
    added: Date | null
    erased: Date | null
  }
  const { rows: found } = await tables.query<Found>({
    name: 'contacts-said',
    text: `SELECT a.workspace, a.address, coalesce(${SAID.name}, '') AS name, coalesce(${SAID.email}, '') AS email,
                  coalesce(${SAID.mobile}, '') AS mobile, ${SAID.user_key} AS "userKey", ${SAID.newest} AS newest, ${SAID.used} AS used, ${SAID.again} AS again,
                  ${SAID.added} AS added, (SELECT at FROM erasure e WHERE e.key = a.key) AS erased,
                  (SELECT max(at) FROM removal r WHERE r.workspace = a.workspace AND r.address = a.address) AS removed
           FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS a (workspace, address, key)`,
    values: [people.map(({ workspace }) => workspace), people.map(({ address }) => address), people.map(keyOf)],
  })
  const rows = found.flatMap(({ newest, used, removed, again, added, erased, ...said }): ContactRow[] => {
    if (newest === null || (removed !== null && (again === null || again <= removed))) return []
    // An erased person is hidden, even where documents name them, until somebody adds them manually.
    if (erased !== null && (added === null || added <= erased)) return []
    const { name, email, mobile } = said
    const words = ` ${folded([name, email, mobile].join(' '))}`
    return [
      {
        key: keyOf(said),
        ...said,
        used: used?.toISOString() ?? null,
        newest: newest.toISOString(),
        sort: folded(name || said.address),
        words,
      },
    ]
  })
  const keys = people.map(keyOf)
  const { rows: before } = await tables.query<{ key: string; words: string }>(
    'SELECT key, words FROM contact WHERE key = ANY($1::uuid[])',
    [keys],
  )
  const words = new Map(before.map((row) => [row.key, row.words]))
  const there = new Set(rows.map(({ key }) => key))
  await contactTable.write(tables, {
    rows,
    words: rows.filter((row) => row.words !== words.get(row.key)),
    gone: keys.filter((key) => !there.has(key) && words.has(key)),
  })
}
