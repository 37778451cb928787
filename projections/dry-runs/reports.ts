import type pg from 'pg'
import type { MappingProblem, Pins } from '#domain/bulk-send'
import { inTransaction } from '#platform/postgres'

export type DryRunState = 'waiting' | 'running' | 'done' | 'failed'
export interface ProblemKind {
  readonly code: string
  readonly message: string
  readonly rows: number
}
export interface DryRunReport {
  readonly key: string
  readonly bulkSend: string
  readonly state: DryRunState
  /** Why it could not be carried out. */
  readonly refusal: string | null
  /** Digests of everything it checks; null before it begins. */
  readonly pins: Pins | null
  readonly rows: number
  readonly checked: number
  readonly withProblems: number
  readonly withWarnings: number
  /** The most frequent first. */
  readonly kinds: readonly ProblemKind[]
  readonly asked: string
  readonly ended: string | null
}
export interface ProblemRow {
  readonly number: number
  readonly isWarning: boolean
  readonly problems: readonly MappingProblem[]
}

/** Reports of dry runs. A new one takes the place of the one before. */
export interface DryRuns {
  ask(bulkSend: string, key: string): Promise<void>
  /** Begins at the first row, also where an earlier attempt stopped half-way. False: another report took its place. */
  start(key: string, of: { readonly pins: Pins; readonly rows: number }): Promise<boolean>
  /** False: another report took its place. */
  record(key: string, checked: number, found: readonly ProblemRow[]): Promise<boolean>
  finish(key: string, kinds: readonly ProblemKind[]): Promise<void>
  fail(key: string, refusal: string): Promise<void>
  find(bulkSend: string): Promise<DryRunReport | null>
  /** Rows with problems, then rows with warnings, each in the order of the list. */
  rows(key: string, after: string | null, limit: number): Promise<{ readonly rows: readonly ProblemRow[]; readonly cursor: string | null }>
  remove(bulkSend: string): Promise<void>
}

interface StoredReport {
  readonly bulk_send: string
  readonly key: string
  readonly state: DryRunState
  readonly refusal: string | null
  readonly pins: Pins | null
  readonly rows: number
  readonly checked: number
  readonly with_problems: number
  readonly with_warnings: number
  readonly kinds: readonly ProblemKind[]
  readonly asked: Date
  readonly ended: Date | null
}

export function postgresDryRuns({ pool, clock }: { readonly pool: pg.Pool; readonly clock: { now(): number } }): DryRuns {
  const now = () => new Date(clock.now())
  const end = (key: string, state: DryRunState, refusal: string | null, kinds: readonly ProblemKind[]) =>
    pool.query('UPDATE dry_run SET state = $2, refusal = $3, kinds = $4, ended = $5 WHERE key = $1', [
      key,
      state,
      refusal,
      JSON.stringify(kinds),
      now(),
    ])
  return {
    ask: (bulkSend, key) =>
      inTransaction(pool, async (connection) => {
        const { rows } = await connection.query('SELECT FROM dry_run WHERE key = $1', [key])
        // Asked for again after an answer was lost.
        if (rows.length > 0) return
        await connection.query('DELETE FROM dry_run WHERE bulk_send = $1', [bulkSend])
        await connection.query("INSERT INTO dry_run (bulk_send, key, state, asked) VALUES ($1, $2, 'waiting', $3)", [bulkSend, key, now()])
      }),
    start: (key, { pins, rows }) =>
      inTransaction(pool, async (connection) => {
        await connection.query('DELETE FROM dry_run_row WHERE report = $1', [key])
        const { rowCount } = await connection.query(
          `UPDATE dry_run SET state = 'running', pins = $2, rows = $3, checked = 0, with_problems = 0, with_warnings = 0 WHERE key = $1`,
          [key, JSON.stringify(pins), rows],
        )
        return rowCount === 1
      }),
    record: (key, checked, found) =>
      inTransaction(pool, async (connection) => {
        const warnings = found.filter(({ isWarning }) => isWarning).length
        const { rowCount } = await connection.query(
          `UPDATE dry_run SET checked = $2, with_problems = with_problems + $3, with_warnings = with_warnings + $4 WHERE key = $1`,
          [key, checked, found.length - warnings, warnings],
        )
        if (rowCount !== 1) return false
        await connection.query(
          `INSERT INTO dry_run_row SELECT $1, n.number, n.is_warning, n.problems
            FROM unnest($2::int[], $3::boolean[], $4::jsonb[]) AS n (number, is_warning, problems)`,
          [
            key,
            found.map(({ number }) => number),
            found.map(({ isWarning }) => isWarning),
            found.map(({ problems }) => JSON.stringify(problems)),
          ],
        )
        return true
      }),
    finish: async (key, kinds) => void (await end(key, 'done', null, kinds)),
    fail: async (key, refusal) => void (await end(key, 'failed', refusal, [])),
    async find(bulkSend) {
      const { rows } = await pool.query<StoredReport>('SELECT * FROM dry_run WHERE bulk_send = $1', [bulkSend])
      const row = rows[0]
      if (!row) return null
      const { bulk_send, with_problems, with_warnings, asked, ended, ...same } = row
      return {
        ...same,
        bulkSend: bulk_send,
        withProblems: with_problems,
        withWarnings: with_warnings,
        asked: asked.toISOString(),
        ended: ended?.toISOString() ?? null,
      }
    },
    async rows(key, after, limit) {
      const from = positionIn(after)
      const { rows } = await pool.query<{ number: number; is_warning: boolean; problems: readonly MappingProblem[] }>(
        `SELECT number, is_warning, problems FROM dry_run_row
          WHERE report = $1 AND (is_warning, number) > ($2, $3) ORDER BY is_warning, number LIMIT $4`,
        [key, from.isWarning, from.number, limit + 1],
      )
      const found = rows.slice(0, limit).map(({ number, is_warning, problems }) => ({ number, isWarning: is_warning, problems }))
      const last = found.at(-1)
      return { rows: found, cursor: rows.length > limit && last ? `${last.isWarning ? 1 : 0}.${last.number}` : null }
    },
    remove: async (bulkSend) => void (await pool.query('DELETE FROM dry_run WHERE bulk_send = $1', [bulkSend])),
  }
}

function positionIn(cursor: string | null): { readonly isWarning: boolean; readonly number: number } {
  const parts = /^([01])\.(\d{1,9})$/.exec(cursor ?? '')
  return parts ? { isWarning: parts[1] === '1', number: Number(parts[2]) } : { isWarning: false, number: -1 }
}
