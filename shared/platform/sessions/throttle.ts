import type pg from 'pg'
import type { World } from '#platform/ports'
import { inTransaction } from '#platform/postgres'

export interface ThrottleLimits {
  readonly attempts: number
  readonly withinMs: number
}

/** Slows down guessing. A bucket is named by a digest: whether what it stands for exists makes no difference. */
export interface Throttle {
  /** Counts an attempt in each bucket; false when one of them is full. */
  admit(buckets: readonly string[]): Promise<boolean>
  /** A success forgives the failures before it. */
  forgive(bucket: string): Promise<void>
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
  /** A refused attempt doesn't count: or whoever keeps knocking would lock the owner out for ever. */
  function count(bucket: string): Promise<boolean> {
    const { attempts, withinMs } = limitOf(bucket)
    return inTransaction(pool, async (connection) => {
      // One at a time for each bucket: of many guesses sent at once, each sees those that came before it.
      await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`throttle ${bucket}`])
      const now = world.clock.now()
      const { rowCount } = await connection.query(
        `INSERT INTO login_attempt SELECT $1, $2
         WHERE (SELECT count(*) FROM login_attempt WHERE bucket = $1 AND at > $3) < $4`,
        [bucket, new Date(now), new Date(now - withinMs), attempts],
      )
      return rowCount === 1
    })
  }
  return {
    async admit(buckets) {
      let open = true
      for (const bucket of buckets) if (!(await count(bucket))) open = false
      return open
    },
    async forgive(bucket) {
      await pool.query('DELETE FROM login_attempt WHERE bucket = $1', [bucket])
    },
  }
}
