import type pg from 'pg'
import type { JsonObject } from '#domain/kernel'
import type { World } from '#platform/ports'
import { foundSessions, type Session } from './found.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface OpenSession {
  readonly owner: string
  /** What the opener needs to know of whoever holds the token. */
  readonly holder: JsonObject
  /** Ends when unused for so long … */
  readonly idleMs: number
  /** … and at last after so long. */
  readonly lifeMs: number
}

export interface Sessions {
  /** The token is told once, here: only its hash is stored. */
  open(session: OpenSession): Promise<{ token: string; session: Session }>
  /** One that was ended here is not found any more; one that was ended by another process, not longer than a second. */
  find(token: string): Promise<Session | null>
  end(token: string): Promise<void>
  /** Ends all sessions of an owner, but the one with this id. */
  endAllOf(owner: string, except?: string): Promise<number>
  /** Forgets what has ended by itself. */
  sweep(): Promise<void>
}

// Noting every request would write a row for each: five minutes are exact enough.
const NOTE_EVERY_MS = 5 * 60_000

export function sessions({ pool, world }: { pool: pg.Pool; world: Pick<World, 'clock' | 'ids' | 'random'> }): Sessions {
  const now = () => new Date(world.clock.now())
  const found = foundSessions(world.clock)
  return {
    async open({ owner, holder, idleMs, lifeMs }) {
      const token = newToken(world.random)
      const session: Session = { id: world.ids.next(), owner, holder }
      await pool.query('INSERT INTO session VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        tokenHash(token),
        session.id,
        owner,
        JSON.stringify(holder),
        idleMs,
        now(),
        new Date(world.clock.now() + lifeMs),
      ])
      return { token, session }
    },
    async find(token) {
      const hash = tokenHash(token)
      const known = found.get(hash)
      if (known) return known
      const ticket = found.ticket()
      const { rows } = await pool.query({
        name: 'session-find',
        text: `SELECT id, owner, holder, seen, least(ends, seen + idle_ms * interval '1 millisecond') AS until FROM session
               WHERE token_hash = $1 AND ends > $2 AND seen + idle_ms * interval '1 millisecond' > $2`,
        values: [hash, now()],
      })
      const row = rows[0]
      if (!row) return null
      if (world.clock.now() - row.seen.getTime() > NOTE_EVERY_MS) {
        await pool.query('UPDATE session SET seen = $2 WHERE token_hash = $1', [hash, now()])
      }
      const session: Session = { id: row.id, owner: row.owner, holder: row.holder }
      found.put(ticket, hash, session, row.until.getTime())
      return session
    },
    async end(token) {
      await pool.query('DELETE FROM session WHERE token_hash = $1', [tokenHash(token)])
      found.forgetAll()
    },
    async endAllOf(owner, except) {
      const { rowCount } = await pool.query('DELETE FROM session WHERE owner = $1 AND ($2::uuid IS NULL OR id <> $2)', [
        owner,
        except ?? null,
      ])
      found.forgetAll()
      return rowCount ?? 0
    },
    async sweep() {
      await pool.query("DELETE FROM session WHERE ends <= $1 OR seen + idle_ms * interval '1 millisecond' <= $1", [now()])
      await pool.query('DELETE FROM one_time_link WHERE ends <= $1', [now()])
      await pool.query('DELETE FROM login_attempt WHERE at <= $1', [new Date(world.clock.now() - 24 * 3_600_000)])
    },
  }
}
