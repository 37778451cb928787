import type pg from 'pg'
import type { BlobContent, Blobs, Range, Staged } from '#platform/blobs'
import { inTransaction, type Migration, type Queries } from '#platform/postgres'
import { assignWorkspace, claimRoom, QUOTA_MIGRATION, type Quotas, refuseBeyond, releaseRoom, type Upload } from './quotas.ts'
import { EXPIRED_WORDS, type UnusedUploads, unusedUploads } from './unused.ts'

/** What is known of a file. Its name is personal and stands only in events. */
export interface FileRow {
  readonly key: string
  /** The one pack (or other owner) that this key belongs to. */
  readonly pack: string
  readonly mediaType: string
  /** Null until the bytes have arrived. */
  readonly digest: string | null
  readonly size: number | null
  /** Why its bytes were taken away again, or are about to be, in words; null: they were not. */
  readonly refused: string | null
}
export interface NewFile {
  readonly key: string
  readonly pack: string
  readonly mediaType: string
  /** Left out for what the program makes. */
  readonly upload?: Upload
}
export interface FileContent extends BlobContent {
  readonly file: FileRow
}

/** Files by random key, each owned by one pack; bytes are kept once for all keys with the same digest. */
export interface Files {
  /**
   * Announces a key. Again for the same pack changes nothing. Where `bytes` are said to come, they must find room; none is taken yet.
   *
   * @throws FileKeyTaken; where bytes are to come QuotaReached, TooLarge
   */
  reserve(file: NewFile, bytes?: number): Promise<void>
  /** Keeps the bytes of a reserved key. The same bytes again change nothing. @throws FileKeyTaken, NoSpace */
  store(key: string, content: AsyncIterable<Uint8Array>): Promise<{ digest: string; size: number }>
  /**
   * Receives the bytes of an announced upload, after it has taken room for as many as are announced; null: nobody says how many.
   *
   * @throws FileKeyTaken, NoSpace, TooLarge, QuotaReached; the latter before anything is read
   */
  receive(key: string, content: AsyncIterable<Uint8Array>, announced: number | null): Promise<{ digest: string; size: number }>
  /** A further key for bytes that are there, for a copy in another pack. @throws FileKeyTaken; for an upload QuotaReached */
  share(file: { key: string; pack: string; workspace?: string; upload?: Upload }, from: string): Promise<void>
  /** `settled`: after what is being done to it at this moment, as by a rival who has taken its bytes away. */
  find(key: string, settled?: 'settled'): Promise<FileRow | null>
  /** Null where the key is unknown or its bytes have not arrived. */
  open(key: string, range?: Range): Promise<FileContent | null>
  /** Bytes go with the last key that needs them. */
  remove(key: string): Promise<void>
  /** Removes the bytes because of their content, and keeps the reason: a client that missed the answer asks again. */
  refuse(key: string, why: string): Promise<void>
  /** As `remove`, and nothing is ever kept under this key again: a process that was thought dead and still writes there leaves nothing behind. */
  abandon(file: { key: string; pack: string }): Promise<void>
  /** Keys of a pack's files whose bytes are there, in their order. */
  keysOf(pack: string): Promise<readonly string[]>
  /** Part of a permanent deletion. Nothing can be kept for this pack from now on. */
  removeOfPack(pack: string): Promise<number>
  /** At the start: removes what crashes left behind, and nothing that was not on its way here. However many files there are, it takes as long. */
  sweep(): Promise<number>
}

/** This key belongs to another pack, holds other bytes already (a file never changes under its key), was refused or abandoned, or its pack was deleted for good. */
export class FileKeyTaken extends Error {
  constructor() {
    super('The file key is taken.')
    this.name = 'FileKeyTaken'
  }
}

/** The database is new, and there are files already: they are another's. */
export class FilesOfAnother extends Error {
  constructor() {
    super(
      'There are files already, and this database is new and knows none of them. Check DATABASE_URL, PARAPH_DATA and MONGODB_URL, or restore the database. To start over, use an empty place.',
    )
    this.name = 'FilesOfAnother'
  }
}

/** Before the schema is there. @throws FilesOfAnother */
export async function refuseFilesOfAnother(queries: Queries, blobs: Pick<Blobs, 'list'>): Promise<void> {
  // In this order: another process may be storing the first file of both just now.
  for await (const _ of blobs.list()) {
    const { rows } = await queries.query<{ isNew: boolean }>(`SELECT to_regclass('blob') IS NULL AS "isNew"`)
    if (rows[0]?.isNew) throw new FilesOfAnother()
    return
  }
}

export const fileMigrations: readonly Migration[] = [
  {
    name: 'files/001-file',
    sql: `
      CREATE TABLE blob (digest text PRIMARY KEY, size bigint NOT NULL, refs int NOT NULL CHECK (refs > 0));
      CREATE TABLE file (
        key text PRIMARY KEY,
        pack text NOT NULL,
        media_type text NOT NULL,
        digest text REFERENCES blob (digest),
        reserved timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX file_of_pack ON file (pack);
      CREATE INDEX file_of_digest ON file (digest);`,
  },
  {
    // Work that was under way when its pack was deleted must not leave a file behind that nobody would ever remove.
    name: 'files/002-removed-pack',
    sql: 'CREATE TABLE file_removed_pack (pack text PRIMARY KEY)',
  },
  {
    // Likewise work that others took over, which may go on without knowing.
    name: 'files/003-abandoned',
    sql: 'CREATE TABLE file_abandoned (key text PRIMARY KEY, pack text NOT NULL); CREATE INDEX file_abandoned_of_pack ON file_abandoned (pack)',
  },
  {
    // Bytes come into their place before the row that owns them is there for good: a crash between leaves what only this tells of.
    name: 'files/004-coming',
    sql: `CREATE TABLE file_coming (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        digest text NOT NULL,
        since timestamptz NOT NULL DEFAULT now()
      )`,
  },
  { name: 'files/005-refused', sql: 'ALTER TABLE file ADD COLUMN refused text' },
  { name: 'files/006-quotas', sql: QUOTA_MIGRATION },
]

const SELECT =
  'SELECT f.key, f.pack, f.media_type, f.digest, f.refused, f.expired IS NOT NULL AS expired, b.size FROM file f LEFT JOIN blob b USING (digest)'

const REMOVE = 'DELETE FROM file WHERE key = $1'
const TAKEN = 'RETURNING pack, digest, counted'
const REFUSE = `UPDATE file SET digest = NULL, refused = $2, claim = NULL, counted = 0
  FROM (SELECT pack, digest, counted FROM file WHERE key = $1 FOR UPDATE) AS before
  WHERE key = $1 RETURNING before.pack, before.digest, before.counted`

const RESERVE = `INSERT INTO file (key, pack, media_type, uploaded_by, most_bytes)
  SELECT $1::text, $2::text, $3::text, $4::text, $5::bigint
  WHERE NOT EXISTS (SELECT FROM file_removed_pack WHERE pack = $2) AND NOT EXISTS (SELECT FROM file_abandoned WHERE key = $1)
  ON CONFLICT DO NOTHING`

const NO_QUOTAS: Quotas = {
  linkBytes: Number.MAX_SAFE_INTEGER,
  documentBytes: Number.MAX_SAFE_INTEGER,
  workspaceBytes: Number.MAX_SAFE_INTEGER,
}

export interface FilesOptions {
  /** After how long bytes that another process was storing are taken for what its crash left; 0, or left out, where there is no other. */
  readonly abandonedAfterMs?: number
  /** Left out: there are none. */
  readonly quotas?: Quotas
}

export interface PostgresFiles extends Files {
  readonly unused: UnusedUploads
}

export function postgresFiles(pool: pg.Pool, blobs: Blobs, { abandonedAfterMs = 0, quotas = NO_QUOTAS }: FilesOptions = {}): PostgresFiles {
  const find = async (queries: Queries, key: string, settled?: 'settled'): Promise<FileRow | null> => {
    const { rows } = await queries.query(`${SELECT} WHERE f.key = $1${settled ? ' FOR SHARE OF f' : ''}`, [key])
    const row = rows[0]
    if (!row) return null
    return {
      key: row.key,
      pack: row.pack,
      mediaType: row.media_type,
      digest: row.digest,
      size: row.size === null ? null : Number(row.size),
      refused: row.refused ?? (row.expired ? EXPIRED_WORDS : null),
    }
  }

  /** @param claim the room that was taken for it; null for what the program makes */
  const keep = (key: string, staged: Staged, coming: string, claim: string | null) =>
    inTransaction(pool, async (connection) => {
      await connection.query('DELETE FROM file_coming WHERE id = $1', [coming])
      await lockDigest(connection, staged.digest)
      const { rows } = await connection.query('SELECT digest, refused, claim FROM file WHERE key = $1 FOR UPDATE', [key])
      if (!rows[0] || rows[0].refused !== null || (rows[0].digest !== null && rows[0].digest !== staged.digest)) throw new FileKeyTaken()
      if (rows[0].digest === staged.digest) return staged.discard()
      // Somebody sends other bytes under it meanwhile, or its room was given back.
      if (claim !== null && rows[0].claim !== claim) throw new FileKeyTaken()
      await countUp(connection, staged.digest, staged.size)
      await connection.query('UPDATE file SET digest = $2, claim = NULL, claimed = NULL WHERE key = $1', [key, staged.digest])
      // So late that a full disk undoes the rows above; a crash before the commit leaves bytes, and the note by which `sweep` finds them.
      await staged.commit()
      // Last: whatever else is stored in this workspace waits for it.
      await connection.query('SELECT file_count($1, $2)', [key, staged.size])
    })

  async function stored(key: string, content: AsyncIterable<Uint8Array>, mostBytes?: number, claim: string | null = null) {
    const staged = await blobs.stage(content, mostBytes)
    try {
      const { rows } = await pool.query<{ id: string }>('INSERT INTO file_coming (digest) VALUES ($1) RETURNING id', [staged.digest])
      await keep(key, staged, rows[0]!.id, claim)
    } catch (error) {
      await staged.discard().catch(() => undefined)
      throw error
    }
    return { digest: staged.digest, size: staged.size }
  }

  /** @param sql changes the row of key $1, and returns the digest that it had */
  const takeAway = (sql: string, key: string, ...more: readonly string[]) =>
    inTransaction(pool, async (connection) => {
      const found = await find(connection, key)
      if (found?.digest) await lockDigest(connection, found.digest)
      const { rows } = await connection.query<{ pack: string; digest: string | null; counted: string }>(sql, [key, ...more])
      const taken = rows[0]
      if (taken?.digest) {
        const last = await connection.query('DELETE FROM blob WHERE digest = $1 AND refs = 1', [taken.digest])
        if (last.rowCount === 0) await connection.query('UPDATE blob SET refs = refs - 1 WHERE digest = $1', [taken.digest])
        else await blobs.remove(taken.digest)
      }
      if (taken && Number(taken.counted) > 0) await connection.query('SELECT storage_add($1, $2)', [taken.pack, -Number(taken.counted)])
    })
  const remove = (key: string) => takeAway(`${REMOVE} ${TAKEN}`, key)

  return {
    unused: unusedUploads(pool, (key) => takeAway(`${REMOVE} AND expired IS NOT NULL AND NOT attached ${TAKEN}`, key)),
    reserve({ key, pack, mediaType, upload }, bytes) {
      return inTransaction(pool, async (connection) => {
        await lockAgainstRemoval(connection, { key, pack })
        await connection.query(RESERVE, [key, pack, mediaType, upload?.by ?? null, upload?.mostBytes ?? null])
        const found = await find(connection, key)
        if (found?.pack !== pack) throw new FileKeyTaken()
        // Where not one byte more has room, nobody sends any.
        if (!upload) return
        if (bytes !== undefined) await refuseBeyond(connection, { key, pack, upload, bytes: Math.max(1, bytes) }, quotas)
        else if (upload.workspace !== null) await assignWorkspace(connection, pack, upload.workspace)
      })
    },
    store: (key, content) => stored(key, content),
    async receive(key, content, announced) {
      const room = await inTransaction(pool, (connection) => claimRoom(connection, key, announced, quotas))
      if (room === null) throw new FileKeyTaken()
      try {
        return await stored(key, content, room.bytes, room.id)
      } catch (error) {
        const { id } = room
        if (id !== null) await inTransaction(pool, (connection) => releaseRoom(connection, key, id)).catch(() => undefined)
        throw error
      }
    },
    share({ key, pack, workspace, upload }, from) {
      return inTransaction(pool, async (connection) => {
        await lockAgainstRemoval(connection, { key, pack })
        const source = await find(connection, from)
        if (!source?.digest) throw new Error('only a file whose bytes are there can be shared')
        await lockDigest(connection, source.digest)
        const added = await connection.query(
          `INSERT INTO file (key, pack, media_type, digest, uploaded_by, most_bytes) SELECT $1, $2, media_type, digest, $4, $5 FROM file
           WHERE key = $3 AND NOT EXISTS (SELECT FROM file_removed_pack WHERE pack = $2)
           ON CONFLICT DO NOTHING`,
          [key, pack, from, upload?.by ?? null, upload?.mostBytes ?? null],
        )
        if (added.rowCount === 1) {
          const size = source.size ?? 0
          await countUp(connection, source.digest, size)
          if (upload) await refuseBeyond(connection, { key, pack, upload, bytes: size }, quotas)
          else if (workspace !== undefined) await assignWorkspace(connection, pack, workspace)
          await connection.query('SELECT file_count($1, $2)', [key, size])
          return
        }
        const found = await find(connection, key)
        if (found?.pack !== pack || found.digest !== source.digest) throw new FileKeyTaken()
        // Nothing came to use it before; now something may.
        await connection.query('UPDATE file SET expired = NULL, reserved = now() WHERE key = $1 AND expired IS NOT NULL', [key])
      })
    },
    find: (key, settled) => find(pool, key, settled),
    async open(key, range) {
      const file = await find(pool, key)
      const content = file?.digest ? await blobs.open(file.digest, range) : null
      return file && content ? { ...content, file } : null
    },
    remove,
    refuse: (key, why) => takeAway(REFUSE, key, why),
    async abandon({ key, pack }) {
      await inTransaction(pool, async (connection) => {
        await lockAgainstRemoval(connection, { key, pack })
        // Where the pack went for good nothing is kept under any of its keys, and nobody would ever take this one away.
        await connection.query(
          `INSERT INTO file_abandoned SELECT $1::text, $2::text
           WHERE NOT EXISTS (SELECT FROM file_removed_pack WHERE pack = $2) ON CONFLICT DO NOTHING`,
          [key, pack],
        )
      })
      await remove(key)
    },
    async keysOf(pack) {
      const { rows } = await pool.query<{ key: string }>('SELECT key FROM file WHERE pack = $1 AND digest IS NOT NULL ORDER BY key', [pack])
      return rows.map(({ key }) => key)
    },
    async removeOfPack(pack) {
      await inTransaction(pool, async (connection) => {
        await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 22))', [pack])
        await connection.query('INSERT INTO file_removed_pack VALUES ($1) ON CONFLICT DO NOTHING', [pack])
        await connection.query('DELETE FROM file_abandoned WHERE pack = $1', [pack])
      })
      const { rows } = await pool.query<{ key: string }>('SELECT key FROM file WHERE pack = $1', [pack])
      for (const row of rows) await remove(row.key)
      await pool.query('DELETE FROM storage WHERE pack = $1 AND bytes = 0', [pack])
      return rows.length
    },
    async sweep() {
      let swept = await blobs.sweep()
      const { rows } = await pool.query<{ id: string; digest: string }>(
        "SELECT id, digest FROM file_coming WHERE since <= now() - $1 * interval '1 ms'",
        [abandonedAfterMs],
      )
      for (const { id, digest } of rows) swept += await dropOrphan(pool, blobs, id, digest)
      return swept
    },
  }
}

/** Held while a key comes into being or is abandoned: who looked whether it may be, before it was forbidden, has its row there by then. */
async function lockAgainstRemoval(connection: Queries, { key, pack }: { key: string; pack: string }): Promise<void> {
  await connection.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 22)), pg_advisory_xact_lock(hashtextextended($2, 23))', [
    pack,
    key,
  ])
}

function dropOrphan(pool: pg.Pool, blobs: Blobs, id: string, digest: string): Promise<number> {
  return inTransaction(pool, async (connection) => {
    await lockDigest(connection, digest)
    await connection.query('DELETE FROM file_coming WHERE id = $1', [id])
    const { rows } = await connection.query('SELECT 1 FROM blob WHERE digest = $1', [digest])
    if (rows.length > 0 || !(await blobs.has(digest))) return 0
    await blobs.remove(digest)
    return 1
  })
}

/**
 * Held to count a digest up or down, or to touch its bytes. Without it the last owner's removal could take
 * the bytes away under a new owner who was just assured that they are stored.
 */
async function lockDigest(connection: Queries, digest: string): Promise<void> {
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 20))', [digest])
}

async function countUp(connection: Queries, digest: string, size: number): Promise<void> {
  await connection.query('INSERT INTO blob VALUES ($1, $2, 1) ON CONFLICT (digest) DO UPDATE SET refs = blob.refs + 1', [digest, size])
}

/** Keys of a pack's pictures, and of uploads that became one. */
export async function imagesOfPack(pool: Pick<pg.Pool, 'query'>, pack: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key: string }>(
    "SELECT key FROM file WHERE pack = $1 AND media_type IN ('image/png', 'application/octet-stream')",
    [pack],
  )
  return rows.map(({ key }) => key)
}

/** Other packs that keep bytes which this one keeps, and which bytes. */
export async function packsSharing(
  pool: Pick<pg.Pool, 'query'>,
  pack: string,
): Promise<readonly { readonly pack: string; readonly digest: string }[]> {
  const { rows } = await pool.query<{ pack: string; digest: string }>(
    `SELECT DISTINCT other.pack, digest FROM file own JOIN file other USING (digest)
     WHERE own.pack = $1 AND other.pack <> $1 AND other.pack ~ '^[0-9a-f-]{36}$'`,
    [pack],
  )
  return rows
}
