import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { systemWorld } from '#platform/ports'
import { isDatabaseAway, listen, openPool, watchLines } from '#platform/postgres'
import { type Line, lineTo } from '#tests/line'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'

const LOOK_MS = 150
const { timers, random } = systemWorld(testWorld().log)
let database: TestDatabase
let line: Line
let pool: ReturnType<typeof openPool>
beforeEach(async () => {
  database = await testDatabase()
  const to = await lineTo(database.url)
  line = to
  pool = openPool(to.url, { max: 3 })
  watchLines(pool, to.url, timers, LOOK_MS)
})
afterEach(async () => {
  void pool.end()
  await line.close()
  await database.drop()
})

const one = () => pool.query('SELECT 1 AS one').then(({ rows }) => rows[0].one)
const allThere = async () => {
  for (const client of await Promise.all([1, 2, 3].map(() => pool.connect()))) client.release()
}

test('of silently cut connections the first to be asked is given up, its caller gets an error, and nobody meets the others', async () => {
  await allThere()
  line.silence()
  const failed = await one().catch((error: unknown) => error)
  expect(isDatabaseAway(failed)).toBe(true)
  expect(await Promise.all([one(), one(), one()])).toEqual([1, 1, 1])
})

test('where the server is not to be reached at all callers get errors too, and once it is back they are answered', async () => {
  await allThere()
  line.freeze()
  const failed = await Promise.all([1, 2, 3].map(() => one().catch((error: unknown) => error)))
  expect(failed.map(isDatabaseAway)).toEqual([true, true, true])
  line.thaw()
  expect(await one()).toBe(1)
})

test('a transaction on a line that was cut ends with an error, and what it did is undone', async () => {
  await pool.query('CREATE TABLE kept (id int)')
  const client = await pool.connect()
  await client.query('BEGIN; INSERT INTO kept VALUES (1)')
  line.silence()
  await expect(client.query('COMMIT')).rejects.toSatisfy(isDatabaseAway)
  client.release(true)
  expect((await pool.query('SELECT count(*)::int AS count FROM kept')).rows).toEqual([{ count: 0 }])
})

test('a question at which the server works is waited for, however long; so is one that waits for somebody else', async () => {
  const long = LOOK_MS * 12
  await database.pool.query('SELECT pg_advisory_lock(7)')
  const client = await pool.connect()
  const locked = client.query("SELECT pg_advisory_lock(7), 'got' AS it")
  const { rows } = await pool.query('SELECT pg_sleep($1::float), 1 AS one', [long / 1000])
  expect(rows[0].one).toBe(1)
  await database.pool.query('SELECT pg_advisory_unlock_all()')
  expect((await locked).rows[0].it).toBe('got')
  client.release(true)
})

test('a server that lets nobody in just now is there: what it works at is waited for', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const client = await pool.connect()
  const sleeping = client.query('SELECT pg_sleep($1::float), 1 AS one', [(LOOK_MS * 12) / 1000])
  const elsewhere = openPool(inject('databaseServer'), { max: 1 })
  await elsewhere.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
  expect((await sleeping).rows[0].one).toBe(1)
  client.release()
  await elsewhere.end()
})

test('questions that follow each other without a pause are no silence', async () => {
  const client = await pool.connect()
  let asked = 0
  const until = performance.now() + LOOK_MS * 12
  await new Promise<void>((done, fail) => {
    const next = () => {
      asked += 1
      // Asked from within the answer, so that the line never comes to rest.
      client.query('SELECT 1', (error) => (error ? fail(error) : performance.now() > until ? done() : next()))
    }
    next()
  })
  expect(asked).toBeGreaterThan(12)
  client.release()
})

test('a line that only listens is found to be cut, and later messages arrive', async () => {
  const received: string[] = []
  let listening = 0
  const hearing = listen({
    pool,
    channel: 'news',
    timers,
    random,
    onNotice: (payload) => received.push(payload),
    onListening: () => {
      listening += 1
    },
  })
  await expect.poll(() => listening).toBe(1)
  line.silence()
  await expect.poll(() => listening).toBe(2)
  await database.pool.query("SELECT pg_notify('news', 'again')")
  await expect.poll(() => received).toEqual(['again'])
  await hearing.close()
})
