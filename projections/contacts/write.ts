import type { Queries } from '#platform/postgres'
import { addressOf, type Removal, type Source, type StreamContacts } from './sources.ts'

/** A person as a workspace knows them. */
export interface Address {
  readonly workspace: string
  readonly address: string
}
type SourceRow = Source & { readonly stream: string }

/** The details in these streams up to now: of these persons and of everybody in `whole`, or (null) of everybody. */
export async function readSources(
  tables: Queries,
  streams: readonly string[],
  persons: readonly string[] | null,
  whole: readonly string[] = [],
): Promise<ReadonlyMap<string, StreamContacts>> {
  const all = new Map<string, StreamContacts>(streams.map((stream) => [stream, { workspace: null, people: new Map(), removals: [] }]))
  if (streams.length === 0) return all
  const { rows: packs } = await tables.query<{ stream: string; workspace: string }>(
    'SELECT stream, workspace FROM pack WHERE stream = ANY($1::text[])',
    [streams],
  )
  for (const { stream, workspace } of packs) all.get(stream)!.workspace = workspace
  const { rows } = await tables.query<SourceRow & { at: Date }>(
    `SELECT stream, person, workspace, there, name, email, mobile, user_key AS "userKey", at FROM source
     WHERE stream = ANY($1::text[]) AND ($2::uuid[] IS NULL OR person = ANY($2) OR stream = ANY($3::text[]))`,
    [streams, persons, whole],
  )
  for (const { stream, at, ...source } of rows)
    all.get(stream)!.people.set(source.person, { ...source, at: (at as unknown as Date).toISOString() })
  const { rows: removals } = await tables.query<Removal & { stream: string; at: Date }>(
    'SELECT stream, person, address, at FROM removal WHERE stream = ANY($1::text[]) AND ($2::uuid[] IS NULL OR person = ANY($2)) ORDER BY person, address',
    [streams, persons],
  )
  for (const { stream, person, address, at } of removals)
    all.get(stream)!.removals.push({ person, address, at: (at as unknown as Date).toISOString() })
  return all
}

/** Writes what the streams say now; answers the addresses whose contact may change by it. */
export async function writeSources(
  tables: Queries,
  before: ReadonlyMap<string, StreamContacts>,
  after: ReadonlyMap<string, StreamContacts>,
): Promise<readonly Address[]> {
  const concerned: Address[] = []
  const rows: SourceRow[] = []
  const gone: { stream: string; person: string }[] = []
  const packs: { stream: string; workspace: string }[] = []
  const deleted: string[] = []
  const removals: (Removal & { stream: string; workspace: string })[] = []
  const unremoved: (Removal & { stream: string })[] = []
  const concerns = (source: Source) => {
    const address = addressOf(source)
    if (address !== null) concerned.push({ workspace: source.workspace, address })
  }
  for (const [stream, streamContacts] of after) {
    const was = before.get(stream)!
    if (streamContacts.workspace === null && was.workspace !== null) deleted.push(stream)
    if (streamContacts.workspace !== null && streamContacts.workspace !== was.workspace)
      packs.push({ stream, workspace: streamContacts.workspace })
    for (const [person, source] of streamContacts.people) {
      const old = was.people.get(person)
      if (old && JSON.stringify(ordered(old)) === JSON.stringify(ordered(source))) continue
      rows.push({ stream, ...source })
      if (old) concerns(old)
      concerns(source)
    }
    for (const [person, source] of was.people) {
      if (streamContacts.people.has(person)) continue
      gone.push({ stream, person })
      concerns(source)
    }
    const key = ({ person, address, at }: Removal) => [person, address, at].join(' ')
    const [old, now] = [new Set(was.removals.map(key)), new Set(streamContacts.removals.map(key))]
    const workspace = streamContacts.workspace ?? was.workspace
    if (workspace === null) continue
    for (const one of was.removals) {
      if (now.has(key(one))) continue
      unremoved.push({ stream, ...one })
      concerned.push({ workspace, address: one.address })
    }
    for (const one of streamContacts.removals) {
      if (old.has(key(one))) continue
      removals.push({ stream, workspace, ...one })
      concerned.push({ workspace, address: one.address })
    }
  }
  const columns = <T>(of: readonly T[], ...names: (keyof T)[]) => names.map((name) => of.map((one) => one[name]))
  if (packs.length > 0)
    await tables.query(
      'INSERT INTO pack (stream, workspace) SELECT * FROM unnest($1::text[], $2::uuid[]) ON CONFLICT (stream) DO UPDATE SET workspace = excluded.workspace',
      columns(packs, 'stream', 'workspace'),
    )
  if (deleted.length > 0) await tables.query('DELETE FROM pack WHERE stream = ANY($1::text[])', [deleted])
  if (gone.length > 0)
    await tables.query(
      'DELETE FROM source USING unnest($1::text[], $2::uuid[]) AS g (stream, person) WHERE source.stream = g.stream AND source.person = g.person',
      columns(gone, 'stream', 'person'),
    )
  if (rows.length > 0)
    await tables.query({
      name: 'contacts-source',
      text: `INSERT INTO source (stream, person, workspace, there, address, name, email, mobile, user_key, at)
       SELECT r.stream, r.person, r.workspace, r.there OR m.member IS NOT NULL, r.address, r.name, r.email, r.mobile, r.user_key, r.at
       FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::timestamptz[])
         AS r (stream, person, workspace, there, address, name, email, mobile, user_key, at) LEFT JOIN membership m ON m.member = r.person
       ON CONFLICT (stream, person) DO UPDATE SET
         workspace = excluded.workspace, there = excluded.there, address = excluded.address, name = excluded.name, email = excluded.email,
         mobile = excluded.mobile, user_key = excluded.user_key, at = excluded.at`,
      values: [
        ...columns(rows, 'stream', 'person', 'workspace', 'there'),
        rows.map(addressOf),
        ...columns(rows.map(storable), 'name', 'email', 'mobile', 'userKey', 'at'),
      ],
    })
  if (unremoved.length > 0)
    await tables.query(
      `DELETE FROM removal USING unnest($1::text[], $2::uuid[], $3::text[]) AS g (stream, person, address)
       WHERE removal.stream = g.stream AND removal.person = g.person AND removal.address = g.address`,
      columns(unremoved, 'stream', 'person', 'address'),
    )
  if (removals.length > 0)
    await tables.query(
      `INSERT INTO removal (stream, person, workspace, address, at) SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
       ON CONFLICT (stream, person, address) DO UPDATE SET at = excluded.at`,
      columns(removals, 'stream', 'person', 'workspace', 'address', 'at'),
    )
  return concerned
}

const ordered = ({ person, workspace, there, name, email, mobile, userKey, at }: Source) => [
  person,
  workspace,
  there,
  name,
  email,
  mobile,
  userKey,
  at,
]

// PostgreSQL cannot hold the character NUL.
const storable = (row: SourceRow): SourceRow => ({
  ...row,
  name: row.name.replaceAll('\0', ''),
  email: row.email.replaceAll('\0', ''),
  mobile: row.mobile.replaceAll('\0', ''),
})

/** Keys that were erased; answers whom they hide. */
export async function noteErasures(
  tables: Queries,
  erasures: readonly { readonly key: string; readonly at: string }[],
): Promise<readonly Address[]> {
  if (erasures.length === 0) return []
  const keys = erasures.map(({ key }) => key)
  await tables.query('INSERT INTO erasure (key, at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) ON CONFLICT DO NOTHING', [
    keys,
    erasures.map(({ at }) => at),
  ])
  const { rows } = await tables.query<Address>('SELECT workspace, address FROM contact WHERE key = ANY($1::uuid[])', [keys])
  return rows
}

/** Which memberships hold now; answers whom that concerns. */
export async function holdMemberships(
  tables: Queries,
  changes: readonly { readonly member: string; readonly holds: boolean }[],
): Promise<readonly Address[]> {
  if (changes.length === 0) return []
  const last = [...new Map(changes.map((change) => [change.member, change])).values()]
  const [holding, ended] = [last.filter(({ holds }) => holds), last.filter(({ holds }) => !holds)].map((some) =>
    some.map(({ member }) => member),
  )
  await tables.query('INSERT INTO membership (member) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [holding])
  await tables.query('DELETE FROM membership WHERE member = ANY($1::uuid[])', [ended])
  const { rows } = await tables.query<Address>(
    `UPDATE source SET there = person = ANY($1::uuid[]) WHERE person = ANY($1::uuid[]) OR person = ANY($2::uuid[])
     RETURNING workspace, address`,
    [holding, ended],
  )
  return rows.filter(({ address }) => address !== null)
}
