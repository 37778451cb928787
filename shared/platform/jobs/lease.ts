import type pg from 'pg'
import { endFrozen } from '#platform/ownership'
import type { World } from '#platform/ports'
import { beat, type Queries } from '#platform/postgres'

export interface Lease {
  release(): void
}

const LOCK = { bits: 'hashtextextended($1, 21)', twoParts: false }

/**
 * Holds a lock of the database's for as long as this worker lives. The database gives it up with the connection, so a
 * killed worker is known to be dead at once. One that stands still is thought dead after some seconds: what it was running is
 * begun by another, and when it wakes up, its outcome is that of an attempt which no longer counts.
 */
export async function holdLease(pool: pg.Pool, worker: string, world: Pick<World, 'timers' | 'log'>): Promise<Lease> {
  let connection: pg.PoolClient | null = null
  let released = false
  let cancelNext = () => {}
  const acquire = async () => {
    const mine = await pool.connect()
    try {
      // Ours from before, on a line that was lost without the database's knowing.
      await endFrozen(mine, LOCK, worker)
      await mine.query('SELECT pg_advisory_lock(hashtextextended($1, 21))', [worker])
    } catch (error) {
      mine.release(true)
      throw error
    }
    if (released) return mine.release(true)
    connection = mine
    const lose = () => {
      // Let go of already: its end may be told as an error when the database shuts down.
      if (connection !== mine) return
      connection = null
      mine.release(true)
      again()
    }
    mine.once('error', lose)
    cancelNext = beat(() => mine.query('SELECT 1'), world.timers, lose)
  }
  const again = () => {
    if (released) return
    cancelNext()
    cancelNext = world.timers.after(500, () => {
      acquire().catch(() => again())
    })
  }
  await acquire()
  return {
    release() {
      released = true
      cancelNext()
      connection?.release(true)
      connection = null
    },
  }
}

/** Workers that have jobs running by their own word, and whose lock nobody holds. Call in a transaction. */
export async function deadAmong(queries: Queries, workers: readonly string[]): Promise<string[]> {
  const dead: string[] = []
  for (const worker of workers) {
    await endFrozen(queries, LOCK, worker)
    const { rows } = await queries.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 21)) AS free', [worker])
    if (rows[0].free) dead.push(worker)
  }
  return dead
}
