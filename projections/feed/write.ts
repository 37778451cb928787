import type { LifecycleEntry } from '#domain/lifecycle-events'
import type { LoggedEvent } from '#platform/event-log'
import type { Queries } from '#platform/postgres'
import { chained, commitmentOf, digestOfData, genesisOf, textOf } from './chain.ts'

/** Where PostgreSQL announces that a workspace's feed has grown: the payload is its key. */
export const FEED_CHANNEL = 'paraph_feed'

/** Of these events those that came into no feed yet. */
export async function notYetIn(tables: Queries, events: readonly LoggedEvent[]): Promise<readonly LoggedEvent[]> {
  const { rows } = await tables.query<{ stream: string; revision: number }>(
    'SELECT stream, revision FROM feed_stream WHERE stream = ANY($1::text[])',
    [[...new Set(events.map(({ event }) => event.stream))]],
  )
  const last = new Map(rows.map(({ stream, revision }) => [stream, revision]))
  return events.filter(({ event }) => event.revision > (last.get(event.stream) ?? -1))
}

export async function noteIn(tables: Queries, events: readonly LoggedEvent[]): Promise<void> {
  const last = new Map(events.map(({ event }) => [event.stream, event.revision]))
  await tables.query(
    `INSERT INTO feed_stream (stream, revision) SELECT * FROM unnest($1::text[], $2::int[])
     ON CONFLICT (stream) DO UPDATE SET revision = EXCLUDED.revision`,
    [[...last.keys()], [...last.values()]],
  )
}

export interface Sealing {
  /** Of a digest: 128 bits or more. */
  saltOf(): string
  seal(of: LifecycleEntry, data: string): string | null
}

type End = { position: number; chain: string }

/** Appends entries to the feeds of their workspaces, in this order. Only one owner writes: its checkpoint is locked. */
export async function append(tables: Queries, entries: readonly LifecycleEntry[], { saltOf, seal }: Sealing): Promise<void> {
  if (entries.length === 0) return
  const workspaces = [...new Set(entries.map(({ workspace }) => workspace))]
  const { rows } = await tables.query<{ workspace: string; position: string; chain: string }>(
    'SELECT workspace, position, chain FROM feed WHERE workspace = ANY($1::uuid[]) FOR UPDATE',
    [workspaces],
  )
  const ends = new Map<string, End>(workspaces.map((workspace) => [workspace, { position: 0, chain: genesisOf(workspace) }]))
  for (const { workspace, position, chain } of rows) ends.set(workspace, { position: Number(position), chain })
  const written = entries.map((entry) => {
    const end = ends.get(entry.workspace)!
    const [salt, data] = [saltOf(), textOf(entry.data)]
    const digest = digestOfData(salt, data)
    const position = end.position + 1
    const chain = chained(end.chain, position, commitmentOf({ ...entry, digest }))
    ends.set(entry.workspace, { position, chain })
    const { workspace, id, type, version, document, template, time } = entry
    const sealed = seal(entry, data)
    const shown = sealed === null ? null : salt
    return [workspace, position, id, type, version, document, template, time, sealed, shown, digest, end.chain, chain]
  })
  await tables.query(
    `INSERT INTO feed_entry (workspace, position, id, type, version, document, template, happened, data, salt, digest, previous, chain)
     SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::int[], $6::uuid[], $7::uuid[], $8::timestamptz[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])`,
    written[0]!.map((_, column) => written.map((row) => row[column])),
  )
  const found = [...ends]
  await tables.query(
    `INSERT INTO feed (workspace, position, chain) SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[])
     ON CONFLICT (workspace) DO UPDATE SET position = EXCLUDED.position, chain = EXCLUDED.chain`,
    [found.map(([workspace]) => workspace), found.map(([, { position }]) => position), found.map(([, { chain }]) => chain)],
  )
  // What a subscriber has read must survive a crash: projected again, it would have another salt.
  await tables.query(`SET LOCAL synchronous_commit TO on`)
  await tables.query('SELECT pg_notify($1, workspace) FROM unnest($2::text[]) AS workspace', [FEED_CHANNEL, workspaces])
}

/** Puts what can still be read in the place of a document's data. What cannot be derived any more is erased. */
export async function rewrite(
  tables: Queries,
  document: string,
  readable: ReadonlyMap<string, string>,
  seal: (of: { readonly id: string; readonly type: LifecycleEntry['type']; readonly document: string }, data: string) => string | null,
): Promise<void> {
  const { rows } = await tables.query<{ id: string; type: LifecycleEntry['type']; salt: string | null; digest: string }>(
    `SELECT id, type, salt, digest FROM feed_entry WHERE document = $1 AND type <> 'document.deleted' AND data IS NOT NULL`,
    [document],
  )
  const changed = rows.flatMap(({ id, type, salt, digest }) => {
    const data = readable.get(id)
    if (data === undefined) return [[id, null] as const]
    const stays = salt !== null && digestOfData(salt, data) === digest
    return stays ? [] : [[id, seal({ id, type, document }, data)] as const]
  })
  await tables.query(
    `UPDATE feed_entry SET data = r.data, salt = NULL FROM unnest($1::uuid[], $2::text[]) AS r (id, data) WHERE feed_entry.id = r.id`,
    [changed.map(([id]) => id), changed.map(([, data]) => data)],
  )
}
