import type pg from 'pg'
import { inTransaction } from '#platform/postgres'
import { besideOf, within } from './checkpoints.ts'
import type { Projection } from './port.ts'

/**
 * Rewrites the rows of a stream whose keys were destroyed. Needs not be the owner: whoever is hears of the keys by itself.
 * Where the tables are being made anew, that is left for those too: they may hold what was read before.
 */
export function forgetRows(pool: pg.Pool, { name, open }: Pick<Projection, 'name' | 'open'>, stream: string): Promise<void> {
  return inTransaction(pool, async (connection) => {
    // Behind whatever the owner is writing, wherever it runs; its next transaction comes after this one.
    await connection.query('SELECT 1 FROM projection WHERE name = $1 FOR UPDATE', [name])
    await connection.query(
      `INSERT INTO projection_forgotten (name, stream) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM projection WHERE name = $3)
       ON CONFLICT DO NOTHING`,
      [name, stream, besideOf(name)],
    )
    await within(connection, name)
    await open().forget(stream, connection)
  })
}
