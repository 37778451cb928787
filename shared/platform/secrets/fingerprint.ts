import type pg from 'pg'
import type { Migration } from '#platform/postgres'

export const secretMigrations: readonly Migration[] = [
  {
    name: 'secrets/001-fingerprint',
    sql: 'CREATE TABLE master_key_fingerprint (single boolean PRIMARY KEY DEFAULT true CHECK (single), fingerprint text NOT NULL)',
  },
  {
    name: 'secrets/002-sealing',
    sql: `CREATE TABLE sealing_identity (single boolean PRIMARY KEY DEFAULT true CHECK (single), box text NOT NULL);
      CREATE TABLE known_certificate (
        use text NOT NULL CHECK (use IN ('seal', 'timestamp')),
        fingerprint text NOT NULL,
        box text NOT NULL,
        added timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (use, fingerprint)
      )`,
  },
]

/** The database was written under another master key: what is confidential in it could not be read. */
export class OtherMasterKey extends Error {
  constructor() {
    super(
      'The database was made under another master key. Restore secrets/master.key of the data folder from its backup, or set PARAPH_MASTER_KEY to the key used before.',
    )
    this.name = 'OtherMasterKey'
  }
}

/**
 * Before a key is made, and before the schema of this program is there. Answers whether the database knows of a key: Paraph was started on it.
 * @param fingerprint asked after the database was: another process may be making the first key of both just now
 * @throws OtherMasterKey where the database has a key already and it is not this one
 */
export async function refuseOtherMasterKey(pool: pg.Pool, fingerprint: () => Promise<string | null>): Promise<boolean> {
  const { rows: found } = await pool.query<{ there: boolean }>("SELECT to_regclass('master_key_fingerprint') IS NOT NULL AS there")
  const known = found[0]?.there ? await knownFingerprint(pool) : null
  if (known !== null && known !== (await fingerprint())) throw new OtherMasterKey()
  return known !== null
}

/** Remembers the master key's fingerprint at the first start, and refuses any other key afterwards. */
export async function requireSameMasterKey(pool: pg.Pool, fingerprint: string): Promise<void> {
  await pool.query('INSERT INTO master_key_fingerprint (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint])
  if ((await knownFingerprint(pool)) !== fingerprint) throw new OtherMasterKey()
}

async function knownFingerprint(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ fingerprint: string }>('SELECT fingerprint FROM master_key_fingerprint')
  return rows[0]?.fingerprint ?? null
}
