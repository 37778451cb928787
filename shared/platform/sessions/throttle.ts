import type pg from 'pg'
import type { World } from '#platform/ports'
import { inTransaction } from '#platform/postgres'

export interface ThrottleLimits {
  readonly attempts: number
  readonly withinMs: number
}

/** Slows down guessing. A bucket is named by a digest: whether what it stands for exists makes no difference. */
export interface Throttle {
  /** Counts an attempt in each bucket, up to the first one that is full: false where there is one. */
  admit(buckets: readonly string[]): Promise<boolean>
  /** Counts an attempt that was admitted elsewhere. */
  note(bucket: string): Promise<void>
  /** An admitted attempt was no guess: it does not count. */
  giveBack(bucket: string): Promise<void>
  /** A success forgives the failures before it. */
  forgive(bucket: string): Promise<void>
  countOf(bucket: string): Promise<number>
  /** When the episode began that this bucket is in. One ends once nothing was added to it for so long. */
  episodeOf(bucket: string, quietMs: number): Promise<Date>
}

export function throttle(options: {
  pool: pg.Pool
  world: Pick<World, 'clock'>
  limits: Readonly<Record<string, ThrottleLimits>>
}): Throttle {
  const { pool, world, limits } = options
  const limitOf = (bucket: string): ThrottleLimits => {
    const kind = bucket.slice(0, bucket.indexOf(':'))
    const limit = limits[kind]
    if (!limit) throw new Error(`no limit is set for buckets of the kind ${kind}`)
    return limit
  }
  const now = () => new Date(world.clock.now())
  const since = (bucket: string) => new Date(world.clock.now() - limitOf(bucket).withinMs)
  /** A refused attempt doesn't count: or an attacker who keeps trying would lock the owner out for ever. */
  function count(bucket: string): Promise<boolean> {
    return inTransaction(pool, async (connection) => {
      // One at a time for each bucket: of many guesses sent at once, each sees those that came before it.
      await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`throttle ${bucket}`])
      const { rowCount } = await connection.query(
        `INSERT INTO login_attempt SELECT $1, $2
         WHERE (SELECT count(*) FROM login_attempt WHERE bucket = $1 AND at > $3) < $4`,
        [bucket, now(), since(bucket), limitOf(bucket).attempts],
      )
      return rowCount === 1
    })
  }
  return {
    async admit(buckets) {
      // What is refused by the first must not fill those after it, which stand for more people.
      for (const bucket of buckets) if (!(await count(bucket))) return false
      return true
    },
    async note(bucket) {
      await pool.query('INSERT INTO login_attempt VALUES ($1, $2)', [bucket, now()])
    },
    async giveBack(bucket) {
      await pool.query(
        'DELETE FROM login_attempt WHERE ctid = (SELECT ctid FROM login_attempt WHERE bucket = $1 ORDER BY at DESC LIMIT 1)',
        [bucket],
      )
    },
    async forgive(bucket) {
      await pool.query('DELETE FROM login_attempt WHERE bucket = $1', [bucket])
    },
    async countOf(bucket) {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM login_attempt WHERE bucket = $1 AND at > $2',
        [bucket, since(bucket)],
      )
      return rows[0]?.count ?? 0
    },
    async episodeOf(bucket, quietMs) {
      const { rows } = await pool.query<{ began: Date }>(
        `INSERT INTO guessing_episode (bucket, began, ends) VALUES ($1, $2, $3)
         ON CONFLICT (bucket) DO UPDATE SET ends = excluded.ends,
           began = CASE WHEN guessing_episode.ends <= excluded.began THEN excluded.began ELSE guessing_episode.began END
         RETURNING began`,
        [bucket, now(), new Date(world.clock.now() + quietMs)],
      )
      return rows[0]!.began
    },
  }
}
