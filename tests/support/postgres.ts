import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '#platform/postgres'

export interface TestDatabase {
  readonly url: string
  readonly pool: pg.Pool
  /** Closes the pool and removes the database, even with open connections. */
  drop(): Promise<void>
}

/** A fresh, empty database on the run's one server. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const url = address.toString()
  const pool = openPool(url)
  return {
    url,
    pool,
    async drop() {
      await pool.end()
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function onServer(server: string, sql: string): Promise<void> {
  const pool = openPool(server, { max: 1 })
  try {
    await pool.query(sql)
  } finally {
    await pool.end()
  }
}
