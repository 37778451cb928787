import type pg from 'pg'
import type { Migration } from '#platform/postgres'

export const secretMigrations: readonly Migration[] = [
  {
    name: 'secrets/001-fingerprint',
    sql: 'CREATE TABLE master_key_fingerprint (single boolean PRIMARY KEY DEFAULT true CHECK (single), fingerprint text NOT NULL)',
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

/** Remembers the master key's fingerprint at the first start, and refuses any other key afterwards. */
export async function requireSameMasterKey(pool: pg.Pool, fingerprint: string): Promise<void> {
  await pool.query('INSERT INTO master_key_fingerprint (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint])
  const { rows } = await pool.query<{ fingerprint: string }>('SELECT fingerprint FROM master_key_fingerprint')
  if (rows[0]?.fingerprint !== fingerprint) throw new OtherMasterKey()
}
