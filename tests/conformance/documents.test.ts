import { afterAll, beforeAll } from 'vitest'
import { documentMigrations, postgresDocumentStore } from '#platform/documents'
import { migrate } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { documentsConformance } from './documents.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, documentMigrations)
})
afterAll(() => database.drop())

documentsConformance('PostgreSQL', async () => {
  const store = postgresDocumentStore(database.pool)
  for (const name of await store.kinds()) await store.drop(name)
  return { store, another: () => postgresDocumentStore(database.pool) }
})
