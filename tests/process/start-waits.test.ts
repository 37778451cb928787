import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { readConfiguration } from '#platform/configuration'
import { openMongo } from '#platform/mongodb'
import { type EventStoreDbDouble, eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { type Breaks, type Line, openLine } from '#tests/line'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freePort, removeFolder, temporaryFolder } from '#tests/spawned'
import { inWords } from '../../cli/away.ts'
import { type Application, composeApplication } from '../../cli/compose.ts'
import { explain } from '../../cli/explain.ts'
import { spawnParaph } from '../support/spawned.ts'

vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let double: EventStoreDbDouble
let folder: string
let status: number
const opened: { close(): Promise<void> }[] = []
beforeAll(async () => {
  database = await testDatabase()
  double = await eventStoreDbDouble()
  folder = await temporaryFolder()
})
beforeEach(async () => {
  status = await freePort()
})
afterAll(async () => {
  for (const one of opened.reverse()) await one.close()
  await double.close()
  await database.drop()
  await removeFolder(folder)
})

const portOf = (url: string) => Number(new URL(url.replace(/^esdb/, 'http')).port)
const databaseAt = (port: number, password?: string) => {
  const url = new URL(database.url)
  url.host = `127.0.0.1:${port}`
  if (password !== undefined) url.password = password
  return url.toString()
}
const logAt = (port: number, tls = false) => `esdb://127.0.0.1:${port}?tls=${tls}`
async function lineTo(port: number | null, breaks?: Breaks): Promise<Line> {
  const line = await openLine(breaks)
  line.to(port)
  opened.push(line)
  return line
}
const settings = (databaseUrl: string, eventStoreUrl: string) => ({
  DATABASE_URL: databaseUrl,
  EVENTSTOREDB_URL: eventStoreUrl,
  PARAPH_DATA: folder,
  PARAPH_STATUS_PORT: String(status),
  PARAPH_LOG_LEVEL: 'silent',
})
async function start(databaseUrl: string, eventStoreUrl: string, told: string[] = []): Promise<Application> {
  const configuration = readConfiguration(settings(databaseUrl, eventStoreUrl))
  const application = await composeApplication({ configuration, port: 0, tell: (line) => told.push(line) })
  opened.push(application)
  return application
}
/** A server under a certificate that nobody has vouched for. */
async function selfSigned(): Promise<number> {
  const [from, until] = [Date.now() - 60_000, Date.now() + 3_600_000]
  const { certificate, privateKey } = makeSelfSignedCertificate({ commonName: 'localhost', from, until, serial: randomBytes(16) })
  const server = createServer({ cert: certificate, key: privateKey, ALPNProtocols: ['h2'] }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({ close: async () => void server.close() })
  return (server.address() as AddressInfo).port
}
/** What the program says of itself, in words, whether or not it is ready. */
const ready = async () => (await fetch(`http://127.0.0.1:${status}/ready`)).status

async function health(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${status}/health`).catch(() => null)
  const said = (await answer?.json()) as { dependencies: readonly { name: string; ok: boolean; words: string }[] } | undefined
  const wrong = said?.dependencies.filter(({ ok }) => !ok).map(({ name, words }) => `${name}: ${words}`)
  return wrong ? `${answer!.status} ${wrong.join('; ')}` : 'nobody answers'
}
const within = { timeout: 120_000, interval: 50 }

test('a start waits for a database and an event store that come late or do not answer, says for which, and goes on by itself', async () => {
  const toDatabase = await lineTo(null)
  const toLog = await lineTo(null)
  const told: string[] = []
  const started = start(databaseAt(toDatabase.port), logAt(toLog.port), told)
  started.catch(() => undefined)
  await expect.poll(health, within).toBe('503 start: Paraph is starting; database: cannot be reached: the start waits for it')
  expect(await ready()).toBe(503)
  toDatabase.to(portOf(database.url))
  await expect.poll(health, within).toBe('503 start: Paraph is starting; event store: cannot be reached: the start waits for it')
  toLog.freeze()
  toLog.to(portOf(double.url))
  await expect.poll(() => told.at(-1), within).toContain('Waiting for the event store')
  toLog.thaw()
  toLog.cut()
  await started
  expect(await health()).toBe('200 ')
  expect(await ready()).toBe(200)
  expect(told.join('\n')).toMatch(/Waiting for the database, which cannot be reached[\s\S]*There is the database again[\s\S]*event store/)
})

test('a start whose lines break in the middle of one answer after another comes to its end', async () => {
  let [connections, channels] = [0, 0]
  const toDatabase = await lineTo(portOf(database.url), { after: () => 3 ** ++connections })
  const toLog = await lineTo(portOf(double.url), { after: () => 2 * ++channels })
  const { services } = await start(databaseAt(toDatabase.port), logAt(toLog.port))
  expect(connections).toBeGreaterThan(3)
  expect(channels).toBeGreaterThan(2)
  await expect.poll(health, within).toBe('200 ')
  // The lines go on breaking: whoever asks then asks again.
  await expect.poll(() => services.accounts.noneYet(), within).toBe(true)
})

test('what waiting cannot mend ends a start at once, in words that hold no secret', async () => {
  const log = logAt(portOf(double.url))
  await expect(start(databaseAt(portOf(database.url), 'wrong'), log)).rejects.toMatchObject({ code: '28P01' })
  const said = (starts: Promise<Application>) =>
    starts.then(
      () => 'it started',
      (error: unknown) => explain(inWords(error)),
    )
  const refused = /^The certificate of EventStoreDB is refused/
  expect(await said(start(database.url, logAt(await selfSigned(), true)))).toMatch(refused)
  const cluster = `esdb+discover://127.0.0.1:${await selfSigned()},127.0.0.1:${await selfSigned()}?maxDiscoverAttempts=2`
  expect(await said(start(database.url, cluster))).toMatch(refused)
  await expect(start(database.url, 'esdb://user:secret@one:two')).rejects.toThrow(/^EVENTSTOREDB_URL cannot be read(?!.*secret)/)
})

test('a command that needs EventStoreDB or MongoDB, which is away, says so and ends', async () => {
  const nowhere = (await lineTo(null)).port
  const { child, said } = spawnParaph(settings(database.url, logAt(nowhere)), ['rebuild', 'list'])
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said()).toMatch(/^EventStoreDB, which EVENTSTOREDB_URL names, does not answer\. Check .* and run this again: .*\n$/)
  const mongo = openMongo(`mongodb://127.0.0.1:${nowhere}/paraph`, { warn: () => undefined })
  opened.push(mongo)
  expect(explain(await mongo.ping().catch(inWords))).toMatch(/^MongoDB, which MONGODB_URL names, does not answer\. Check /)
})

test('a start that waits is stopped like any other', async () => {
  const nowhere = await lineTo(null)
  const { child, said } = spawnParaph({ ...settings(database.url, logAt(nowhere.port)), PARAPH_ROLES: 'processes' })
  const ended = once(child, 'exit')
  opened.push({ close: async () => void child.kill('SIGKILL') })
  await expect.poll(said, within).toContain('Waiting for the event store')
  await expect.poll(health, within).toContain('event store')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
