import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, firstAccount, prepared, viewOf } from '../support/prepared.ts'
import { freePort, removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawned.ts'

// A program of its own, and hundreds of saves: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'

let database: TestDatabase
let dataDir: string
let port: number
let server: SpawnedServer
let account: Client

const start = () => spawnServer({ dataDir, port, env: { DATABASE_URL: database.url, PARAPH_KEEP_DELETED: 'false' } })
beforeAll(async () => {
  if (!long) return
  ;[database, dataDir, port] = [await testDatabase(), await temporaryFolder(), await freePort()]
  server = await start()
  account = await firstAccount(server.url)
}, 120_000)
afterAll(async () => {
  if (!long) return
  await server?.stop()
  await removeFolder(dataDir)
  await database.drop()
}, 60_000)

const kept = async (pack: string) =>
  (await database.pool.query<{ seen: string }>('SELECT seen FROM documents.of_snapshot WHERE id = $1', [`pack-${pack}`])).rows

test.skipIf(!long)(
  'a document with a long history is the same after a crash, goes on, and leaves no snapshot behind when it is deleted',
  async () => {
    const fields = Array.from({ length: 4 }, (_, at) => ({ type: 'text', x: 40, y: 40 + at * 60, width: 160, height: 40, signer: 0 }))
    const { pack, fields: keys } = await prepared(account, 'Long history', ['Anna Okafor'], fields)
    const move = (turn: number) =>
      account.post(`/app/documents/${pack}/add_update_data_field`, {
        data: keys.map((uuid, at) => ({ uuid, x: 40 + turn, y: 40 + at * 60 })),
      })
    for (let turn = 1; turn <= 140; turn++) await move(turn)
    const [snapshot] = await eventually(
      () => kept(pack),
      (rows) => rows.length > 0,
    )
    const before = await viewOf(account, pack)
    expect(before.revision).toBeGreaterThan(Number(snapshot!.seen))

    await server.kill()
    server = await start()
    expect(await viewOf(account, pack)).toEqual(before)
    // It was read, and not thrown away as one that does not open.
    expect(await kept(pack)).toEqual([snapshot])
    await move(200)
    expect((await viewOf(account, pack)).view.fields[keys[0]!]!.x).toBe(240_000)

    await account.get(`/app/documents/${pack}/delete_document`)
    await account.delete(`/app/document_actions/${pack}/permanently_delete_document`)
    await eventually(
      () => kept(pack),
      (rows) => rows.length === 0,
    )
  },
)
