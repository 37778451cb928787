import type pg from 'pg'
import type { JsonObject } from '#domain/kernel'
import type { World } from '#platform/ports'
import { foundSessions, type Session } from './found.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface OpenSession {
  readonly owner: string
  /** The opener's knowledge of the token's holder. */
  readonly holder: JsonObject
  /** Ends when unused for so long … */
  readonly idleMs: number
  /** … and at last after so long. */
  readonly lifeMs: number
  /** Something outlives it that has to end with it, however it ends: it is remembered until that is settled. */
  readonly toSettle?: boolean
  /** Where it is used, for its owner to know it by. */
  readonly from?: SessionOrigin
  /** What its token begins with. */
  readonly tokenPrefix?: string
}

/** Where a session is used, in no more detail than its owner needs to know it by. */
export interface SessionOrigin {
  /** It was used from last. */
  readonly network: string
  readonly browser: string | null
  readonly system: string | null
  /** Opaque: the known device that it was opened on. */
  readonly device: string | null
}
export interface ListedSession {
  readonly session: Session
  readonly began: Date
  /** To five minutes. */
  readonly seen: Date
  /** null: by a version that noted none. */
  readonly from: SessionOrigin | null
}

export interface Sessions {
  /** The token is given out once, here: only its hash is stored. */
  open(session: OpenSession): Promise<{ token: string; session: Session }>
  /**
   * One that was ended here is not found any more; one that was ended by another process, not longer than a second.
   * @param network where it is used from now
   */
  find(token: string, network?: () => string): Promise<Session | null>
  end(token: string): Promise<void>
  /** Ends all sessions of an owner, but the one with this id. */
  endAllOf(owner: string, except?: string): Promise<number>
  /** An owner's sessions that go on, the one used last first. */
  listOf(owner: string): Promise<readonly ListedSession[]>
  /** Ends one of an owner's sessions by its id; false where they have none like it. */
  endOne(owner: string, id: string): Promise<boolean>
  /** All that are to be settled, those that go on too: `over` says which do not. */
  toSettle(): Promise<readonly { readonly session: Session; readonly over: boolean }[]>
  /** It is: the session ends, if it has not, and is forgotten. */
  settled(id: string): Promise<void>
  /** Forgets what has ended by itself. */
  sweep(): Promise<void>
}

// Noting every request would write a row for each: five minutes are exact enough.
const NOTE_EVERY_MS = 5 * 60_000

export function sessions({ pool, world }: { pool: pg.Pool; world: Pick<World, 'clock' | 'ids' | 'random'> }): Sessions {
  const now = () => new Date(world.clock.now())
  const found = foundSessions(world.clock)
  /** In one statement each, so that a session to settle is never gone without a trace. */
  async function endWhere(which: string, values: unknown[]): Promise<number> {
    const at = `$${values.length + 1}`
    const { rowCount } = await pool.query(
      `WITH kept AS (UPDATE session SET ends = least(ends, ${at}) WHERE to_settle AND ${which} RETURNING id),
            gone AS (DELETE FROM session WHERE NOT to_settle AND ${which} RETURNING id)
       SELECT id FROM kept UNION ALL SELECT id FROM gone`,
      [...values, now()],
    )
    found.forgetAll()
    return rowCount ?? 0
  }
  return {
    async open({ owner, holder, idleMs, lifeMs, toSettle = false, from = null, tokenPrefix = '' }) {
      const token = tokenPrefix + newToken(world.random)
      const session: Session = { id: world.ids.next(), owner, holder }
      await pool.query('INSERT INTO session VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $6, $9)', [
        tokenHash(token),
        session.id,
        owner,
        JSON.stringify(holder),
        idleMs,
        now(),
        new Date(world.clock.now() + lifeMs),
        toSettle,
        from && JSON.stringify(from),
      ])
      return { token, session }
    },
    async find(token, network) {
      const hash = tokenHash(token)
      return found.find(hash, async () => {
        const { rows } = await pool.query({
          name: 'session-find',
          text: `SELECT id, owner, holder, seen, least(ends, seen + idle_ms * interval '1 millisecond') AS until FROM session
                 WHERE token_hash = $1 AND ends > $2 AND seen + idle_ms * interval '1 millisecond' > $2`,
          values: [hash, now()],
        })
        const row = rows[0]
        if (!row) return null
        if (world.clock.now() - row.seen.getTime() > NOTE_EVERY_MS) {
          await pool.query(
            `UPDATE session SET seen = $2, origin = CASE WHEN $3::text IS NULL THEN origin ELSE jsonb_set(origin, '{network}', to_jsonb($3::text)) END
             WHERE token_hash = $1`,
            [hash, now(), network?.() ?? null],
          )
        }
        return { session: { id: row.id, owner: row.owner, holder: row.holder }, until: row.until.getTime() }
      })
    },
    async end(token) {
      await endWhere('token_hash = $1', [tokenHash(token)])
    },
    async endAllOf(owner, except) {
      return endWhere('owner = $1 AND ($2::uuid IS NULL OR id <> $2)', [owner, except ?? null])
    },
    async listOf(owner) {
      const { rows } = await pool.query(
        `SELECT id, owner, holder, coalesce(began, seen) AS began, seen, origin AS "from" FROM session
         WHERE owner = $1 AND ends > $2 AND seen + idle_ms * interval '1 millisecond' > $2 ORDER BY seen DESC, began DESC, id DESC`,
        [owner, now()],
      )
      return rows.map(({ id, owner, holder, began, seen, from }) => ({ session: { id, owner, holder }, began, seen, from }))
    },
    endOne: async (owner, id) => (await endWhere('owner = $1 AND id = $2', [owner, id])) > 0,
    async toSettle() {
      const { rows } = await pool.query(
        `SELECT id, owner, holder, (ends <= $1 OR seen + idle_ms * interval '1 millisecond' <= $1) AS over FROM session WHERE to_settle`,
        [now()],
      )
      return rows.map(({ id, owner, holder, over }) => ({ session: { id, owner, holder }, over }))
    },
    async settled(id) {
      await pool.query('DELETE FROM session WHERE id = $1', [id])
      found.forgetAll()
    },
    async sweep() {
      await pool.query("DELETE FROM session WHERE NOT to_settle AND (ends <= $1 OR seen + idle_ms * interval '1 millisecond' <= $1)", [
        now(),
      ])
      await pool.query('DELETE FROM one_time_link WHERE ends <= $1', [now()])
      await pool.query('DELETE FROM guessing_episode WHERE ends <= $1', [now()])
      await pool.query('DELETE FROM login_attempt WHERE at <= $1', [new Date(world.clock.now() - 24 * 3_600_000)])
    },
  }
}
