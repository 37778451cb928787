import type pg from 'pg'
import { contactKey } from '#domain/contacts'
import { compileFilter, dayOf, type Filter, type FilterRefusalCode } from '#domain/filters'
import type { Refused } from '#domain/kernel'
import { e164, isEmail } from '#domain/pack'
import { fileOfRow, keysIn, problemColumns, type RecipientListVersion, type RecipientRow } from '#domain/recipient-lists'
import { inTransaction } from '#platform/postgres'
import { UnknownCursor } from '#projections/cursors'
import { whereOf } from './where.ts'

/** Which rows: of a list as it was in this version (`versionAt`), those that a filter keeps on this day. */
export interface RowsQuestion {
  readonly version: RecipientListVersion
  readonly filter: Filter
  /** YYYY-MM-DD. */
  readonly today: string
  /** Numbers of rows that are left out. */
  readonly without?: readonly number[]
}
export interface RowPageQuestion extends RowsQuestion {
  /** As the page before gave it; null: from the beginning. */
  readonly after: string | null
  readonly limit: number
  /** Rows with problems come before all others. */
  readonly problemsFirst?: boolean
}
/** A row with the columns whose values have problems; one behind the last: it has more values than there are columns. */
export interface FoundRow extends RecipientRow {
  readonly problems: readonly number[]
}
export interface RowPage {
  readonly rows: readonly FoundRow[]
  /** null: there are no more. */
  readonly cursor: string | null
}
export interface RowCount {
  readonly rows: number
  readonly problems: number
}

export interface RecipientRows {
  page(question: RowPageQuestion): Promise<RowPage | Refused<FilterRefusalCode>>
  /** Rows by their numbers, those that are there. */
  find(version: RecipientListVersion, numbers: readonly number[]): Promise<readonly FoundRow[]>
  count(question: RowsQuestion): Promise<RowCount | Refused<FilterRefusalCode>>
  /** Where an import is about to come from. Again under the same key it changes nothing. */
  announce(of: AnnouncedImport): Promise<void>
  findImport(key: string): Promise<AnnouncedImport | null>
  /** Writes rows of an import that no list has yet, in place of what an earlier attempt wrote. */
  write(
    of: AnnouncedImport,
    as: Pick<RecipientListVersion, 'columns' | 'format'>,
    parts: AsyncIterable<readonly RecipientRow[]>,
  ): Promise<void>
  /** Nobody else works on this import meanwhile, in any process. */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>
  /** What is written of an import that no list took. */
  clear(key: string): Promise<void>
  /** What is written under these keys goes for good. */
  remove(imports: readonly string[]): Promise<void>
  /** All imports of a workspace, with when they were announced. */
  importsOf(workspace: string): Promise<readonly (AnnouncedImport & { readonly created: number })[]>
  workspaces(): Promise<readonly string[]>
  /** How many rows name a person, by `contactKey`. */
  countNaming(workspace: string, person: string): Promise<number>
  /** Deletes the rows that name a person; answers which, by import. */
  erase(
    workspace: string,
    person: string,
  ): Promise<readonly { readonly list: string; readonly import: string; readonly numbers: readonly number[] }[]>
}
export interface AnnouncedImport {
  readonly key: string
  readonly workspace: string
  readonly list: string
}

interface StoredRow {
  readonly number: number
  readonly cells: readonly string[]
  readonly problems: readonly number[] | null
}
const BATCH = 1_000

export function postgresRecipientRows(parts: {
  readonly pool: pg.Pool
  readonly clock: { now(): number }
  readonly defaultCountry: string
}): RecipientRows {
  const { pool, clock, defaultCountry } = parts

  /** Types of columns change without their rows: problems are found again when somebody looks. */
  async function checkProblems(version: RecipientListVersion): Promise<void> {
    const { columns, format } = version
    const checked = checkedAs({ columns, format })
    const { rows: stale } = await pool.query<{ key: string }>(
      'SELECT key FROM recipient_import WHERE key = ANY ($1::uuid[]) AND checked IS DISTINCT FROM $2',
      [keysIn(version), checked],
    )
    for (const { key } of stale) {
      await inTransaction(pool, async (connection) => {
        for (let after = -1; ; ) {
          const { rows } = await connection.query<StoredRow>(
            'SELECT number, cells, problems FROM recipient_row WHERE import = $1 AND number > $2 ORDER BY number LIMIT $3',
            [key, after, BATCH],
          )
          const changed = rows.flatMap(({ number, cells, problems }) => {
            const found = problemColumns(cells, columns, format)
            return String(found) === String(problems ?? []) ? [] : [{ number, problems: found }]
          })
          await connection.query(
            `UPDATE recipient_row r SET problems = n.problems::smallint[]
              FROM unnest($2::int[], $3::text[]) AS n (number, problems) WHERE r.import = $1 AND r.number = n.number`,
            [key, changed.map(({ number }) => number), changed.map(({ problems }) => asArray(problems))],
          )
          if (rows.length < BATCH) break
          after = rows.at(-1)!.number
        }
        await connection.query('UPDATE recipient_import SET checked = $2 WHERE key = $1', [key, checked])
      })
    }
  }

  const clear = async (key: string) => void (await pool.query('DELETE FROM recipient_row WHERE import = $1', [key]))

  async function page({ version, filter, today, without, after, limit, problemsFirst = false }: RowPageQuestion) {
    const compiled = compileFilter(filter, { ...version, today })
    if ('refused' in compiled) return compiled
    await checkProblems(version)
    const where = whereOf(compiled, 6)
    const { hidden, corrections } = correctedIn(version, without)
    const phases = problemsFirst ? ['AND problems IS NOT NULL', 'AND problems IS NULL'] : ['']
    const from = positionIn(after)
    const found: FoundRow[] = []
    let cursor: string | null = null
    for (let phase = from.phase; phase < phases.length; phase++) {
      const behind = phase === from.phase ? from.number : -1
      // One after the other: the numbers of each follow those of the one before.
      for (const { key, last } of version.imports) {
        if (last <= behind) continue
        const more = `AND number > $2 ${phases[phase]} ${where.sql} ORDER BY number LIMIT $3`
        const corrected = corrections.filter(({ row }) => row > behind && fileOfRow(version, row) === key)
        const { rows } = await pool.query<StoredRow>(
          `(SELECT number, cells, problems FROM recipient_row WHERE import = $1 AND number <> ALL ($4::int[]) ${more})
            UNION ALL (SELECT number, cells, problems FROM recipient_row WHERE import = ANY ($5::uuid[]) ${more})
            ORDER BY number LIMIT $3`,
          [key, behind, limit + 1 - found.length, hidden, corrected.map((one) => one.import), ...where.values],
        )
        for (const { number, cells, problems } of rows) {
          if (found.length === limit) return { rows: found, cursor }
          found.push({ number, values: cells, problems: problems ?? [] })
          cursor = positionOf(phase, number)
        }
      }
    }
    return { rows: found, cursor: null }
  }

  return {
    page,
    async find(version, numbers) {
      const { hidden, corrections } = correctedIn(version)
      const { rows } = await pool.query<StoredRow>(
        `SELECT number, cells, problems FROM recipient_row WHERE ${STANDING} AND number = ANY ($4::int[]) ORDER BY number`,
        [keysIn(version), hidden, corrections.map((one) => one.import), numbers],
      )
      return rows.map(({ number, cells, problems }) => ({ number, values: cells, problems: problems ?? [] }))
    },
    async count({ version, filter, today, without }) {
      const compiled = compileFilter(filter, { ...version, today })
      if ('refused' in compiled) return compiled
      await checkProblems(version)
      const where = whereOf(compiled, 4)
      const { hidden, corrections } = correctedIn(version, without)
      const { rows } = await pool.query<{ rows: string; problems: string }>(
        `SELECT count(*) AS rows, count(problems) AS problems FROM recipient_row WHERE ${STANDING} ${where.sql}`,
        [keysIn(version), hidden, corrections.map((one) => one.import), ...where.values],
      )
      return { rows: Number(rows[0]!.rows), problems: Number(rows[0]!.problems) }
    },
    async announce({ key, workspace, list }) {
      await pool.query('INSERT INTO recipient_import VALUES ($1, $2, $3, NULL, $4) ON CONFLICT DO NOTHING', [
        key,
        workspace,
        list,
        new Date(clock.now()),
      ])
    },
    async findImport(key) {
      const { rows } = await pool.query<AnnouncedImport>('SELECT key, workspace, list FROM recipient_import WHERE key = $1', [key])
      return rows[0] ?? null
    },
    async write({ key, workspace }, as, parts) {
      await clear(key)
      for await (const part of parts) {
        for (let at = 0; at < part.length; at += BATCH) {
          const some = part.slice(at, at + BATCH)
          await pool.query(
            `INSERT INTO recipient_row SELECT $1, n.number, n.cells, n.problems::smallint[], n.people::uuid[]
              FROM unnest($2::int[], $3::jsonb[], $4::text[], $5::text[]) AS n (number, cells, problems, people)`,
            [
              key,
              some.map(({ number }) => number),
              some.map(({ values }) => JSON.stringify(values)),
              some.map(({ values }) => asArray(problemColumns(values, as.columns, as.format))),
              some.map(({ values }) => asArray(peopleIn(workspace, values, defaultCountry))),
            ],
          )
        }
      }
      await pool.query('UPDATE recipient_import SET checked = $2 WHERE key = $1', [key, checkedAs(as)])
    },
    async exclusively(key, work) {
      const connection = await pool.connect()
      try {
        await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`recipient-import ${key}`])
        return await work()
      } finally {
        // With the connection goes the lock, whatever became of it.
        connection.release(true)
      }
    },
    clear,
    async remove(imports) {
      await pool.query('DELETE FROM recipient_import WHERE key = ANY ($1::uuid[])', [imports])
    },
    async importsOf(workspace) {
      const { rows } = await pool.query<AnnouncedImport & { created: Date }>(
        'SELECT key, workspace, list, created FROM recipient_import WHERE workspace = $1',
        [workspace],
      )
      return rows.map((row) => ({ ...row, created: row.created.getTime() }))
    },
    async workspaces() {
      const { rows } = await pool.query<{ workspace: string }>('SELECT DISTINCT workspace FROM recipient_import')
      return rows.map(({ workspace }) => workspace)
    },
    async countNaming(workspace, person) {
      const { rows } = await pool.query<{ rows: string }>(`SELECT count(*) AS rows ${NAMING}`, [workspace, person])
      return Number(rows[0]!.rows)
    },
    async erase(workspace, person) {
      const { rows } = await pool.query<{ list: string; import: string; numbers: number[] }>(
        `WITH gone AS (
          DELETE FROM recipient_row r USING recipient_import i
            WHERE i.key = r.import AND i.workspace = $1 AND r.people @> ARRAY[$2::uuid] RETURNING i.list, r.import, r.number)
        SELECT list, import, array_agg(number) AS numbers FROM gone GROUP BY list, import`,
        [workspace, person],
      )
      return rows
    },
  }
}

/** What a version holds: rows of its files ($1, with its corrections) that nothing hides ($2), and corrected ones ($3). */
const STANDING = 'import = ANY ($1::uuid[]) AND (number <> ALL ($2::int[]) OR import = ANY ($3::uuid[]))'
/** Rows that do not count as their files have them, and the corrections that count. */
function correctedIn({ corrections }: RecipientListVersion, without: readonly number[] = []) {
  const left = new Set(without)
  return { hidden: [...corrections.map(({ row }) => row), ...without], corrections: corrections.filter(({ row }) => !left.has(row)) }
}

const NAMING = 'FROM recipient_row r JOIN recipient_import i ON i.key = r.import WHERE i.workspace = $1 AND r.people @> ARRAY[$2::uuid]'

/** An array as PostgreSQL writes it; null for an empty one. */
const asArray = (items: readonly (string | number)[]) => (items.length === 0 ? null : `{${items.join(',')}}`)
const checkedAs = ({ columns, format }: Pick<RecipientListVersion, 'columns' | 'format'>) =>
  [columns.map(({ type }) => type[0]).join(''), format.decimal, format.dates].join(' ')

/** Reading a number takes longer than all else that is done to a row: dates and amounts are let go before. */
function mayBeNumber(text: string): boolean {
  // At least seven digits, with nothing but what numbers are grouped by.
  if (!/^\+?[\s(]*(?:\d[\s().-]*){7,}$/.test(text) || text.length > 31) return false
  const isAmount = /^\d+\.\d{1,2}$/.test(text)
  return !isAmount && dayOf(text, 'day-month') === null && dayOf(text, 'month-day') === null
}

/** Whom a row names by an address or a number, by the keys that the address book of the workspace has for them. */
function peopleIn(workspace: string, values: readonly string[], defaultCountry: string): readonly string[] {
  const addresses = values.flatMap((value) => {
    const text = value.trim()
    if (text.length > 320) return []
    if (text.includes('@')) return isEmail(text.toLowerCase()) ? [text.toLowerCase()] : []
    return mayBeNumber(text) ? (e164(text, defaultCountry) ?? []) : []
  })
  return [...new Set(addresses)].map((address) => contactKey(workspace, address))
}

/** @throws UnknownCursor */
function positionIn(cursor: string | null): { readonly phase: number; readonly number: number } {
  if (cursor === null) return { phase: 0, number: -1 }
  const parts = /^([01])\.(\d{1,9})$/.exec(cursor)
  if (!parts) throw new UnknownCursor()
  return { phase: Number(parts[1]), number: Number(parts[2]) }
}
const positionOf = (phase: number, number: number) => `${phase}.${number}`
