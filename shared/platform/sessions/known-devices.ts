import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { World } from '#platform/ports'
import { inTransaction } from '#platform/postgres'
import { newToken, tokenHash } from './tokens.ts'

/** Wrong passwords in a row that a device may be the source of. After that it counts as unknown until somebody logs in on it again. */
const MOST_FAILURES = 10
/** Of one account: the ones used longest ago are forgotten. */
const MOST_DEVICES = 20
const UNUSED_MS = 365 * 24 * 3_600_000

export interface KnownDevice {
  /** For the device's cookie. Only its hash is stored. */
  readonly token: string
  readonly id: string
}

/**
 * Devices on which somebody logged in to an account before. Such a device may still try passwords while strangers may not, so that
 * strangers cannot lock anybody out. It opens nothing by itself. A new password makes all devices of its account unknown.
 */
export interface KnownDevices {
  /** Whether a cookie's token was made here. Says nothing of any account, and asks no store. */
  isOurs(token: string): boolean
  knows(account: string, token: string): Promise<boolean>
  /** Counts a try. False where the device is not known to this account, or was the source of too many wrong passwords. */
  admit(account: string, token: string): Promise<boolean>
  /** After a login: a new token for the device of `former`, which goes on being known to its other accounts. */
  remember(account: string, former: string | null): Promise<KnownDevice>
  forget(account: string, device: string): Promise<void>
  /** Forgets all devices of an account but this one. */
  forgetAllOf(account: string, except: string | null): Promise<void>
  sweep(): Promise<void>
}

export function knownDevices(options: { pool: pg.Pool; world: Pick<World, 'clock' | 'ids' | 'random'>; key: Uint8Array }): KnownDevices {
  const { pool, world, key } = options
  const now = () => new Date(world.clock.now())
  const sign = (random: string) => createHmac('sha256', key).update(`device ${random}`).digest('base64url').slice(0, 22)
  return {
    isOurs(token) {
      const [random = '', signature = ''] = token.split('.')
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(random))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    async knows(account, token) {
      const { rowCount } = await pool.query('SELECT FROM known_device WHERE token_hash = $1 AND account = $2', [tokenHash(token), account])
      return rowCount === 1
    },
    async admit(account, token) {
      const { rowCount } = await pool.query(
        'UPDATE known_device SET failures = failures + 1 WHERE token_hash = $1 AND account = $2 AND failures < $3',
        [tokenHash(token), account, MOST_FAILURES],
      )
      return rowCount === 1
    },
    async remember(account, former) {
      const random = newToken(world.random)
      const token = `${random}.${sign(random)}`
      const made = world.ids.next()
      const id = await inTransaction(pool, async (connection) => {
        // As for a change of the password: its removal finds all devices remembered by it.
        await connection.query("SELECT pg_advisory_xact_lock(hashtextextended('password ' || $1, 0))", [account])
        // A new token each time: one that somebody else put into this browser is worth nothing from here on.
        const { rows } = await connection.query<{ device: string }>(
          'UPDATE known_device SET token_hash = $2 WHERE token_hash = $1 RETURNING device',
          [former === null ? '' : tokenHash(former), tokenHash(token)],
        )
        const device = rows[0]?.device ?? made
        await connection.query(
          `INSERT INTO known_device (device, account, token_hash, seen)
           SELECT $1::uuid, $2::text, $3, $4 WHERE NOT EXISTS (SELECT FROM password_removed WHERE account = $2)
           ON CONFLICT (device, account) DO UPDATE SET token_hash = excluded.token_hash, seen = excluded.seen, failures = 0`,
          [device, account, tokenHash(token), now()],
        )
        await connection.query(
          `DELETE FROM known_device WHERE account = $1 AND device NOT IN
             (SELECT device FROM known_device WHERE account = $1 ORDER BY seen DESC, device DESC LIMIT $2)`,
          [account, MOST_DEVICES],
        )
        return device
      })
      return { token, id }
    },
    async forget(account, device) {
      await pool.query('DELETE FROM known_device WHERE account = $1 AND device = $2', [account, device])
    },
    async forgetAllOf(account, except) {
      await pool.query('DELETE FROM known_device WHERE account = $1 AND ($2::uuid IS NULL OR device <> $2)', [account, except])
    },
    async sweep() {
      await pool.query('DELETE FROM known_device WHERE seen <= $1', [new Date(world.clock.now() - UNUSED_MS)])
    },
  }
}
