import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoServerError } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfiguration } from '#platform/configuration'
import { type Mongo, openMongo } from '#platform/mongodb'
import { type EventStoreDbDouble, eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { type Breaks, type Line, openLine } from '#tests/line'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { type Refusal, refusingEventStore } from '#tests/refusing-event-store'
import { freePort, removeFolder, temporaryFolder } from '#tests/spawned'
import { certificateFor, tlsFront } from '#tests/tls-front'
import { type Application, composeApplication } from '../../cli/compose.ts'
import { doctor } from '../../cli/doctor.ts'
import { explain } from '../../cli/explain.ts'
import { explainForTerminal } from '../../cli/unreachable.ts'
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
async function start(databaseUrl: string, eventStoreUrl: string, lines: string[] = []): Promise<Application> {
  const configuration = readConfiguration(settings(databaseUrl, eventStoreUrl))
  const application = await composeApplication({ configuration, port: 0, tell: (line) => lines.push(line) })
  opened.push(application)
  return application
}
/** The double under a certificate that nobody has vouched for; it is for this address. */
async function selfSigned(address = '127.0.0.1'): Promise<{ readonly port: number; readonly caFile: string }> {
  const certificate = certificateFor(address)
  const front = await tlsFront(certificate, double.port)
  opened.push(front)
  const caFile = join(folder, `authority-${front.port}.crt`)
  await writeFile(caFile, certificate.certificate)
  return { port: front.port, caFile }
}
async function refusing(refusal: Refusal): Promise<number> {
  const server = await refusingEventStore(refusal)
  opened.push(server)
  return server.port
}
/** What `paraph doctor` says is wrong. */
async function examined(eventStoreUrl: string): Promise<string> {
  const environment = { ...settings(database.url, eventStoreUrl), PARAPH_PORT: String(await freePort()) }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  await doctor(['--json'])
  const found = wrongIn(String(printed.mock.lastCall))
  printed.mockRestore()
  vi.unstubAllEnvs()
  return found
}
function wrongIn(json: string): string {
  const findings = JSON.parse(json) as readonly { name: string; ok: boolean; words: string }[]
  // Which Node plays the tests, and whether the page was built, is of no matter here.
  return findings.flatMap(({ name, ok, words }) => (ok || ['node', 'web page'].includes(name) ? [] : [words])).join('; ')
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
  const lines: string[] = []
  const started = start(databaseAt(toDatabase.port), logAt(toLog.port), lines)
  started.catch(() => undefined)
  await expect.poll(health, within).toBe('503 start: Paraph is starting; database: cannot be reached: the start waits for it')
  expect(await ready()).toBe(503)
  toDatabase.to(portOf(database.url))
  await expect.poll(health, within).toBe('503 start: Paraph is starting; event store: cannot be reached: the start waits for it')
  toLog.freeze()
  toLog.to(portOf(double.url))
  await expect.poll(() => lines.at(-1), within).toContain('Waiting for the event store')
  toLog.thaw()
  toLog.cut()
  await started
  expect(await health()).toBe('200 ')
  expect(await ready()).toBe(200)
  expect(lines.join('\n')).toMatch(/Waiting for the database, which cannot be reached[\s\S]*There is the database again[\s\S]*event store/)
})

test('a start whose lines break in the middle of one answer after another comes to its end', async () => {
  let [connections, channels] = [0, 0]
  const toDatabase = await lineTo(portOf(database.url), { after: () => 3 ** ++connections })
  const toLog = await lineTo(portOf(double.url), { after: () => 2 * ++channels })
  const { services } = await start(databaseAt(toDatabase.port), logAt(toLog.port))
  expect(connections).toBeGreaterThan(3)
  expect(channels).toBeGreaterThan(2)
  await expect.poll(health, within).toBe('200 ')
  // The connections go on breaking: a caller asks again.
  await expect.poll(() => services.accounts.noneYet(), within).toBe(true)
})

const saidBy = (starts: Promise<Application>) =>
  starts.then(
    () => 'it started',
    (error: unknown) => explain(explainForTerminal(error)),
  )

test('what waiting cannot mend ends a start at once, in words that hold no secret, and doctor says the same words', async () => {
  const log = logAt(portOf(double.url))
  await expect(start(databaseAt(portOf(database.url), 'wrong'), log)).rejects.toMatchObject({ code: '28P01' })
  const { port, caFile } = await selfSigned()
  const cluster = `esdb+discover://127.0.0.1:${port},127.0.0.1:${(await selfSigned()).port}?maxDiscoverAttempts=2`
  const missing = join(folder, 'missing.crt')
  const wrong: readonly (readonly [url: string, words: RegExp])[] = [
    [logAt(await refusing('wrong password')), /^EventStoreDB refuses the user or the password in EVENTSTOREDB_URL/],
    [logAt(await refusing('no credentials')), /^EventStoreDB refuses the user .* or needs them and none are there\. Correct them/],
    [logAt(port, true), /^The certificate of EventStoreDB is refused.* Name its authority by tlsCAFile/],
    [cluster, /^The certificate of EventStoreDB is refused/],
    [logAt(port), /^EventStoreDB serves by TLS only, and EVENTSTOREDB_URL says tls=false\. Take that out/],
    [`esdb://127.0.0.1:${port}?tlsCAFile=${missing}`, /missing\.crt, the tlsCAFile in EVENTSTOREDB_URL, is not there\. Put a file there/],
    [`esdb://127.0.0.1:${port}?tls_ca_file=${folder}`, /, the tlsCAFile in EVENTSTOREDB_URL, cannot be read\./],
    [
      `esdb://127.0.0.1:${port}?tlsCAFile=package.json`,
      /package\.json, the tlsCAFile .*, holds no certificate\. Name a file with one in PEM\.$/,
    ],
    [`esdb://127.0.0.1:${port}?userCertFile=${caFile}`, /^EVENTSTOREDB_URL names only one of userCertFile and userKeyFile\./],
    ['esdb://user:secr?et@one:2113?tlss=secret', /^Setting 1 after the question mark in EVENTSTOREDB_URL is not known(?!.*secr)/],
    ['esdb://user:secret@one:two', /^EVENTSTOREDB_URL cannot be read(?!.*secret)/],
  ]
  for (const [url, words] of wrong) {
    const said = await saidBy(start(database.url, url))
    expect(said).toMatch(words)
    expect(await examined(url)).toBe(said)
  }
})

test('a server that is named by its number is reached by TLS where its certificate is for that number, and Node warns of nothing', async () => {
  const [{ port, caFile }, other] = [await selfSigned(), await selfSigned('127.0.0.9')]
  const at = (where: number, authority: string) => `esdb://127.0.0.1:${where}?tlsCAFile=${authority}&tlsVerifyCert=false`
  // In a process of its own: Node warns once.
  const env = { ...settings(database.url, at(port, caFile)), PARAPH_PORT: String(await freePort()) }
  const { child, said } = spawnParaph(env, ['doctor', '--json'])
  await once(child, 'close')
  expect(said()).toMatch(/^\[.*EventStoreDB answers.*\]\n$/)
  expect(await examined(at(other.port, other.caFile))).toMatch(/^The certificate of EventStoreDB is refused/)
})

test('a command that needs EventStoreDB or MongoDB, which is away, says so and ends', async () => {
  const nowhere = (await lineTo(null)).port
  const unusable = spawnParaph(settings(database.url, `esdb://127.0.0.1:${nowhere}?tlsCAFile=nowhere.crt`), [
    'backup',
    join(folder, 'backup'),
  ])
  expect(await once(unusable.child, 'close')).toEqual([1, null])
  expect(unusable.said()).toMatch(/nowhere\.crt, the tlsCAFile in EVENTSTOREDB_URL, is not there\. .*\n$/)
  const { child, said } = spawnParaph(settings(database.url, logAt(nowhere)), ['rebuild', 'list'])
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said()).toMatch(/^EventStoreDB, which EVENTSTOREDB_URL names, does not answer\. Check .* and run this again: .*\n$/)
  const mongo = openMongo(`mongodb://127.0.0.1:${nowhere}/paraph`, { warn: () => undefined })
  opened.push(mongo)
  expect(explain(await mongo.ping().catch(explainForTerminal))).toMatch(/^MongoDB, which MONGODB_URL names, does not answer\. Check /)
})

test('what keeps Paraph from MongoDB, or is missing for the database, is said in words that hold no secret', async () => {
  const said = async (url: string) => {
    let mongo: Mongo | null = null
    try {
      mongo = openMongo(url, { warn: () => undefined })
      await mongo.ping()
      return 'it answers'
    } catch (error) {
      return explain(explainForTerminal(error))
    } finally {
      await mongo?.close()
    }
  }
  const { port } = await selfSigned()
  expect(await said(`mongodb://127.0.0.1:${port}/paraph?tls=true`)).toMatch(
    /^The certificate of MongoDB is refused.* tlsCAFile in MONGODB_URL/,
  )
  expect(await said(`mongodb://127.0.0.1:${port}/paraph?tls=true&tlsCAFile=/nowhere.crt`)).toMatch(
    /^\/nowhere\.crt is not there\. Put the file/,
  )
  expect(await said('mongodb://user:sec@ret@127.0.0.1/paraph')).toMatch(/^MONGODB_URL cannot be read(?!.*ret@)/)
  for (const code of [13, 18]) {
    expect(explain(explainForTerminal(new MongoServerError({ message: 'private', code })))).toMatch(
      /^MongoDB refuses the user or the password(?!.*private)/,
    )
  }
  const started = start(`${database.url}?sslmode=verify-full&sslrootcert=/nowhere.crt`, logAt(portOf(double.url)))
  expect(await saidBy(started)).toMatch(/^\/nowhere\.crt is not there\. Put the file there, or correct the setting that names it\.$/)
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
