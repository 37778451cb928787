import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import type pg from 'pg'
import type { World } from '#platform/ports'
import { inTransaction } from '#platform/postgres'

export interface Verified {
  /** False once another password was chosen. */
  holds(): Promise<boolean>
}

export interface Passwords {
  /** Where it was removed, nothing is kept. */
  set(account: string, password: string): Promise<void>
  /** Takes the same time whether or not the account exists or has a password. */
  verify(account: string | null, password: string): Promise<Verified | null>
  has(account: string): Promise<boolean>
  /** For good: whatever is set for this account from now on is not kept. */
  remove(account: string): Promise<void>
}

// 2 is Argon2id; memory and passes as OWASP advises.
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Passwords, as Argon2id hashes. */
export function passwords({ pool, world }: { pool: pg.Pool; world: Pick<World, 'clock' | 'random'> }): Passwords {
  // The same password typed on another keyboard may be composed of other code points.
  const plain = (password: string) => password.normalize('NFKC')
  const hashed = (password: string) => hash(plain(password), { ...SETTINGS, salt: Buffer.from(world.random.bytes(16)) })
  let nobodys: Promise<string> | null = null
  const stored = async (account: string): Promise<string | null> => {
    const { rows } = await pool.query<{ hash: string }>('SELECT hash FROM password WHERE account = $1', [account])
    return rows[0]?.hash ?? null
  }
  /** One after the other for an account: a setter sees whether it was removed, and a remover finds the set one. */
  const inTurn = (account: string, work: (connection: pg.PoolClient) => Promise<unknown>) =>
    inTransaction(pool, async (connection) => {
      await connection.query("SELECT pg_advisory_xact_lock(hashtextextended('password ' || $1, 0))", [account])
      await work(connection)
    })
  /** They were known by the password that was there before. */
  const forgetDevices = (connection: pg.PoolClient, account: string) =>
    connection.query('DELETE FROM known_device WHERE account = $1', [account])
  return {
    async set(account, password) {
      const hash = await hashed(password)
      await inTurn(account, async (connection) => {
        await connection.query(
          `INSERT INTO password SELECT $1::text, $2, $3 WHERE NOT EXISTS (SELECT FROM password_removed WHERE account = $1)
           ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, changed = excluded.changed`,
          [account, hash, new Date(world.clock.now())],
        )
        await forgetDevices(connection, account)
      })
    },
    async verify(account, password) {
      const own = account === null ? null : await stored(account)
      nobodys ??= hashed('nobody')
      const matches = await verify(own ?? (await nobodys), plain(password))
      if (account === null || own === null || !matches) return null
      return { holds: async () => (await stored(account)) === own }
    },
    has: async (account) => (await stored(account)) !== null,
    async remove(account) {
      await inTurn(account, async (connection) => {
        await connection.query('INSERT INTO password_removed VALUES ($1) ON CONFLICT DO NOTHING', [account])
        await connection.query('DELETE FROM password WHERE account = $1', [account])
        await forgetDevices(connection, account)
      })
    },
  }
}

/** Whether a password is on a list of lower-case ones, a line each, whichever of its letters are capitals. */
export function commonPasswords(path: string | URL): (password: string) => boolean {
  let known: ReadonlySet<string> | null = null
  return (password) => {
    // Read once somebody chooses a password: few processes ever see that.
    known ??= new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean))
    return known.has(password.normalize('NFKC').toLowerCase())
  }
}
