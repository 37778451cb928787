import { createHash } from 'node:crypto'
import type { Document, DocumentStore, Documents } from '#platform/documents'
import type { Queries } from '#platform/postgres'
import { nextTableOf } from '#projections/runner'
import { type AuditRecords, type AuditRow, storable } from './records.ts'

/** `place` is the pack and the revision as one text, by which all records stand in one order. */
type Kept = AuditRow & { readonly place: string }

const INDEXES = [['place'], ['pack', 'place'], ['pack', 'happened']]
const PREFIX = 'audit_trail_'
/** The read model's one table says which kind of documents are its records, so that they come and go with it. */
const SCHEMA = `CREATE TABLE generation (kind text NOT NULL);
  INSERT INTO generation SELECT '${PREFIX}' || replace(gen_random_uuid()::text, '-', '')`
const PAGE = 1_000
const LIVE = 'audit_trail.generation'
const REBUILDING = `${nextTableOf('audit_trail')}.generation`
/** No document has as many events. */
const ALL = 10_000_000
const placeOf = (pack: string, revision: number) => `${pack}/${String(revision).padStart(8, '0')}`

/**
 * As documents, where the installation has a store for them. Records are written while the checkpoint's transaction holds up every
 * rival, and before it is kept: a crash between the two repeats them. Each making of the read model has a kind of its own.
 */
export function documentRecords(store: DocumentStore, pool: Queries): AuditRecords {
  const opened = new Map<string, Promise<Documents<Kept>>>()
  let writtenTo = ''
  function open(kind: string): Promise<Documents<Kept>> {
    const known = opened.get(kind)
    if (known) return known
    const opening = store.open<Kept>({ name: kind, indexes: INDEXES })
    opened.set(kind, opening)
    opening.catch(() => opened.delete(kind))
    return opening
  }
  /** The records that belong to these tables: of the live read model, or of a rebuild next to it. */
  async function toWrite(tables: Queries): Promise<Documents<Kept>> {
    const { rows } = await tables.query<{ kind: string; place: string }>('SELECT kind, current_schema() AS place FROM generation')
    const { kind, place } = rows[0]!
    const records = await open(kind)
    // The first time here, or in the place of others.
    if (writtenTo !== `${place} ${kind}`) await dropReplaced(tables)
    writtenTo = `${place} ${kind}`
    return records
  }
  /**
   * Replaced records belong to nobody any more, and would keep data that must be forgotten. Only for the writer: while they hold the
   * checkpoint, nothing takes the place of the live read model.
   */
  async function dropReplaced(tables: Queries): Promise<void> {
    // In this order: a kind that is made meanwhile is not among those that were there before.
    const there = (await store.kinds()).filter((kind) => kind.startsWith(PREFIX))
    const used = await kindsInUse(tables)
    for (const kind of there) {
      if (used.has(kind)) continue
      opened.delete(kind)
      await store.drop(kind)
    }
  }
  const put = (documents: Documents<Kept>, rows: readonly AuditRow[], seen?: number) =>
    documents.put(rows.map((row) => documentOf(row, seen ?? row.revision)))

  return {
    // Of another thousand than those of tables: moving from one to the other rebuilds the read model.
    version: 1_003,
    schema: SCHEMA,
    async write(tables, rows) {
      const documents = await toWrite(tables)
      if (rows.length > 0) await put(documents, rows)
    },
    async rewrite(tables, pack, upTo) {
      const documents = await toWrite(tables)
      await dropReplaced(tables)
      const there = await documents.find({ where: { pack }, order: 'place', limit: ALL })
      const left = new Set(there.map(({ id }) => id))
      // More than any of them has seen: neither an older rewriting nor an owner that wakes up late brings forgotten data back.
      const seen = there.reduce((most, one) => Math.max(most, one.seen), -1) + 1
      for await (const rows of upTo(there.at(-1)?.body.revision ?? -1)) {
        await put(documents, rows, seen)
        for (const { revision } of rows) left.delete(placeOf(pack, revision))
      }
      for (const place of left) await documents.remove({ place })
    },
    async of(pack, since) {
      for (;;) {
        const kind = await kindIn(pool, LIVE)
        const read = await asked(open(kind), pack, since).then(
          (rows) => ({ rows }),
          (error: unknown) => ({ error }),
        )
        // Replaced meanwhile, and then removed: the answer may be half of it, or nothing.
        if ((await kindIn(pool, LIVE)) !== kind) continue
        if ('error' in read) throw read.error
        return read.rows
      }
    },
    async compare(tables, live, rebuilt) {
      const digestIn = async (schema: string) => digestOf(await open(await kindIn(tables, `${schema}.generation`)))
      const [before, after] = [await digestIn(live), await digestIn(rebuilt)]
      return before.digest === after.digest ? [] : [{ table: 'record', live: before.count, rebuilt: after.count }]
    },
  }
}

async function asked(opening: Promise<Documents<Kept>>, pack: string, since?: string) {
  const documents = await opening
  const found = since
    ? await documents.find({ where: { pack }, above: { field: 'happened', value: utc(since) }, order: 'happened', limit: ALL })
    : await documents.find({ where: { pack }, order: 'place', limit: ALL })
  return found.map(({ body: { place: _, ...row } }) => row).sort((a, b) => a.revision - b.revision)
}

/** A row's time is one of ours already; somebody's question may be in any form. */
const utc = (time: string) => new Date(time).toISOString()

function documentOf(row: AuditRow, seen: number): Document<Kept> {
  const place = placeOf(row.pack, row.revision)
  const body = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storable(value)])) as unknown as AuditRow
  return { id: place, seen, body: { ...body, happened: utc(row.happened), place } }
}

async function kindIn(tables: Queries, generation: string): Promise<string> {
  const { rows } = await tables.query<{ kind: string }>(`SELECT kind FROM ${generation}`)
  return rows[0]!.kind
}

async function kindsInUse(tables: Queries): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  for (const generation of [LIVE, REBUILDING]) {
    const { rows } = await tables.query<{ there: string | null }>('SELECT to_regclass($1) AS there', [generation])
    if (rows[0]?.there) used.add(await kindIn(tables, generation))
  }
  return used
}

async function digestOf(documents: Documents<Kept>): Promise<{ count: number; digest: string }> {
  const digest = createHash('sha256')
  let count = 0
  for (let place = ''; ; ) {
    const page = await documents.find({ where: {}, above: { field: 'place', value: place }, order: 'place', limit: PAGE })
    for (const { body } of page) digest.update(JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))))
    count += page.length
    if (page.length < PAGE) return { count, digest: digest.digest('base64url') }
    place = page.at(-1)!.body.place
  }
}
