import type pg from 'pg'

/** What pg has and its types don't tell of. */
type Numbered = pg.PoolClient & { readonly processID: number | null }

/** The number by which the server knows a connection, as announced when it was opened. */
export const numberOf = (connection: pg.PoolClient): number | null => (connection as Numbered).processID

/** Somebody between us and the server lends its connections out. */
export class PoolerBetween extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a connection pooler. Paraph listens on its connections, and holds locks for as long as they last, which does not work through one: give it the address of PostgreSQL itself (services that come with a pooler call it the direct connection).',
    )
    this.name = 'PoolerBetween'
  }
}

/** @throws PoolerBetween where the server does not know a connection by the announced number: a pooler makes up its own */
export async function requireDirect(pool: pg.Pool): Promise<void> {
  const connection = await pool.connect()
  try {
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    if (rows[0]?.pid !== numberOf(connection)) throw new PoolerBetween()
  } finally {
    connection.release()
  }
}
