import type pg from 'pg'
import type { World } from '#platform/ports'
import type { Queries } from '#platform/postgres'

export interface Lease {
  release(): void
}

/**
 * Holds a lock of the database's for as long as this worker lives. The database gives it up with the connection, so a
 * killed worker is known to be dead at once, without a timeout that a slow one could overrun.
 */
export async function holdLease(pool: pg.Pool, worker: string, world: Pick<World, 'timers' | 'log'>): Promise<Lease> {
  let connection: pg.PoolClient | null = null
  let released = false
  let cancelRetry = () => {}
  const acquire = async () => {
    const mine = await pool.connect()
    await mine.query('SELECT pg_advisory_lock(hashtextextended($1, 21))', [worker])
    if (released) return mine.release(true)
    connection = mine
    mine.once('error', () => {
      // Let go of already: its end may be told as an error when the database shuts down.
      if (connection !== mine) return
      connection = null
      mine.release(true)
      again()
    })
  }
  const again = () => {
    if (released) return
    cancelRetry = world.timers.after(500, () => {
      acquire().catch(() => again())
    })
  }
  await acquire()
  return {
    release() {
      released = true
      cancelRetry()
      connection?.release(true)
      connection = null
    },
  }
}

/** Workers that have jobs running by their own word, and whose lock nobody holds. Call in a transaction. */
export async function deadAmong(queries: Queries, workers: readonly string[]): Promise<string[]> {
  const dead: string[] = []
  for (const worker of workers) {
    const { rows } = await queries.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 21)) AS free', [worker])
    if (rows[0].free) dead.push(worker)
  }
  return dead
}
