import type pg from 'pg'
import { inTransaction } from '#platform/postgres'
import { within } from './checkpoints.ts'
import type { Projection } from './port.ts'

/** Rewrites the rows of a stream whose keys were destroyed. Needs not be the owner: whoever is hears of the keys by itself. */
export function forgetRows(pool: pg.Pool, { name, open }: Pick<Projection, 'name' | 'open'>, stream: string): Promise<void> {
  return inTransaction(pool, async (connection) => {
    // Behind whatever the owner is writing, wherever it runs; its next transaction comes after this one.
    await connection.query('SELECT 1 FROM projection WHERE name = $1 FOR UPDATE', [name])
    await within(connection, name)
    await open().forget(stream, connection)
  })
}
