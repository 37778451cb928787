import pg from 'pg'
import { NAMES_CLASS } from '#platform/ownership'
import { inTransaction, PROMPTLY, type Queries } from '#platform/postgres'
import { destroyedIn } from '#platform/subject-keys'
import type { Checkpoint } from './checkpoints.ts'
import { analyse, createTables, nextTableOf, quoted, readCheckpoint, within } from './checkpoints.ts'
import { type ProjectionStore, refuseNewerVersion } from './store.ts'

/** @param pool with `projectionMigrations` applied */
export function postgresProjectionStore(pool: pg.Pool): ProjectionStore {
  return {
    checkpoint: (name) => readCheckpoint(pool, name),
    prepare: (projection, start) =>
      inTransaction(pool, async (connection) => {
        const { name, version } = projection
        const found = await readCheckpoint(connection, name)
        if (found?.version === version) return found
        refuseNewerVersion(found, projection)
        await createTables(connection, projection, name)
        const { rows } = await connection.query<Checkpoint>(
          `INSERT INTO projection AS p (name, version, position) VALUES ($1, $2, $3)
           ON CONFLICT (name) DO UPDATE SET version = $2, position = $3, fault = NULL, rebuilds = p.rebuilds + 1
           RETURNING version, position, rebuilds, fault`,
          [name, version, start],
        )
        return rows[0]!
      }),
    advance(at, write) {
      const [name, from, to] = [at.name, at.from, at.to].map(pg.escapeLiteral)
      return inTransaction(
        pool,
        (connection, opened) => {
          const [moved, destroyed] = opened.slice(-2)
          return write(connection, { stood: moved?.rowCount === 1, erased: new Set(destroyed?.rows.map(({ stream }) => stream)) })
        },
        // Not flushed at once: a crash takes rows and checkpoint back together, and the same events are projected again.
        `${PROMPTLY} SET LOCAL synchronous_commit TO off; SET LOCAL search_path TO ${quoted(at.name)}, public;
         UPDATE public.projection SET position = ${to}, fault = NULL WHERE name = ${name} AND position = ${from};
         ${destroyedIn(at.streams)}`,
      )
    },
    rewrite(name, stream, write) {
      const inTurn = async (connection: pg.PoolClient) => {
        // Behind everything the owner is writing, wherever it runs; its next transaction comes after this one.
        await connection.query('SELECT 1 FROM projection WHERE name = $1 FOR UPDATE', [name])
        await dropUnfinished(connection, name)
        // While a rebuild of the tables runs, it is left for those too: they may hold earlier reads.
        await connection.query(
          `INSERT INTO projection_forgotten (name, stream) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM projection WHERE name = $3)
           ON CONFLICT DO NOTHING`,
          [name, stream, nextTableOf(name)],
        )
        await within(connection, name)
        await write(connection)
      }
      return inTransaction(pool, inTurn, PROMPTLY)
    },
    async recordFault(name, fault) {
      await pool.query('UPDATE projection SET fault = $2 WHERE name = $1', [name, JSON.stringify(fault)])
    },
    analyse: (name) => analyse(pool, name),
  }
}

/** A rebuild that died in the middle left tables that hold data to be forgotten, until the next one. The next rebuild owns their name. */
async function dropUnfinished(connection: Queries, name: string): Promise<void> {
  const next = nextTableOf(name)
  const { rows } = await connection.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free FROM projection WHERE name = $2',
    [NAMES_CLASS, next],
  )
  if (!rows[0]?.free) return
  await connection.query(`DROP SCHEMA IF EXISTS ${quoted(next)} CASCADE`)
  await connection.query('DELETE FROM projection WHERE name = $1', [next])
  await connection.query('DELETE FROM projection_forgotten WHERE name = $1', [name])
}
