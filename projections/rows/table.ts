import type pg from 'pg'
import type { Queries } from '#platform/postgres'
import { gramsOf, searchOf } from './words.ts'

type ColumnType = 'uuid' | 'text' | 'boolean' | 'timestamptz' | 'int' | 'json' | 'jsonb'
const isJson = (type: ColumnType) => type === 'json' || type === 'jsonb'
/** What each row has that can be searched: its workspace, and its words as `folded` gives them, after a space. */
interface Searched {
  readonly workspace: string
  readonly words: string
}
type Pool = Pick<pg.Pool, 'query'>

export interface Declaration<R, Apart extends keyof R = never> {
  /** The read model's name, which is the schema of its tables. */
  readonly of: string
  readonly table: string
  /** The column of a row's own key, a uuid. The table `gram` has it too. */
  readonly key: Exclude<keyof R, Apart> & string
  /** Properties of a row and the types of their columns; `underWay` stands in `under_way`. */
  readonly columns: { readonly [P in Exclude<keyof R, Apart>]: ColumnType }
}
/** What changes in a table; `words` are those of its rows whose words are others than before. */
export interface RowChanges<R> {
  readonly rows: readonly R[]
  readonly words: readonly R[]
  readonly gone: readonly string[]
}
export interface RowsAsked {
  readonly workspace: string
  readonly search?: string | undefined
  /** Further conditions in SQL; `slot` gives a value its place in them. */
  where(slot: Slot): readonly string[]
  /** What is read of each row, and in which order. */
  readonly select: string
  readonly order: string
  readonly limit: number
  readonly offset?: number | undefined
}
export type Slot = (value: unknown, type: string) => string

/** A search that finds more than this reads the rows in their order instead and checks each: it soon has a page full. */
const MANY = 2_000

const columnOf = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * One table of rows that are listed, searched and paged within a workspace, with a table `gram` of what their words are found by.
 * `Apart` are properties of a row that its projection keeps in tables of its own.
 */
export function rowTable<R extends Searched, Apart extends keyof R = never>({ of, table, key, columns }: Declaration<R, Apart>) {
  const properties = Object.keys(columns) as (Exclude<keyof R, Apart> & string)[]
  const names = properties.map(columnOf)
  const typed = properties.map((property) => columns[property])
  const insertion = {
    name: `${of}-upsert`,
    text: `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.map((name, at) => (isJson(typed[at]!) ? `${name}::${typed[at]}` : name)).join(', ')}
     FROM unnest(${typed.map((type, at) => `$${at + 1}::${isJson(type) ? 'text' : type}[]`).join(', ')}) AS r (${names.join(', ')})
     ON CONFLICT (${key}) DO UPDATE SET ${names
       .filter((name) => name !== key)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}`,
  }
  const cellOf = (row: R, at: number) => {
    const value = row[properties[at]!]
    if (isJson(typed[at]!)) return JSON.stringify(value)
    // PostgreSQL cannot hold the character NUL; nobody looks for it either.
    return typeof value === 'string' ? value.replaceAll('\0', '') : value
  }

  /** Rows that hold every gram, or null where there are too many to name. */
  async function candidates(pool: Pool, grams: readonly number[]): Promise<string[] | null> {
    const { rows } = await pool.query<{ key: string }>(`SELECT ${key} AS key FROM ${of}.gram WHERE grams @> $1::int[] LIMIT $2`, [
      grams,
      MANY + 1,
    ])
    return rows.length > MANY ? null : rows.map((row) => row.key)
  }

  return {
    async write(tables: Queries, { rows, words, gone }: RowChanges<R>): Promise<void> {
      if (rows.length > 0) await tables.query({ ...insertion, values: properties.map((_, at) => rows.map((row) => cellOf(row, at))) })
      if (words.length > 0)
        await tables.query(
          `INSERT INTO gram (${key}, grams) SELECT ${key}, grams::int[] FROM unnest($1::uuid[], $2::text[]) AS r (${key}, grams)
           ON CONFLICT (${key}) DO UPDATE SET grams = excluded.grams`,
          [words.map((row) => row[key]), words.map((row) => `{${gramsOf(row.workspace, row.words).join()}}`)],
        )
      if (gone.length === 0) return
      await tables.query(`DELETE FROM ${table} WHERE ${key} = ANY($1::uuid[])`, [gone])
      await tables.query(`DELETE FROM gram WHERE ${key} = ANY($1::uuid[])`, [gone])
    },
    /** Rows of a workspace, one more than `limit` where there are more. */
    async read<T extends pg.QueryResultRow>(pool: Pool, asked: RowsAsked): Promise<readonly T[]> {
      const values: unknown[] = []
      const slot: Slot = (value, type) => `$${values.push(value)}::${type}`
      const conditions = [`workspace = ${slot(asked.workspace, 'uuid')}`, ...asked.where(slot)]
      const search = searchOf(asked.workspace, asked.search ?? '')
      if (search) {
        const found = await candidates(pool, search.grams)
        if (found) conditions.push(`${key} = ANY(${slot(found, 'uuid[]')})`)
        conditions.push(`words LIKE ALL (${slot(search.patterns, 'text[]')})`)
      }
      const { rows } = await pool.query<T>(
        `SELECT ${asked.select} FROM ${of}.${table} WHERE ${conditions.join(' AND ')}
         ORDER BY ${asked.order} LIMIT ${slot(asked.limit + 1, 'int')} OFFSET ${slot(asked.offset ?? 0, 'int')}`,
        values,
      )
      return rows
    },
  }
}
