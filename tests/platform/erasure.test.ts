import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test, vi } from 'vitest'
import { isWithheld } from '#domain/kernel'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { decodeEvent, EventCorrupt, verifyChain } from '#platform/event-codec'
import { type EventLog, eventLogSchema, postgresEventLog } from '#platform/event-log'
import { migrate } from '#platform/postgres'
import { postgresSubjectKeys, type SubjectKey, type SubjectKeys, subjectKeysSchema } from '#platform/subject-keys'
import { arrive, giveRoom, guestBook } from '#tests/guest-book'
import { liveWorld } from '#tests/live-world'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freshStream } from '#tests/stored-events'

const WITHIN = { timeout: 60_000, interval: 5 }
const world = liveWorld()
const masterKey = randomBytes(32)
const ERASED = { name: 'Wilhelmina Erased-Person', address: '198.51.100.201', agent: 'Unmistakable Browser/77' }
const KEPT = { name: 'Bartholomew Kept-Person', address: '203.0.113.55', agent: 'Another Browser/12' }

interface Process {
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly handler: CommandHandler
}
let database: TestDatabase
let one: Process
let two: Process
let stream: string

beforeEach(async () => {
  database = await testDatabase()
  await migrate(database.pool, [...eventLogSchema, ...subjectKeysSchema])
  const start = (): Process => {
    const log = postgresEventLog({ pool: database.pool, ...world })
    const keys = postgresSubjectKeys({ pool: database.pool, masterKey, ...world })
    return { log, keys, handler: commandHandler({ log, keys, world }) }
  }
  ;[one, two] = [start(), start()]
  stream = freshStream()
  await write('erased', ERASED)
  await write('kept', KEPT)
  return async () => {
    for (const { log, keys } of [one, two]) await Promise.all([log.close(), keys.close()])
    await database.drop()
  }
})

function as(guest: string, { address, agent }: typeof ERASED) {
  const actor = { principal: `signatory:${guest}`, capacity: 'signatory' as const }
  return { stream, aggregate: guestBook, origin: { actor, correlation: 'c', causation: 'c', address, agent } }
}
const write = (guest: string, who: typeof ERASED) => one.handler.handle({ ...as(guest, who), decide: arrive(guest, who.name) })

/** Every row of every table, as a dump would hold it. */
async function dump(): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'event_log',
    'event_log_copy',
    'event_log_home',
    'event_log_removed',
    'migration',
    'subject_key',
  ])
  const tables = await Promise.all(
    rows.map(({ name }) => database.pool.query<{ row: string }>(`SELECT row::text AS row FROM ${name} AS row`)),
  )
  return tables.flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
}

/** The forms in which a text might be hidden somewhere. */
const formsOf = (text: string) => [
  text,
  ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(text).toString(form).slice(0, -4)),
]
const values = (who: typeof ERASED) => Object.values(who).flatMap(formsOf)
const foundIn = (place: string, who: typeof ERASED) => values(who).filter((form) => place.includes(form))

test("destroying a subject's key leaves a chain that verifies and no value of theirs that can be read, in the log or in a dump", async () => {
  const before = await one.log.read(stream, 0n, 100)
  const opened = JSON.stringify(await one.handler.history(stream, guestBook))
  expect(foundIn(opened, ERASED)).toHaveLength(3)

  await one.keys.destroy(stream, 'erased')

  const after = await one.log.read(stream, 0n, 100)
  expect(after).toEqual(before)
  expect(verifyChain(after)).toEqual([])
  const history = JSON.stringify(await one.handler.history(stream, guestBook))
  expect(foundIn(history, ERASED)).toEqual([])
  expect(foundIn(history, KEPT)).toHaveLength(3)
  expect(foundIn(await dump(), ERASED)).toEqual([])

  // No key that is left opens the boxes of the erased one.
  const left: SubjectKey[] = []
  for (const subject of ['erased', 'kept', 'pack']) {
    const key = await two.keys.existing(stream, subject)
    if (key) left.push(key)
  }
  expect(left).toHaveLength(1)
  const sealed = after.filter((event) => event.sealed.some(({ subject }) => subject === 'erased'))
  expect(sealed).toHaveLength(1)
  for (const event of sealed) for (const key of left) expect(() => decodeEvent(event, guestBook.codec, () => key)).toThrow(EventCorrupt)
})

test('processes that had the values in memory let go of them', async () => {
  for (const { handler } of [one, two]) expect((await handler.load(stream, guestBook)).state.guests.erased?.name).toBe(ERASED.name)
  await one.keys.destroy(stream, 'erased')
  // Also where a warm state would be good enough.
  const now = await one.handler.load(stream, guestBook, { atLeast: 0 })
  expect(isWithheld(now.state.guests.erased?.name)).toBe(true)
  expect(now.state.guests.kept?.name).toBe(KEPT.name)
  await vi.waitFor(async () => {
    const there = await two.handler.load(stream, guestBook, { atLeast: 0 })
    expect(there).toEqual(now)
  }, WITHIN)
})

test('a command under way while a key is destroyed leaves no opened state behind', async () => {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const running = one.handler.handle({
    ...as('kept', KEPT),
    decide: giveRoom('kept', 4),
    async beforeAppend() {
      reached.resolve()
      await held.promise
    },
  })
  await reached.promise
  await one.keys.destroy(stream, 'erased')
  held.resolve()
  expect(await running).toMatchObject({ ok: true, revision: 2 })
  expect(isWithheld((await one.handler.load(stream, guestBook, { atLeast: 0 })).state.guests.erased?.name)).toBe(true)
})

test('after a restart no value of theirs is in memory, while those of others are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-memory-'))
  try {
    await one.keys.destroy(stream, 'erased')
    const script = fileURLToPath(new URL('../support/load-and-snapshot.ts', import.meta.url))
    const file = join(folder, 'all.heapsnapshot')
    await promisify(execFile)(process.execPath, [script, database.url, masterKey.toString('hex'), stream, file])
    const memory = await readFile(file, 'utf8')
    expect(foundIn(memory, KEPT).sort()).toEqual(Object.values(KEPT).sort())
    expect(foundIn(memory, ERASED)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('afterwards the stream goes on; what would seal something under the erased key is refused', async () => {
  await one.keys.destroy(stream, 'erased')
  expect(await one.handler.handle({ ...as('erased', ERASED), decide: giveRoom('erased', 1) })).toEqual({ refused: 'subject-erased' })
  expect(await two.handler.handle({ ...as('kept', KEPT), decide: giveRoom('erased', 1) })).toMatchObject({ ok: true, revision: 2 })
  expect(verifyChain(await one.log.read(stream, 0n, 100))).toEqual([])
  expect(foundIn(await dump(), ERASED)).toEqual([])
})

test("destroying all of a stream's keys leaves nothing readable, and another stream untouched", async () => {
  const erased = stream
  stream = freshStream()
  await write('kept', KEPT)
  await one.keys.destroyAll(erased)
  const events = await one.log.read(erased, 0n, 100)
  expect(verifyChain(events)).toEqual([])
  await vi.waitFor(async () => expect(await two.keys.existing(erased, 'kept')).toBeNull(), WITHIN)
  const all = JSON.stringify(await Promise.all([one, two].map(({ handler }) => handler.history(erased, guestBook))))
  expect([...foundIn(all, ERASED), ...foundIn(all, KEPT)]).toEqual([])
  expect(foundIn(JSON.stringify(await one.handler.history(stream, guestBook)), KEPT)).toHaveLength(3)
})
