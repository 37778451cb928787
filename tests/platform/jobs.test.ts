import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Jobs, jobMigrations, memoryJobs, openJobs, pgBossJobs } from '#platform/jobs'
import { systemWorld } from '#platform/ports'
import { inTransaction, migrate } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'
import { add, claim, find, settle, takeBack } from '../../shared/platform/jobs/effects.ts'
import { jobsConformance, quick } from '../conformance/jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, jobMigrations)
  await database.pool.query('CREATE TABLE run (key text, attempt int)')
})
afterAll(() => database.drop())

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const world = systemWorld(quiet)
const onPostgres = (patienceSeconds = 10): Jobs => pgBossJobs({ pool: database.pool, url: database.url, world, patienceSeconds })
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

jobsConformance('memory', async () => {
  const stepped = testWorld()
  return { jobs: memoryJobs(stepped), world: stepped }
})
jobsConformance('postgres', async () => {
  await database.pool.query('TRUNCATE effect, run')
  return { jobs: onPostgres(), world }
})

test('a job that was running when its process was killed runs again at the next start, and no retry is spent on it', async () => {
  const starter = onPostgres()
  starter.define('seal', async () => undefined, quick)
  await starter.start()
  await starter.stop()
  const program = fileURLToPath(new URL('../support/job-runner.ts', import.meta.url))
  const child = spawn(process.execPath, [program, database.url], { stdio: 'ignore' })
  await until(async () => expect((await database.pool.query("SELECT to_regclass('pgboss.job') AS t")).rows[0].t).not.toBeNull())
  const sender = onPostgres()
  await sender.start()
  await sender.send('seal', null, { key: 'killed' })
  await until(async () => expect((await database.pool.query("SELECT 1 FROM run WHERE key = 'killed'")).rows).toHaveLength(1))
  child.kill('SIGKILL')
  await once(child, 'exit')

  const seen: unknown[] = []
  const restarted = onPostgres()
  restarted.define('seal', async (_, { key, attempt, last }) => void seen.push({ key, attempt, last }), { ...quick, retries: 1 })
  await restarted.start()
  await until(async () => expect((await restarted.find('killed'))?.state).toBe('done'))
  expect(seen).toEqual([{ key: 'killed', attempt: 2, last: false }])
  await restarted.stop()
  await sender.stop()
})

test('a job whose process was killed after the queue had handed it over, and before it began, runs at the next start', async () => {
  const sender = onPostgres()
  sender.define('handed-over', async () => undefined, quick)
  await sender.start()
  await sender.stop()
  // What such a process leaves behind: the queue believes that somebody is at it, the job itself says that it waits.
  const idle = onPostgres()
  await idle.start()
  await idle.send('handed-over', null, { key: 'handed over' })
  await idle.stop()
  const { rowCount } = await database.pool.query(
    "UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name = 'handed-over' AND data ->> 'key' = 'handed over'",
  )
  expect(rowCount).toBe(1)

  let runs = 0
  const restarted = onPostgres()
  restarted.define('handed-over', async () => void runs++, quick)
  await restarted.start()
  await until(async () => expect((await restarted.find('handed over'))?.state).toBe('done'))
  expect(runs).toBe(1)
  await restarted.stop()
})

test('a job that was interrupted time and again is given up and told of, but never in a queue that gives nothing up, nor by a process that does not know the queue', async () => {
  const queues = { mortal: quick, 'for-ever': { ...quick, retries: Number.POSITIVE_INFINITY } }
  const told: string[] = []
  const runs: string[] = []
  // Whoever is to be told cannot hear it at first.
  let deaf = 2
  const onExhausted = async (_: unknown, key: string) => {
    if (deaf-- > 0) throw new Error('the log is away')
    told.push(key)
  }
  const knowing = () => {
    const jobs = onPostgres()
    for (const [queue, settings] of Object.entries(queues)) {
      jobs.define(queue, async (_, { key, last }) => void runs.push(`${key} ${last}`), { ...settings, onExhausted })
    }
    return jobs
  }
  const first = knowing()
  await first.start()
  await first.stop()
  // What somebody leaves behind who died at each of these for the fortieth time, and what an earlier version gave up.
  const dead = world.ids.next()
  const left = `INSERT INTO effect (key, queue, data, state, worker, attempts, interruptions) VALUES
    ('interrupted mortal', 'mortal', 'null', 'running', $1, 40, 40), ('interrupted deletion', 'for-ever', 'null', 'running', $1, 40, 40),
    ('deletion given up', 'for-ever', 'null', 'failed', NULL, 26, 26)`
  await database.pool.query(left, [dead])
  const stranger = onPostgres()
  await stranger.start()
  for (const key of ['interrupted mortal', 'interrupted deletion']) expect((await stranger.find(key))?.state).toBe('waiting')
  await stranger.stop()
  await database.pool.query("UPDATE effect SET state = 'running', worker = $1 WHERE key LIKE 'interrupted%'", [dead])

  const next = knowing()
  await next.start()
  await until(async () => expect(told).toEqual(['interrupted mortal']))
  for (const key of ['interrupted deletion', 'deletion given up']) {
    await until(async () => expect((await next.find(key))?.state).toBe('done'))
  }
  expect(runs.toSorted()).toEqual(['deletion given up false', 'interrupted deletion false'])
  await until(async () => expect((await next.find('interrupted mortal'))?.state).toBe('failed'))
  await next.stop()
})

test('a run that was taken for dead and comes to its end settles nothing of the one that took its place', async () => {
  const { pool } = database
  await add(pool, 'seal', 'fenced', null)
  const old = (await claim(pool, 'fenced', 'thought dead'))!
  await takeBack(pool, 'thought dead', [])
  const next = (await claim(pool, 'fenced', 'alive'))!
  for (const state of ['done', 'waiting', 'failed'] as const) expect(await settle(pool, old, state, null)).toBe(false)
  expect(await find(pool, 'fenced')).toMatchObject({ state: 'running', attempts: 2 })
  expect(await settle(pool, next, 'done', null)).toBe(true)
})

test('a job of a process that still lives is left alone by others that start', async () => {
  const runs: string[] = []
  let release = () => {}
  const hold = () =>
    new Promise<void>((done) => {
      release = done
    })
  const first = onPostgres()
  first.define(
    'long',
    async (_, { key }) => {
      runs.push(`first ${key}`)
      if (key === 'long') await hold()
    },
    quick,
  )
  await first.start()
  await first.send('long', null, { key: 'long' })
  await until(async () => expect(runs).toEqual(['first long']))
  const second = onPostgres()
  second.define('long', async (_, { key }) => void runs.push(`second ${key}`), quick)
  await second.start()
  await second.send('long', null, { key: 'next' })
  await until(async () => expect((await second.find('next'))?.state).toBe('done'))
  release()
  await until(async () => expect((await first.find('long'))?.state).toBe('done'))
  expect(runs).not.toContain('second long')
  expect((await first.find('long'))?.attempts).toBe(1)
  await first.stop()
  await second.stop()
})

test('stopping lets a running job finish, and hands back one that takes too long', async () => {
  const patient = onPostgres()
  let finish: (() => void) | undefined
  patient.define('slow', async () => new Promise<void>((done) => (finish = done)), quick)
  await patient.start()
  await patient.send('slow', null, { key: 'slow' })
  // The row says running a moment before the work itself begins.
  await until(async () => expect(finish).toBeDefined())
  expect((await patient.find('slow'))?.state).toBe('running')
  const stopped = patient.stop()
  finish?.()
  await stopped
  expect((await patient.find('slow'))?.state).toBe('done')

  const hasty = onPostgres(0)
  let aborted = false
  hasty.define(
    'stuck',
    async (_, { signal }) => {
      await new Promise((_done, fail) => signal.addEventListener('abort', fail))
      aborted = true
    },
    quick,
  )
  await hasty.start()
  await hasty.send('stuck', null, { key: 'stuck' })
  await until(async () => expect((await hasty.find('stuck'))?.state).toBe('running'))
  await hasty.stop()
  expect(aborted).toBe(false)
  const next = onPostgres()
  next.define('stuck', async () => undefined, quick)
  await next.start()
  await until(async () => expect((await next.find('stuck'))?.state).toBe('done'))
  await next.stop()
})

test('a job sent in a transaction exists if and only if the transaction commits', async () => {
  const jobs = onPostgres()
  jobs.define('tied', async () => undefined, quick)
  await jobs.start()
  await expect(
    inTransaction(database.pool, async (connection) => {
      await jobs.send('tied', null, { key: 'undone', connection })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await jobs.find('undone')).toBeNull()
  await inTransaction(database.pool, (connection) => jobs.send('tied', null, { key: 'kept', connection }))
  await until(async () => expect((await jobs.find('kept'))?.state).toBe('done'))
  await jobs.stop()
})

test('jobs carry on when the database has dropped every connection', async () => {
  const jobs = onPostgres()
  jobs.define('hardy', async () => undefined, quick)
  await jobs.start()
  await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await until(async () => void (await jobs.send('hardy', null, { key: 'after' })))
  await until(async () => expect((await jobs.find('after'))?.state).toBe('done'))
  await jobs.stop()
})

test('jobs that are not done are counted by how they stand: what is not due yet does not wait', async () => {
  const counted = async () => (await openJobs(database.pool)).filter(({ queue }) => ['copy', 'remind', 'other'].includes(queue))
  await database.pool.query('TRUNCATE effect')
  const jobs = onPostgres()
  jobs.define('remind', async () => undefined, quick)
  jobs.define('copy', async () => Promise.reject(new Error('the far end is away')), {
    ...quick,
    retries: 1,
    backoff: { firstSeconds: 600, maxSeconds: 600 },
  })
  await jobs.start()
  // An idle installation is no unknown one.
  expect(await counted()).toEqual([
    { queue: 'copy', state: 'waiting', count: 0 },
    { queue: 'remind', state: 'waiting', count: 0 },
  ])
  await jobs.send('remind', null, { key: 'far', notBefore: world.clock.now() + 86_400_000 })
  await jobs.send('copy', null, { key: 'put off' })
  await until(async () => expect((await jobs.find('put off'))?.attempts).toBe(1))
  await until(async () =>
    expect(await counted()).toEqual([
      { queue: 'copy', state: 'planned', count: 1 },
      { queue: 'copy', state: 'waiting', count: 0 },
      { queue: 'remind', state: 'planned', count: 1 },
      { queue: 'remind', state: 'waiting', count: 0 },
    ]),
  )
  await jobs.stop()
  // Nobody takes these up.
  await database.pool.query(
    `INSERT INTO effect (key, queue, state) VALUES ('due', 'remind', 'waiting'), ('over', 'remind', 'failed'), ('done', 'remind', 'done'), ('on', 'other', 'running')`,
  )
  expect(await counted()).toEqual([
    { queue: 'copy', state: 'planned', count: 1 },
    { queue: 'copy', state: 'waiting', count: 0 },
    { queue: 'other', state: 'running', count: 1 },
    { queue: 'remind', state: 'failed', count: 1 },
    { queue: 'remind', state: 'planned', count: 1 },
    { queue: 'remind', state: 'waiting', count: 1 },
  ])
})

test('what a job was given is forgotten once it is done', async () => {
  const jobs = onPostgres()
  jobs.define('forget', async () => undefined, quick)
  await jobs.start()
  await jobs.send('forget', { pack: 'p' }, { key: 'forgotten' })
  await until(async () => expect((await jobs.find('forgotten'))?.state).toBe('done'))
  expect((await database.pool.query("SELECT data FROM effect WHERE key = 'forgotten'")).rows).toEqual([{ data: null }])
  await jobs.stop()
})
