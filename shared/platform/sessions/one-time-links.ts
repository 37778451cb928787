import type pg from 'pg'
import type { World } from '#platform/ports'
import { inTransaction, type Queries } from '#platform/postgres'
import { tokenHash } from './tokens.ts'

/** Whom a link is for, and what for. */
export interface OneTimeLink {
  readonly owner: string
  readonly purpose: string
}

/** Links in mails that let somebody do one thing once, such as choosing a password. Stored as hashes. */
export interface OneTimeLinks {
  /** Keeps a token for this; again for the same token changes nothing, also when it was used since. */
  keep(token: string, link: OneTimeLink & { readonly lifeMs: number }): Promise<void>
  /** Without using it up: opening a page changes nothing. */
  find(token: string, purposes: readonly string[]): Promise<OneTimeLink | null>
  /** Whose link it is while its time lasts, used up or not. */
  ownerOf(token: string, purposes: readonly string[]): Promise<string | null>
  /**
   * Uses up this link and all others of its owner by what is done with it: where that fails or is cut off, they still work.
   * Null where another was first or is at it, or time is up.
   */
  use<T>(token: string, purposes: readonly string[], deed: (link: OneTimeLink) => Promise<T>): Promise<T | null>
  /** Part of the deletion of their owner. */
  removeOf(owner: string): Promise<void>
}

export function oneTimeLinks({ pool, world }: { pool: pg.Pool; world: Pick<World, 'clock'> }): OneTimeLinks {
  const now = () => new Date(world.clock.now())
  async function inTime(on: Queries, token: string, purposes: readonly string[]): Promise<(OneTimeLink & { used: boolean }) | null> {
    const { rows } = await on.query(
      'SELECT owner, purpose, used FROM one_time_link WHERE token_hash = $1 AND purpose = ANY($2) AND ends > $3',
      [tokenHash(token), purposes, now()],
    )
    return rows[0] ?? null
  }
  async function find(on: Queries, token: string, purposes: readonly string[]): Promise<OneTimeLink | null> {
    const link = await inTime(on, token, purposes)
    return link && !link.used ? { owner: link.owner, purpose: link.purpose } : null
  }
  return {
    async keep(token, { owner, purpose, lifeMs }) {
      await pool.query('INSERT INTO one_time_link (token_hash, owner, purpose, ends) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
        tokenHash(token),
        owner,
        purpose,
        new Date(world.clock.now() + lifeMs),
      ])
    },
    find: (token, purposes) => find(pool, token, purposes),
    ownerOf: async (token, purposes) => (await inTime(pool, token, purposes))?.owner ?? null,
    async use(token, purposes, deed) {
      const found = await find(pool, token, purposes)
      if (!found) return null
      return inTransaction(pool, async (connection) => {
        // A waiting process would hold a connection meanwhile, which the one at work may need.
        const { rows } = await connection.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS first', [
          `one-time links of ${found.owner}`,
        ])
        const link = rows[0].first ? await find(connection, token, purposes) : null
        if (!link) return null
        const done = await deed(link)
        await connection.query('UPDATE one_time_link SET used = true WHERE owner = $1', [link.owner])
        return done
      })
    },
    async removeOf(owner) {
      await pool.query('DELETE FROM one_time_link WHERE owner = $1', [owner])
    },
  }
}
