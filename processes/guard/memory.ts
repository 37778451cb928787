import type pg from 'pg'
import type { Migration } from '#platform/postgres'
import type { StoredFiles } from './files.ts'
import { NO_REPORT_YET } from './findings.ts'
import type { GuardDeps, Remembered, RoundsAsked } from './guard.ts'

export const guardMigrations: readonly Migration[] = [
  { name: 'guard/001-report', sql: 'CREATE TABLE guard_report (id int PRIMARY KEY CHECK (id = 1), report json NOT NULL)' },
  { name: 'guard/002-version', sql: 'ALTER TABLE guard_report ADD COLUMN version int NOT NULL DEFAULT 1' },
  {
    name: 'guard/003-asked',
    sql: 'CREATE TABLE guard_asked (id int PRIMARY KEY CHECK (id = 1), asked int NOT NULL, answered int NOT NULL)',
  },
]

/** @param pool with `guardMigrations` applied */
export function postgresGuardMemory(pool: pg.Pool): GuardDeps['memory'] {
  return {
    async read() {
      const { rows } = await pool.query<Remembered>('SELECT report, version FROM guard_report')
      const [found] = rows
      // Of a round that ended before it was noted when they begin, too little is known to say how much it saw.
      return found ? { ...found, report: { ...NO_REPORT_YET, ...found.report } } : null
    },
    async write(report, over) {
      const { rowCount } =
        over === 0
          ? await pool.query('INSERT INTO guard_report (id, report) VALUES (1, $1) ON CONFLICT DO NOTHING', [JSON.stringify(report)])
          : await pool.query('UPDATE guard_report SET report = $1, version = version + 1 WHERE version = $2', [
              JSON.stringify(report),
              over,
            ])
      return rowCount === 1
    },
  }
}

/** Rounds that somebody waits for, whichever process they ask and whichever runs the guard. @param pool with `guardMigrations` applied */
export function postgresRoundsAsked(pool: pg.Pool): RoundsAsked {
  return {
    async ask() {
      const { rows } = await pool.query<{ asked: number }>(
        `INSERT INTO guard_asked VALUES (1, 1, 0)
         ON CONFLICT (id) DO UPDATE SET asked = guard_asked.asked + 1 RETURNING asked`,
      )
      return rows[0]!.asked
    },
    async read() {
      const { rows } = await pool.query<{ asked: number; answered: number }>('SELECT asked, answered FROM guard_asked')
      return rows[0] ?? { asked: 0, answered: 0 }
    },
    async answer(upTo) {
      await pool.query('UPDATE guard_asked SET answered = greatest(answered, $1)', [upTo])
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
