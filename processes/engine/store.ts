import type pg from 'pg'
import type { EventLog } from '#platform/event-log'
import { START } from '#platform/event-log'
import type { Jobs } from '#platform/jobs'
import { inTransaction, type Migration, PROMPTLY } from '#platform/postgres'
import type { Effect } from './process.ts'

/** How far each process has read. */
export interface ProcessStore {
  position(process: string): Promise<string>
  /**
   * Effects and position together, or neither. Where another reader of the same process was first, its position stands if it
   * is further: the effects are the same ones, under the same keys.
   */
  commit(process: string, to: string, effects: readonly Effect[]): Promise<void>
}

export const processMigrations: readonly Migration[] = [
  { name: 'processes/001-position', sql: 'CREATE TABLE process (name text PRIMARY KEY, position text NOT NULL)' },
]

type Deps = { readonly jobs: Pick<Jobs, 'send'>; readonly log: Pick<EventLog, 'compare'> }

/** @param pool with `processMigrations` applied, in the database of the jobs */
export function postgresProcessStore({ pool, jobs, log }: Deps & { readonly pool: pg.Pool }): ProcessStore {
  return {
    async position(process) {
      const { rows } = await pool.query<{ position: string }>('SELECT position FROM process WHERE name = $1', [process])
      return rows[0]?.position ?? START
    },
    commit(process, to, effects) {
      const write = async (connection: pg.PoolClient) => {
        await connection.query('INSERT INTO process VALUES ($1, $2) ON CONFLICT DO NOTHING', [process, START])
        const { rows } = await connection.query<{ position: string }>('SELECT position FROM process WHERE name = $1 FOR UPDATE', [process])
        for (const { queue, data, ...when } of effects) await jobs.send(queue, data, { ...when, connection })
        if (log.compare(to, rows[0]!.position) > 0) {
          await connection.query('UPDATE process SET position = $2 WHERE name = $1', [process, to])
        }
      }
      return inTransaction(pool, write, PROMPTLY)
    },
  }
}

/** For tests and the simulation. Effects go first: after a crash in between they are sent again, under the same keys. */
export function memoryProcessStore({ jobs, log }: Deps, positions = new Map<string, string>()): ProcessStore {
  return {
    position: async (process) => positions.get(process) ?? START,
    async commit(process, to, effects) {
      for (const { queue, data, ...when } of effects) await jobs.send(queue, data, when)
      if (log.compare(to, positions.get(process) ?? START) > 0) positions.set(process, to)
    },
  }
}
