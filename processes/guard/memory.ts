import type pg from 'pg'
import type { Migration } from '#platform/postgres'
import type { StoredFiles } from './files.ts'
import type { GuardReport } from './findings.ts'
import type { GuardDeps } from './guard.ts'

export const guardMigrations: readonly Migration[] = [
  { name: 'guard/001-report', sql: 'CREATE TABLE guard_report (id int PRIMARY KEY CHECK (id = 1), report json NOT NULL)' },
]

/** @param pool with `guardMigrations` applied */
export function postgresGuardMemory(pool: pg.Pool): GuardDeps['memory'] {
  return {
    async read() {
      const { rows } = await pool.query<{ report: GuardReport }>('SELECT report FROM guard_report')
      return rows[0]?.report ?? null
    },
    async write(report) {
      await pool.query('INSERT INTO guard_report VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET report = excluded.report', [
        JSON.stringify(report),
      ])
    },
  }
}

/** @param pool with the migrations of `#platform/files` applied */
export function storedFiles(pool: pg.Pool): StoredFiles {
  return {
    async list(after, limit) {
      const { rows } = await pool.query<{ digest: string; key: string }>(
        `SELECT DISTINCT ON (digest COLLATE "C") digest, key FROM file WHERE digest COLLATE "C" > $1 ORDER BY digest COLLATE "C" LIMIT $2`,
        [after, limit],
      )
      return rows
    },
  }
}
