import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { residentOf, settledResident, totalOf } from '../../cli/bench/resident.ts'
import { type Client, client, openSigning } from '../../cli/demo/client.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'
import { firstAccount, linkOf, prepared, sent } from '../support/prepared.ts'
import { type SlowBody, slowBody } from '../support/slow-bodies.ts'
import { removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawned.ts'

const MB = 1_048_576
const SIGNERS = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Donald Knuth']
const OF_EACH = 60

// Only Linux says what a process holds.
describe.skipIf(process.platform !== 'linux')('the memory of the whole program', () => {
  let database: TestDatabase
  let folder: string
  let server: SpawnedServer
  beforeAll(async () => {
    database = await testDatabase()
    folder = await temporaryFolder()
    server = await spawnServer({ dataDir: folder, env: { DATABASE_URL: database.url } })
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await database?.drop()
    if (folder) await removeFolder(folder)
  })
  const pid = () => server.process.pid!

  test('an idle server and all processes it started hold less than 350 MB', async () => {
    const idle = await settledResident(pid())
    expect(totalOf(idle) / MB).toBeLessThan(350)
    // No file has come yet for them.
    expect(idle.workers).toBe(0)
  }, 120_000)

  test('hundreds of bodies that never end fill no memory, and keep nobody from saving', async () => {
    const owner: Client = await firstAccount(server.url)
    const { pack } = await prepared(owner, 'Saved all the same', [], [])
    const fields = SIGNERS.map((_, signer) => ({ type: 'signature', x: 72, y: 100 + signer * 80, width: 180, height: 48, signer }))
    const made = await sent(owner, 'Sent to many', SIGNERS, fields)
    const before = (await settledResident(pid())).server
    const slow: SlowBody[] = []
    let most = 0
    for (const signatory of made.signers) {
      const opened = await openSigning(client(server.url), await linkOf(owner, made.pack, signatory))
      const headers = { 'x-session-token': opened.session_token, 'x-csrf-token': opened.csrf_token }
      const own = Array.from({ length: OF_EACH }, () =>
        slowBody(`${server.url}/app/documents/${made.pack}/update_document`, headers, MB, MB),
      )
      slow.push(...own)
      await Promise.all(own.map((body) => body.sent))
      most = Math.max(most, (await residentOf(pid())).server)
      expect(await owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [] })).toMatchObject({ success: true })
    }
    expect((most - before) / MB).toBeLessThan((SIGNERS.length * OF_EACH) / 2)
    for (const body of slow) body.cut()
  }, 120_000)
})
