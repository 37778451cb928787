import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { platform, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  ChangedMigration,
  inTransaction,
  isDatabaseAway,
  migrate,
  NewerDatabase,
  openPool,
  PoolerBetween,
  refuseNewer,
  requireDirect,
  runningPostgres,
  startEmbeddedPostgres,
} from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freePort } from '#tests/spawned'
import { accountForPostgres } from '../../shared/platform/postgres/binaries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const first = { name: 'thing/001-table', sql: 'CREATE TABLE thing (id int PRIMARY KEY)' }
const second = { name: 'thing/002-column', sql: 'ALTER TABLE thing ADD COLUMN word text' }

test('migrations are applied once, in order, also by two that start at the same time', async () => {
  const [one, other] = await Promise.all([migrate(database.pool, [first]), migrate(database.pool, [first])])
  expect([...one, ...other]).toEqual([first.name])
  expect(await migrate(database.pool, [first, second])).toEqual([second.name])
  expect(await migrate(database.pool, [first, second])).toEqual([])
})

test('a released migration whose text was changed is refused, and nothing after it is applied', async () => {
  await migrate(database.pool, [first])
  const later = { name: 'thing/003-more', sql: 'CREATE TABLE more (id int)' }
  await expect(migrate(database.pool, [{ ...first, sql: 'CREATE TABLE thing (id bigint)' }, later])).rejects.toThrow(ChangedMigration)
  const { rows } = await database.pool.query("SELECT to_regclass('more') AS found")
  expect(rows[0].found).toBeNull()
})

test('a program that is older than the database is refused, and no other', async () => {
  const fresh = await testDatabase()
  try {
    await refuseNewer(fresh.pool, [first])
    await migrate(fresh.pool, [first])
    await refuseNewer(fresh.pool, [first, second])
    await migrate(fresh.pool, [first, second])
    await expect(refuseNewer(fresh.pool, [first])).rejects.toThrow(NewerDatabase)
    await expect(refuseNewer(fresh.pool, [first])).rejects.toThrow(second.name)
  } finally {
    await fresh.drop()
  }
})

test('a step that fails leaves nothing of itself', async () => {
  const broken = { name: 'thing/004-broken', sql: 'CREATE TABLE half (id int); SELECT nonsense' }
  await expect(migrate(database.pool, [broken])).rejects.toThrow('nonsense')
  const { rows } = await database.pool.query("SELECT to_regclass('half') AS found")
  expect(rows[0].found).toBeNull()
})

test('a transaction keeps all of its work or none', async () => {
  await database.pool.query('CREATE TABLE kept (id int)')
  await expect(
    inTransaction(database.pool, async (connection) => {
      await connection.query('INSERT INTO kept VALUES (1)')
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await inTransaction(database.pool, (connection) => connection.query('INSERT INTO kept VALUES (2)'))
  const { rows } = await database.pool.query('SELECT id FROM kept')
  expect(rows).toEqual([{ id: 2 }])
})

test('the server may drop every connection without ending the process, and the pool carries on', async () => {
  const pool = openPool(database.url, { max: 2 })
  const [a, b] = [await pool.connect(), await pool.connect()]
  const dropped = new Promise((done) => b.once('end', done))
  await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await dropped
  a.release(true)
  b.release(true)
  const { rows } = await pool.query('SELECT 1 AS one')
  expect(rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('of transactions that wait for each other’s connections one ends with an error, and all connections are there again', async () => {
  const pool = openPool(database.url, { max: 2 })
  // Every connection is there before time is taken in hand.
  for (const one of await Promise.all([pool.connect(), pool.connect()])) one.release()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const both = [0, 1].map((at) =>
      inTransaction(pool, async () => {
        held[at]!.resolve()
        await Promise.all(held.map(({ promise }) => promise))
        await pool.query('SELECT 1')
      }).then(
        () => null,
        (error: unknown) => error,
      ),
    )
    await Promise.all(held.map(({ promise }) => promise))
    await vi.advanceTimersByTimeAsync(30_000)
    // The other may go on with what the first gave back.
    const errors = (await Promise.all(both)).filter((error) => error !== null)
    expect(errors).not.toEqual([])
    expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([])
  } finally {
    vi.useRealTimers()
  }
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a connection through a pooler is refused with the reason, since it gives connections numbers of its own', async () => {
  const to = new URL(database.url)
  const pooler = createServer((near) => {
    const far = connect(Number(to.port), '127.0.0.1')
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => near.write(renumbered(bytes))).on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const [direct, pooled] = [openPool(to.toString(), { max: 1 }), openPool(urlOn(to, (pooler.address() as AddressInfo).port), { max: 1 })]
  try {
    await requireDirect(direct)
    await expect(requireDirect(pooled)).rejects.toThrow(PoolerBetween)
    expect((await pooled.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  } finally {
    await Promise.all([direct.end(), pooled.end()])
    pooler.close()
  }
})

function urlOn(url: URL, port: number): string {
  const other = new URL(url)
  Object.assign(other, { hostname: '127.0.0.1', port: String(port) })
  return other.toString()
}

/** BackendKeyData ("K", its length, the server process's number, a secret) with another number. */
function renumbered(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5)
  return bytes
}

test('text keeps its case rules beyond ASCII and sorts the same everywhere', async () => {
  const { rows } = await database.pool.query("SELECT lower('ÉÑŽ') AS lower, 'B' < 'a' AS by_code_point")
  expect(rows).toEqual([{ lower: 'éñž', by_code_point: true }])
})

test.skipIf(process.env.DATABASE_URL !== undefined || userInfo().uid !== 0)(
  'started by root in a folder that nobody else may enter, the database still runs, and a leftover of a killed process is stopped',
  async () => {
    // mkdtemp makes it for its owner alone, as a home folder often is.
    const folder = await mkdtemp(join(tmpdir(), 'paraph-closed-'))
    const dataDir = join(folder, 'data', 'postgres')
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const first = await startEmbeddedPostgres({ dataDir, log: quiet, unsafe: true })
    const pool = openPool(first.url, { max: 1 })
    await pool.query('CREATE TABLE kept (id int)')
    await pool.end()
    expect(await runningPostgres(dataDir)).toBe(first.url)
    const second = await startEmbeddedPostgres({ dataDir, log: quiet, unsafe: true })
    const again = openPool(second.url, { max: 1 })
    expect((await again.query('SELECT * FROM kept')).rows).toEqual([])
    await again.end()
    await second.stop()
    await first.stop()
    await rm(folder, { recursive: true, force: true })
  },
)

test.skipIf(process.env.DATABASE_URL !== undefined || platform() === 'win32')(
  'after a power cut, a program that was given the number of the database of before gets no signal, and the database starts',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-number-'))
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'postgres')
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const start = () => startEmbeddedPostgres({ dataDir, log: quiet, unsafe: true })
    const before = await start()
    const left = await readFile(join(dataDir, 'postmaster.pid'), 'utf8')
    await before.stop()
    // The same account may send it signals.
    const bystander = spawn('sleep', ['600'], { ...(await accountForPostgres()) })
    await once(bystander, 'spawn')
    await writeFile(join(dataDir, 'postmaster.pid'), left.replace(/^\d+/, String(bystander.pid)))
    const after = await start()
    expect(after.url).toMatch(/^postgres:/)
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null])
    await after.stop()
    bystander.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  },
)

test.skipIf(process.env.DATABASE_URL !== undefined)(
  'where somebody else got the port that was free, the database takes another one',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-busy-'))
    await chmod(folder, 0o755)
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const ports = [(busy.address() as AddressInfo).port, await freePort()]
    const [taken, free] = ports
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const next = async () => ports.shift()!
    const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), freePort: next, log: quiet, unsafe: true })
    expect(Number(new URL(cluster.url).port)).toBe(free)
    await cluster.stop()
    const always = startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), freePort: async () => taken!, log: quiet, unsafe: true })
    await expect(always).rejects.toThrow('Address already in use')
    busy.close()
    await rm(folder, { recursive: true, force: true })
  },
)
