import type pg from 'pg'
import type { World } from '#platform/ports'
import { tokenHash } from './tokens.ts'

/** Links in mails that let somebody do one thing once, such as choosing a password. Stored as hashes. */
export interface OneTimeLinks {
  /** Keeps a token for this; again for the same token changes nothing, also when it was used since. */
  keep(token: string, link: { owner: string; purpose: string; lifeMs: number }): Promise<void>
  /** Whom a link is for, without using it up: opening a page changes nothing. */
  find(token: string, purposes: readonly string[]): Promise<{ owner: string; purpose: string } | null>
  /** Uses up this link and all others of its owner; null where another was first, or time is up. */
  take(token: string, purposes: readonly string[]): Promise<{ owner: string; purpose: string } | null>
  /** Part of the deletion of their owner. */
  removeOf(owner: string): Promise<void>
}

export function oneTimeLinks({ pool, world }: { pool: pg.Pool; world: Pick<World, 'clock'> }): OneTimeLinks {
  const now = () => new Date(world.clock.now())
  return {
    async keep(token, { owner, purpose, lifeMs }) {
      await pool.query('INSERT INTO one_time_link (token_hash, owner, purpose, ends) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
        tokenHash(token),
        owner,
        purpose,
        new Date(world.clock.now() + lifeMs),
      ])
    },
    async find(token, purposes) {
      const { rows } = await pool.query(
        'SELECT owner, purpose FROM one_time_link WHERE token_hash = $1 AND purpose = ANY($2) AND ends > $3 AND NOT used',
        [tokenHash(token), purposes, now()],
      )
      return rows[0] ?? null
    },
    async take(token, purposes) {
      const { rows } = await pool.query(
        'UPDATE one_time_link SET used = true WHERE token_hash = $1 AND purpose = ANY($2) AND ends > $3 AND NOT used RETURNING owner, purpose',
        [tokenHash(token), purposes, now()],
      )
      if (rows[0]) await pool.query('UPDATE one_time_link SET used = true WHERE owner = $1', [rows[0].owner])
      return rows[0] ?? null
    },
    async removeOf(owner) {
      await pool.query('DELETE FROM one_time_link WHERE owner = $1', [owner])
    },
  }
}
