import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { type Line, lineTo } from '#tests/line'
import { asTeam, soon } from '#tests/live-client'
import { type Besides, type TestServer, testServer } from '#tests/server'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { eventually, linkOf, sent, signAs, untilServed, uploaded, viewOf } from '../support/prepared.ts'

// Two dozen seconds of waiting for lines that say nothing: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'
const masterKey = randomBytes(32).toString('base64')
let server: TestServer
let line: Line
let behind: Besides
async function start(roles: { readonly server: string; readonly behind: string }): Promise<void> {
  server = await testServer({ environment: { PARAPH_MASTER_KEY: masterKey, PARAPH_ROLES: roles.server } })
  const to = await lineTo(server.application.foundation.databaseUrl)
  line = to
  behind = await server.anotherProcess({ DATABASE_URL: to.url, PARAPH_ROLES: roles.behind })
}
afterEach(async () => {
  if (!long) return
  await behind.close()
  await line.close()
  await server.close()
})

test.skipIf(!long)(
  'where all lines to the database are cut without a word nothing is lost, and everything goes on without a restart',
  async () => {
    await start({ server: 'api,projections,processes', behind: 'api' })
    const { pack } = await uploaded(server.owner, 'Over a firewall')
    const { revision } = await viewOf(server.owner, pack)
    const team = await asTeam(behind.url, server.owner)
    expect(await team.watch(pack, revision)).toEqual({ success: true })
    const stream = `pack-${pack}`
    const { subjectKeys } = server.application.services
    await subjectKeys.keyFor(stream, 'user:somebody')
    expect(await behind.application.services.subjectKeys.existing(stream, 'user:somebody')).not.toBeNull()

    const writers = await Promise.all(Array.from({ length: 8 }, () => behind.as(server.owner)))
    for (const writer of writers) writer.remember({ [HEADERS.idempotencyKey]: randomUUID() })
    line.silence()
    await Promise.all(
      writers.map((writer, at) =>
        untilServed(() => writer.post(`/app/documents/${pack}/update_document`, { data: { document_name: `Name ${at}` } })),
      ),
    )
    const { revision: after } = await viewOf(await behind.as(server.owner), pack)
    expect(after).toBe(revision + 8)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'The last name' } })
    const knows = () => Math.max(revision, ...team.events.map(({ to }) => to), ...team.fresh.map((view) => view.revision))
    await soon(knows, (known) => known === after + 1)
    await subjectKeys.destroy(stream, 'user:somebody')
    await expect.poll(() => behind.application.services.subjectKeys.existing(stream, 'user:somebody')).toBeNull()
    team.socket.close()
  },
)

test.skipIf(!long)('a command whose line to the database is cut without a word ends, and says to run it again', async () => {
  await start({ server: 'api,projections,processes', behind: 'api' })
  const { foundation } = server.application
  let asked = 0
  const cut = await lineTo(foundation.databaseUrl, {
    over(words) {
      // The answer never arrives; a query on another connection is answered.
      if (words.includes('SELECT') && ++asked === 1) cut.silence()
      return false
    },
  })
  const folder = join(await temporaryFolder(), 'backup')
  const env = { ...process.env, PARAPH_DATA: foundation.dataDir, DATABASE_URL: cut.url, PARAPH_MASTER_KEY: masterKey }
  const run = spawn('node_modules/.bin/node', ['cli/paraph.ts', 'backup', folder], { env })
  let said = ''
  run.stderr.on('data', (words) => {
    said += words
  })
  expect(await once(run, 'exit')).toEqual([1, null])
  expect(asked).toBeGreaterThan(0)
  expect(said).toContain('The connection to the database was lost')
  expect(existsSync(folder)).toBe(false)
  await cut.close()
  await removeFolder(dirname(folder))
})

test.skipIf(!long)(
  'a document whose last signature comes just before the lines are cut on which its seal hangs is sealed all the same',
  async () => {
    await start({ server: 'api', behind: 'api,projections,processes' })
    const owner = await behind.as(server.owner)
    const { pack, signers, fields } = await sent(
      owner,
      'Sealed all the same',
      ['Ada Lovelace'],
      [{ type: 'signature', x: 40, y: 40, width: 160, height: 48, signer: 0 }],
    )
    const link = await linkOf(owner, pack, signers[0]!)
    await signAs(behind.url, link, pack, signers[0]!, fields[0]!)
    line.silence()
    await eventually(
      () => viewOf(server.owner, pack),
      ({ view }) => view.documents[0]?.sealing.state === 'sealed',
    )
  },
)
