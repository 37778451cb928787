import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListRow } from '#contract/document-list'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { firstAccount, uploaded } from '#tests/prepared'
import { removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '#tests/spawned'

let dataDir: string
let server: SpawnedServer
let database: TestDatabase
beforeAll(async () => {
  dataDir = await temporaryFolder()
  database = await testDatabase()
  server = await spawnServer({ dataDir, env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await removeFolder(dataDir)
})

const paraph = (...words: string[]) =>
  promisify(execFile)(join('node_modules/.bin', 'node'), ['cli/paraph.ts', ...words], {
    env: { ...process.env, PARAPH_DATA: dataDir, DATABASE_URL: database.url },
  })

test('paraph rebuild rebuilds a read model while the server runs, says that nothing changed, and the list goes on', async () => {
  const account = await firstAccount(server.url)
  await uploaded(account, 'Before')
  for (const name of ['list', 'audit-trail']) {
    const { stdout } = await paraph('rebuild', name)
    expect(stdout).toMatch(/^Rebuilt from \d+ events, and put in place\.\nThe rows are the same as before\.\n$/)
  }
  await uploaded(account, 'After')
  const { documents } = await account.get<{ documents: ListRow[] }>('/app/documents')
  expect(documents.map((row) => row.document_name)).toEqual(expect.arrayContaining(['After', 'Before']))
})

test('paraph rebuild of something unknown says what there is', async () => {
  await expect(paraph('rebuild', 'nothing')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('list | audit-trail') })
})

test('paraph rebuild leaves a read model of a newer version to that version, and says so', async () => {
  await database.pool.query("UPDATE projection SET version = version + 1 WHERE name = 'inbox'")
  await expect(paraph('rebuild', 'inbox')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^A newer version of Paraph keeps/),
  })
})
