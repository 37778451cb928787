import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { JsonObject } from '#domain/kernel'
import type { Migration } from '#platform/postgres'
import type { KeyEntry, KeyIndex } from './port.ts'

const sql = (file: string) => readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8')

export const keyIndexSchema: readonly Migration[] = [
  { name: 'key-index/001-key-index', sql: sql('001-key-index') },
  { name: 'key-index/002-of-pack', sql: 'CREATE INDEX key_index_of_pack ON key_index (pack)' },
  { name: 'key-index/003-removed', sql: sql('003-removed') },
]

/** @param pool with `keyIndexSchema` applied */
export function postgresKeyIndex({ pool }: { pool: pg.Pool }): KeyIndex {
  return {
    async register(wanted) {
      if (wanted.length === 0) return []
      // The same key twice in one statement would be refused as a row to be updated twice: the last one counts.
      const entries = [...new Map(wanted.map((entry) => [`${entry.kind} ${entry.key}`, entry])).values()]
      // In one order everywhere, or two registrations that share keys could wait for each other for ever.
      entries.sort((a, b) => (`${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : 1))
      const { rows } = await pool.query<{ kind: string; key: string }>({
        name: 'key-index-register',
        text: 'SELECT of_kind AS kind, of_key AS key FROM register_keys($1, $2, $3, $4)',
        values: [
          entries.map((entry) => entry.kind),
          entries.map((entry) => entry.key),
          entries.map((entry) => entry.pack),
          entries.map((entry) => (entry.extra ? JSON.stringify(entry.extra) : null)),
        ],
      })
      const registered = new Set(rows.map((row) => `${row.kind} ${row.key}`))
      return wanted.filter((entry) => !registered.has(`${entry.kind} ${entry.key}`))
    },
    async removeOf(pack) {
      await pool.query('SELECT remove_keys($1, NULL)', [pack])
    },
    async removeLinks(pack, people) {
      await pool.query('SELECT remove_keys($1, $2)', [pack, people])
    },
    async keysOf(pack, kind) {
      const { rows } = await pool.query<{ key: string }>('SELECT key FROM key_index WHERE pack = $1 AND kind = $2', [pack, kind])
      return rows.map(({ key }) => key)
    },
    async find(key, kind) {
      const { rows } = await pool.query<{ pack: string; extra: JsonObject | null }>({
        name: 'key-index-find',
        text: 'SELECT pack, extra FROM key_index WHERE kind = $1 AND key = $2',
        values: [kind, key],
      })
      const [row] = rows
      if (!row) return null
      const entry: KeyEntry = { key, kind, pack: row.pack }
      return row.extra ? { ...entry, extra: row.extra } : entry
    },
  }
}
