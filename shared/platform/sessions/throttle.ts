import type pg from 'pg'
import type { World } from '#platform/ports'

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
  return {
    async admit(buckets) {
      let open = true
      for (const bucket of buckets) {
        const { attempts, withinMs } = limitOf(bucket)
        // Counted before it is judged: of many guesses sent at once, each sees those that came before it.
        const counted = await pool.query('INSERT INTO login_attempt VALUES ($1, $2) RETURNING ctid', [bucket, new Date(world.clock.now())])
        const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM login_attempt WHERE bucket = $1 AND at > $2', [
          bucket,
          new Date(world.clock.now() - withinMs),
        ])
        if (Number(rows[0]?.count) <= attempts) continue
        open = false
        // A refused attempt doesn't count: or whoever keeps knocking would lock the owner out for ever.
        await pool.query('DELETE FROM login_attempt WHERE ctid = $1 AND bucket = $2', [counted.rows[0].ctid, bucket])
      }
      return open
    },
    async forgive(bucket) {
      await pool.query('DELETE FROM login_attempt WHERE bucket = $1', [bucket])
    },
  }
}
