import pg from 'pg'
import type { JsonObject } from '#domain/kernel'
import type { Migration } from '#platform/postgres'
import type { DocumentStore, Documents, Kind, Question } from './port.ts'

export const documentMigrations: readonly Migration[] = [
  {
    name: 'documents/001-kind',
    sql: 'CREATE SCHEMA documents; CREATE TABLE documents.kind (name text PRIMARY KEY)',
  },
]

interface Kept {
  readonly id: string
  readonly seen: string
  readonly body: JsonObject
}

/** Each kind is a table of its own. @param pool with `documentMigrations` applied */
export function postgresDocumentStore(pool: pg.Pool): DocumentStore {
  return {
    async open<T extends JsonObject>(kind: Kind) {
      const table = tableOf(kind.name)
      await pool.query(schemaOf(kind))
      const shaped = ({ id, seen, body }: Kept) => ({ id, seen: Number(seen), body: body as T })
      return {
        async put(documents) {
          // One statement cannot change a row twice: of several under one id the last to have seen most counts.
          const newest = new Map<string, (typeof documents)[number]>()
          for (const document of documents) if (document.seen > (newest.get(document.id)?.seen ?? -1)) newest.set(document.id, document)
          const each = [...newest.values()]
          if (each.length === 0) return
          await pool.query(
            `INSERT INTO ${table} AS kept SELECT * FROM unnest($1::text[], $2::bigint[], $3::jsonb[])
             ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, body = excluded.body WHERE kept.seen < excluded.seen`,
            [each.map(({ id }) => id), each.map(({ seen }) => seen), each.map(({ body }) => JSON.stringify(body))],
          )
        },
        async get(id) {
          const { rows } = await pool.query<Kept>(`SELECT id, seen, body FROM ${table} WHERE id = $1`, [id])
          return rows[0] ? shaped(rows[0]) : null
        },
        async find({ where, above, order, descending, limit }) {
          const bound = above ? ` AND ${expression(above.field)} > ${text(above.value)}` : ''
          const { rows } = await pool.query<Kept>(
            `SELECT id, seen, body FROM ${table} WHERE ${condition(where)}${bound}
             ORDER BY ${expression(order)} ${descending ? 'DESC' : 'ASC'} LIMIT $1`,
            [limit],
          )
          return rows.map(shaped)
        },
        remove: async (where) => (await pool.query(`DELETE FROM ${table} WHERE ${condition(where)}`)).rowCount ?? 0,
      } satisfies Documents<T>
    },
    async drop(name) {
      await pool.query(`DROP TABLE IF EXISTS ${tableOf(name)}; DELETE FROM documents.kind WHERE name = ${pg.escapeLiteral(name)}`)
    },
    async kinds() {
      return (await pool.query<{ name: string }>('SELECT name FROM documents.kind')).rows.map(({ name }) => name)
    },
  }
}

const tableOf = (name: string) => `documents.${pg.escapeIdentifier(`of_${name}`)}`
const expression = (field: string) => `(body -> ${pg.escapeLiteral(field)})`
const text = (value: string | number | boolean) => `${pg.escapeLiteral(JSON.stringify(value))}::jsonb`
const condition = (where: Question['where']) =>
  Object.entries(where)
    .map(([field, value]) => `${expression(field)} = ${text(value)}`)
    .join(' AND ') || 'true'

function schemaOf({ name, indexes }: Kind): string {
  const table = tableOf(name)
  const made = indexes.map((fields) => {
    const index = pg.escapeIdentifier(`of_${name}_by_${fields.join('_')}`.slice(0, 63))
    return `CREATE INDEX IF NOT EXISTS ${index} ON ${table} (${fields.map(expression).join(', ')})`
  })
  return [
    `SELECT pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(table)}, 23))`,
    `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, seen bigint NOT NULL, body jsonb NOT NULL)`,
    ...made,
    `INSERT INTO documents.kind VALUES (${pg.escapeLiteral(name)}) ON CONFLICT DO NOTHING`,
  ].join(';\n')
}
