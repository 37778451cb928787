import type pg from 'pg'
import type { Migration, Queries } from '#platform/postgres'
import type { Fault, Projection } from './port.ts'

export const projectionMigrations: readonly Migration[] = [
  {
    name: 'projections/001-checkpoint',
    sql: `CREATE TABLE projection (
            name text PRIMARY KEY,
            version int NOT NULL,
            position text NOT NULL,
            rebuilds int NOT NULL DEFAULT 0,
            fault jsonb
          )`,
  },
  {
    name: 'projections/002-forgotten',
    // Streams that were forgotten while a projection was rebuilt: the new tables may hold rows that the old ones dropped.
    sql: 'CREATE TABLE projection_forgotten (name text NOT NULL, stream text NOT NULL, PRIMARY KEY (name, stream))',
  },
]

/** Tables of a rebuild next to the live ones, until they take their place. */
export const nextTableOf = (name: string) => `${name}_next`

export interface Checkpoint {
  readonly version: number
  readonly position: string
  /** How often the tables were replaced: a stopped owner looks again when it grows. */
  readonly rebuilds: number
  readonly fault: Fault | null
}

const VERSIONS_OF_A_HOME = 1_000
const homeOf = (version: number) => Math.floor(version / VERSIONS_OF_A_HOME)
/** Whether rows were made by a later version than this program's, in the same home. */
export const areNewer = (made: number, own: number): boolean => made > own && homeOf(made) === homeOf(own)

export async function readCheckpoint(queries: Pick<pg.Pool, 'query'>, name: string): Promise<Checkpoint | null> {
  const { rows } = await queries.query<Checkpoint>('SELECT version, position, rebuilds, fault FROM projection WHERE name = $1', [name])
  return rows[0] ?? null
}

/** Empty tables of a projection in the given database schema; earlier ones are dropped. */
export async function createTables(connection: Queries, projection: Pick<Projection, 'schema'>, schema: string): Promise<void> {
  await connection.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`)
  await connection.query(`CREATE SCHEMA ${quoted(schema)}`)
  await within(connection, schema)
  await connection.query(projection.schema)
}

/** Takes indexes away, and answers the statements that make them again. */
export async function dropIndexes(pool: pg.Pool, schema: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; made: string }>(
    'SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE schemaname = $1 AND indexname = ANY($2::text[]) ORDER BY 1',
    [schema, names],
  )
  for (const { name } of rows) await pool.query(`DROP INDEX ${quoted(schema)}.${quoted(name)}`)
  return rows.map(({ made }) => made)
}

/** From here to the end of the transaction, names without a schema mean the tables of this one. */
export async function within(connection: Queries, schema: string): Promise<void> {
  await connection.query(`SET LOCAL search_path TO ${quoted(schema)}, public`)
}

/** Tells the planner what the tables hold. Until then it guesses, and after many new rows it guesses badly. */
export async function analyse(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1', [schema])
  for (const { name } of rows) await pool.query(`ANALYZE ${quoted(schema)}.${quoted(name)}`)
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
