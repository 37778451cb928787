import type pg from 'pg'
import { TooLarge } from '#platform/blobs'
import type { Queries } from '#platform/postgres'

/** How many bytes may be kept, whatever they are. What is made of uploads counts, and is never refused. */
export interface Quotas {
  /** Uploaded with one signing link; likewise the pictures that an account holder keeps. */
  readonly linkBytes: number
  /** Of one document or pack of documents. */
  readonly documentBytes: number
  readonly workspaceBytes: number
}

/** Who uploads a file, and into which workspace. */
export interface Upload {
  /** `link:<link>` for a signer, `user:<user>` for an account holder. */
  readonly by: string
  /** Null for what an account holder keeps for themselves. */
  readonly workspace: string | null
  /** No larger file is received under this key. */
  readonly mostBytes: number
}

export type QuotaName = 'link' | 'own' | 'document' | 'workspace' | 'unused'

/** No room is left; `most` in bytes, of 'unused' in uploads. */
export class QuotaReached extends Error {
  readonly quota: QuotaName
  readonly most: number
  constructor(quota: QuotaName, most: number) {
    super(`The quota of ${most} (${quota}) is reached.`)
    this.name = 'QuotaReached'
    this.quota = quota
    this.most = most
  }
}

/** Uploads that nothing uses, of one who uploads: a row costs room too. They are swept after a day. */
const MOST_UNUSED = { link: 1_000, user: 20_000 } as const

/**
 * `file.counted` is what a row counts for: the size of its bytes, or what an upload under way has claimed. `storage` holds the sum of a
 * pack's rows and `storage_of_workspace` the sum of a workspace's packs, each changed in the transaction that changes the row.
 */
export const QUOTA_MIGRATION = `
  ALTER TABLE file
    ADD COLUMN uploaded_by text,
    ADD COLUMN most_bytes bigint,
    ADD COLUMN counted bigint NOT NULL DEFAULT 0,
    ADD COLUMN claim uuid,
    ADD COLUMN claimed timestamptz,
    ADD COLUMN attached boolean NOT NULL DEFAULT false,
    ADD COLUMN expired timestamptz;
  CREATE TABLE storage (pack text PRIMARY KEY, workspace text, bytes bigint NOT NULL);
  CREATE TABLE storage_of_workspace (workspace text PRIMARY KEY, bytes bigint NOT NULL);
  CREATE INDEX storage_without_workspace ON storage (pack) WHERE workspace IS NULL;
  CREATE INDEX file_of_uploader ON file (uploaded_by) WHERE uploaded_by IS NOT NULL;
  CREATE INDEX file_unattached ON file (pack, reserved) WHERE uploaded_by IS NOT NULL AND NOT attached;
  UPDATE file SET counted = b.size FROM blob b WHERE b.digest = file.digest;
  -- Pictures and attachments that were uploaded before anybody counted: whether they are in use is found out when they are swept.
  UPDATE file SET uploaded_by = 'unknown' WHERE media_type = 'application/octet-stream';
  INSERT INTO storage SELECT pack, NULL, sum(counted) FROM file GROUP BY pack;

  CREATE FUNCTION storage_add(of_pack text, more bigint) RETURNS void LANGUAGE sql AS $$
    WITH changed AS (
      INSERT INTO storage VALUES (of_pack, NULL, more)
      ON CONFLICT (pack) DO UPDATE SET bytes = storage.bytes + more
      RETURNING workspace
    )
    INSERT INTO storage_of_workspace SELECT workspace, more FROM changed WHERE workspace IS NOT NULL
    ON CONFLICT (workspace) DO UPDATE SET bytes = storage_of_workspace.bytes + more
  $$;
  CREATE FUNCTION file_count(of_key text, bytes bigint) RETURNS void LANGUAGE sql AS $$
    WITH before AS (SELECT pack, counted FROM file WHERE key = of_key AND counted <> bytes FOR UPDATE),
    changed AS (UPDATE file SET counted = bytes FROM before WHERE key = of_key)
    SELECT storage_add(pack, bytes - counted) FROM before
  $$;`

/** Notes whose pack it is; its bytes count in that workspace from then on. */
export async function assignWorkspace(connection: Queries, pack: string, workspace: string): Promise<void> {
  await connection.query('INSERT INTO storage VALUES ($1, NULL, 0) ON CONFLICT DO NOTHING', [pack])
  const { rows } = await connection.query<{ workspace: string | null; bytes: string }>(
    'SELECT workspace, bytes FROM storage WHERE pack = $1 FOR UPDATE',
    [pack],
  )
  const before = rows[0]
  if (!before || before.workspace === workspace) return
  // In the order of their names, so that two packs that change places do not wait for each other.
  for (const name of [before.workspace, workspace].filter((one) => one !== null).sort()) {
    await connection.query(
      `INSERT INTO storage_of_workspace VALUES ($1, $2)
       ON CONFLICT (workspace) DO UPDATE SET bytes = storage_of_workspace.bytes + $2`,
      [name, name === workspace ? before.bytes : -Number(before.bytes)],
    )
  }
  await connection.query('UPDATE storage SET workspace = $2 WHERE pack = $1', [pack, workspace])
}

interface Uploader {
  readonly pack: string
  readonly by: string
  readonly workspace: string | null
}

interface Room {
  readonly quota: QuotaName
  readonly most: number
  readonly left: number
}

/** What is left of each quota. The locks are held to the end of the transaction: of two claims the second sees the first. */
async function roomsFor(connection: Queries, { pack, by, workspace }: Uploader, key: string, quotas: Quotas): Promise<readonly Room[]> {
  const isLink = by.startsWith('link:')
  const isOwn = workspace === null
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 24))', [by])
  if (workspace !== null) await assignWorkspace(connection, pack, workspace)
  else await connection.query('INSERT INTO storage VALUES ($1, NULL, 0) ON CONFLICT DO NOTHING', [pack])
  const { rows: packs } = await connection.query<{ bytes: string }>('SELECT bytes FROM storage WHERE pack = $1 FOR UPDATE', [pack])
  const { rows: own } = await connection.query<{ counted: string }>('SELECT counted FROM file WHERE key = $1', [key])
  const counted = Number(own[0]?.counted ?? 0)
  const room = (quota: QuotaName, most: number, bytes: number): Room => ({ quota, most, left: most - (bytes - counted) })
  const rooms = [room(isOwn ? 'own' : 'document', isOwn ? quotas.linkBytes : quotas.documentBytes, Number(packs[0]!.bytes))]
  if (isLink) {
    const { rows } = await connection.query<{ bytes: string }>(
      'SELECT coalesce(sum(counted), 0) AS bytes FROM file WHERE uploaded_by = $1',
      [by],
    )
    rooms.unshift(room('link', quotas.linkBytes, Number(rows[0]!.bytes)))
  }
  if (!isOwn) {
    const { rows } = await connection.query<{ bytes: string }>('SELECT bytes FROM storage_of_workspace WHERE workspace = $1 FOR UPDATE', [
      workspace,
    ])
    rooms.push(room('workspace', quotas.workspaceBytes, Number(rows[0]?.bytes ?? 0)))
  }
  return rooms
}

function refuseWithout(rooms: readonly Room[], bytes: number): void {
  const full = rooms.find(({ left }) => left < bytes)
  if (full) throw new QuotaReached(full.quota, full.most)
}

/** Before an address is given out, and again when the bytes come: at least `bytes` must find room. @throws QuotaReached, TooLarge */
export async function refuseBeyond(
  connection: Queries,
  { key, pack, upload, bytes }: { readonly key: string; readonly pack: string; readonly upload: Upload; readonly bytes: number },
  quotas: Quotas,
): Promise<void> {
  const { by, workspace, mostBytes } = upload
  if (bytes > mostBytes) throw new TooLarge(mostBytes)
  refuseWithout(await roomsFor(connection, { pack, by, workspace }, key, quotas), bytes)
  const most = by.startsWith('link:') ? MOST_UNUSED.link : MOST_UNUSED.user
  const { rows } = await connection.query<{ many: boolean }>(
    'SELECT count(*) >= $2 AS many FROM file WHERE uploaded_by = $1 AND NOT attached',
    [by, most],
  )
  if (rows[0]?.many) throw new QuotaReached('unused', most)
}

/** Room that an upload under way has taken. */
export interface Claim {
  /** Null where the bytes are there already, and only come again. */
  readonly id: string | null
  /** No more than these may come. */
  readonly bytes: number
}

/**
 * Takes room for an upload before its first byte is read. A later claim under the same key takes the place of an earlier one, whose
 * bytes are not kept: a connection that broke may still look alive here.
 *
 * @param announced bytes that come, as the client says; null where it does not say
 * @returns null where nothing may come under this key
 * @throws QuotaReached, TooLarge
 */
export async function claimRoom(connection: pg.PoolClient, key: string, announced: number | null, quotas: Quotas): Promise<Claim | null> {
  const { rows } = await connection.query<{
    pack: string
    by: string | null
    most: string | null
    size: string | null
    spent: boolean
    workspace: string | null
  }>(
    `SELECT f.pack, f.uploaded_by AS by, f.most_bytes AS most, f.refused IS NOT NULL OR f.expired IS NOT NULL AS spent,
       (SELECT size FROM blob b WHERE b.digest = f.digest) AS size, (SELECT workspace FROM storage s WHERE s.pack = f.pack) AS workspace
     FROM file f WHERE key = $1 FOR UPDATE OF f`,
    [key],
  )
  const row = rows[0]
  if (!row?.by || row.most === null || row.spent) return null
  const most = Number(row.most)
  if (announced !== null && announced > most) throw new TooLarge(most)
  if (row.size !== null) return announced === null || announced === Number(row.size) ? { id: null, bytes: Number(row.size) } : null
  const rooms = await roomsFor(connection, { pack: row.pack, by: row.by, workspace: row.workspace }, key, quotas)
  const bytes = announced ?? Math.min(most, Math.max(1, Math.min(...rooms.map(({ left }) => left))))
  refuseWithout(rooms, bytes)
  const claimed = await connection.query<{ claim: string }>(
    'UPDATE file SET claim = gen_random_uuid(), claimed = now() WHERE key = $1 RETURNING claim',
    [key],
  )
  await connection.query('SELECT file_count($1, $2)', [key, bytes])
  return { id: claimed.rows[0]!.claim, bytes }
}

/** Gives the room back where nothing came; does nothing where another claim has taken its place. */
export async function releaseRoom(connection: Queries, key: string, claim: string): Promise<void> {
  const { rowCount } = await connection.query(
    'UPDATE file SET claim = NULL, claimed = NULL WHERE key = $1 AND claim = $2 AND digest IS NULL',
    [key, claim],
  )
  if (rowCount === 1) await connection.query('SELECT file_count($1, 0)', [key])
}
