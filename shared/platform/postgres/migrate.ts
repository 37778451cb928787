import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inTransaction, type Queries } from './pool.ts'

/** One numbered step of the schema. Once released its text never changes: add another step instead. */
export interface Migration {
  /** `<part>/<number>-<what>`, for example `jobs/001-effects`. Unique. */
  readonly name: string
  readonly sql: string
}

/** A migration that was applied here has another text now. Going on would leave a schema that nobody has tested. */
export class ChangedMigration extends Error {
  constructor(name: string) {
    super(`The database migration "${name}" was changed after it had been applied. Restore its text, or add a new migration.`)
    this.name = 'ChangedMigration'
  }
}

/** Somebody has taken steps that this program does not know. */
export class NewerDatabase extends Error {
  constructor(step: string) {
    super(
      `The database was brought up to date by a newer Paraph (step "${step}"). Start that version, or restore the backup that was made before the upgrade.`,
    )
    this.name = 'NewerDatabase'
  }
}

/** @param known every step of this program. @throws NewerDatabase */
export async function refuseNewer(pool: Queries, known: readonly Migration[]): Promise<void> {
  const { rows: tables } = await pool.query<{ there: string | null }>("SELECT to_regclass('migration') AS there")
  if (tables[0]?.there == null) return
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM migration ORDER BY applied, name')
  const [beyond] = stepsBeyond(
    known,
    rows.map(({ name }) => name),
  )
  if (beyond !== undefined) throw new NewerDatabase(beyond)
}

/** Those of the steps that were taken which are not among the known ones: a newer program took them. */
export function stepsBeyond(known: readonly Migration[], taken: readonly string[]): readonly string[] {
  const names = new Set(known.map(({ name }) => name))
  return taken.filter((name) => !names.has(name))
}

// Two processes that start at once must not both create the tables.
const MIGRATION_LOCK = 7_303_014

/** Applies what is missing, each step in its own transaction, in the order given. Answers the names applied now. */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const connection = await pool.connect()
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await connection.query(
      `CREATE TABLE IF NOT EXISTS migration
       (name text PRIMARY KEY, checksum text NOT NULL, applied timestamptz NOT NULL DEFAULT now())`,
    )
    const missing = await missingOf(connection, migrations)
    for (const step of missing) await apply(pool, step)
    return missing.map((step) => step.name)
  } finally {
    await connection.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    connection.release()
  }
}

async function missingOf(connection: Queries, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await connection.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const missing: Migration[] = []
  for (const step of migrations) {
    const checksum = applied.get(step.name)
    if (checksum === undefined) missing.push(step)
    else if (checksum !== checksumOf(step)) throw new ChangedMigration(step.name)
  }
  return missing
}

function apply(pool: pg.Pool, step: Migration): Promise<void> {
  return inTransaction(pool, async (connection) => {
    await connection.query(step.sql)
    await connection.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [step.name, checksumOf(step)])
  })
}

function checksumOf(step: Migration): string {
  return createHash('sha256').update(step.sql).digest('base64url')
}
