import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Jobs, jobMigrations, memoryJobs, openJobs } from '#platform/jobs'
import { systemWorld } from '#platform/ports'
import { inTransaction, migrate } from '#platform/postgres'
import { jobsOn } from '#tests/jobs-on'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'
import { abandonedByOthers, add, claim, find, interrupt, settle } from '../../shared/platform/jobs/table.ts'
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
const onPostgres = (patienceSeconds = 10): Jobs => jobsOn(database.pool, world, patienceSeconds)
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

jobsConformance('memory', async () => {
  const stepped = testWorld()
  return { jobs: memoryJobs(stepped), world: stepped }
})
jobsConformance('postgres', async () => {
  await database.pool.query('TRUNCATE job, run')
  return { jobs: onPostgres(), world }
})

test('a job that was running when its process was killed runs again at the next start, and no retry is spent on it', async () => {
  const program = fileURLToPath(new URL('../support/job-runner.ts', import.meta.url))
  const child = spawn(process.execPath, [program, database.url], { stdio: 'ignore' })
  const sender = onPostgres()
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
})

test('a job that was interrupted time and again is given up and reported, but never in a queue that gives nothing up, nor by a process that does not know the queue', async () => {
  const queues = { mortal: quick, 'for-ever': { ...quick, retries: Number.POSITIVE_INFINITY } }
  const reported: string[] = []
  const runs: string[] = []
  // The listener cannot receive it at first.
  let deaf = 2
  const onExhausted = async (_: unknown, key: string) => {
    if (deaf-- > 0) throw new Error('the log is away')
    reported.push(key)
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
  const left = `INSERT INTO job (key, queue, data, state, worker, attempts, interruptions) VALUES
    ('interrupted mortal', 'mortal', 'null', 'running', $1, 40, 40), ('interrupted deletion', 'for-ever', 'null', 'running', $1, 40, 40),
    ('deletion given up', 'for-ever', 'null', 'failed', NULL, 26, 26)`
  await database.pool.query(left, [dead])
  const stranger = onPostgres()
  await stranger.start()
  for (const key of ['interrupted mortal', 'interrupted deletion']) expect((await stranger.find(key))?.state).toBe('waiting')
  await stranger.stop()
  await database.pool.query("UPDATE job SET state = 'running', worker = $1 WHERE key LIKE 'interrupted%'", [dead])

  const next = knowing()
  await next.start()
  await until(async () => expect(reported).toEqual(['interrupted mortal']))
  for (const key of ['interrupted deletion', 'deletion given up']) {
    await until(async () => expect((await next.find(key))?.state).toBe('done'))
  }
  expect(runs.toSorted()).toEqual(['deletion given up false', 'interrupted deletion false'])
  await until(async () => expect((await next.find('interrupted mortal'))?.state).toBe('failed'))
  await next.stop()
})

test('a run that was taken for dead and comes to its end settles nothing of the one that took its place', async () => {
  const { pool } = database
  await add(pool, 'fencing', 'fenced', null)
  const [old] = await claim(pool, 'fencing', 'thought dead', 1)
  const [abandoned] = await abandonedByOthers(pool, 'alive')
  expect(abandoned).toMatchObject({ key: 'fenced' })
  await interrupt(pool, abandoned!, 'waiting', 0)
  const [next] = await claim(pool, 'fencing', 'alive', 1)
  const outcomes = [{ state: 'done' }, { state: 'waiting', error: 'x', delayMs: 0 }, { state: 'failed', error: 'x', delayMs: 0 }] as const
  for (const outcome of outcomes) expect(await settle(pool, old!, outcome)).toBe(false)
  expect(await find(pool, 'fenced')).toMatchObject({ state: 'running', attempts: 2 })
  expect(await settle(pool, next!, { state: 'done' })).toBe(true)
})

test('a job whose claim was committed, but never answered, runs all the same', async () => {
  let losing = true
  const deaf = new Proxy(database.pool, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name)
      return async (text: string, values: unknown[]) => {
        const answer = await pool.query(text, values)
        if (!losing || answer.command !== 'UPDATE' || !text.includes("SET state = 'running'") || answer.rowCount === 0) return answer
        losing = false
        throw Object.assign(new Error('cut'), { code: 'ECONNRESET' })
      }
    },
  })
  const runs: number[] = []
  const jobs = jobsOn(deaf, world)
  jobs.define('unanswered', async (_, { attempt, last }) => void runs.push(attempt, Number(last)), { ...quick, retries: 1 })
  await jobs.start()
  await jobs.send('unanswered', null, { key: 'unanswered' })
  await until(async () => expect((await jobs.find('unanswered'))?.state).toBe('done'))
  expect(losing).toBe(false)
  expect(runs).toEqual([2, 0])
  await jobs.stop()
})

/** What pg-boss had of a job's moment, as versions before kept it. */
const QUEUE_OF_VERSION_BEFORE = `
  CREATE SCHEMA pgboss;
  CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  CREATE TABLE pgboss.job (
    id uuid NOT NULL DEFAULT gen_random_uuid(), name text NOT NULL, data jsonb, state pgboss.job_state NOT NULL DEFAULT 'created',
    start_after timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (name, id)
  ) PARTITION BY LIST (name);
  CREATE TABLE pgboss.job_common PARTITION OF pgboss.job DEFAULT;`

test('a database of a version before keeps every job: what is due runs once, what is for tomorrow waits, and an older process next to this one loses and doubles nothing', async () => {
  const old = await testDatabase()
  onTestFinished(() => old.drop())
  const { pool } = old
  await migrate(pool, jobMigrations.slice(0, 1))
  await pool.query(QUEUE_OF_VERSION_BEFORE)
  const given = (key: string, state: string, worker: string | null = null) =>
    pool.query('INSERT INTO effect (key, queue, data, state, attempts, worker) VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[key, 'work', { key }, state, worker ? 1 : 0, worker],
    ])
  /** As pg-boss was asked, in the transaction of the sender. */
  const dispatched = (key: string, after: string, state = 'created') =>
    pool.query('INSERT INTO pgboss.job (name, data, start_after, state) VALUES ($1, $2, now() + $3::interval, $4)', [
      ...['work', { key }, after, state],
    ])
  for (const key of ['due', 'tomorrow', 'failed once', 'handed over']) await given(key, 'waiting')
  await dispatched('due', '-1 s')
  await dispatched('tomorrow', '1 day')
  await dispatched('failed once', '1 hour', 'retry')
  await dispatched('handed over', '-1 s', 'active')
  await given('of the dead', 'running', 'dead worker')
  await given('of the living', 'running', 'living worker')
  for (const state of ['done', 'failed']) await given(state, state)
  const living = await pool.connect()
  await living.query("SELECT pg_advisory_lock(hashtextextended('living worker', 21))")

  await migrate(pool, jobMigrations)
  const runs: string[] = []
  const jobs = jobsOn(pool, world)
  jobs.define('work', async (_, { key }) => void runs.push(key), quick)
  await jobs.start()
  const states = async (...keys: string[]) => Promise.all(keys.map(async (key) => (await jobs.find(key))?.state))
  await until(async () => expect(await states('due', 'handed over', 'of the dead')).toEqual(['done', 'done', 'done']))
  expect(await states('tomorrow', 'failed once', 'of the living', 'done', 'failed')).toEqual([
    ...['waiting', 'waiting', 'running', 'done', 'failed'],
  ])

  // What the older process says from here on, in its own words.
  const sent = (key: string) =>
    pool.query("INSERT INTO effect (key, queue, data, state) VALUES ($1, 'work', 'null', 'waiting') ON CONFLICT DO NOTHING", [key])
  expect((await sent('due')).rowCount).toBe(0)
  const later = await pool.connect()
  await later.query('BEGIN')
  await later.query("INSERT INTO effect (key, queue, data, state) VALUES ('in a day', 'work', 'null', 'waiting') ON CONFLICT DO NOTHING")
  await later.query(`INSERT INTO pgboss.job (name, data, start_after) VALUES ('work', '{"key":"in a day"}', now() + interval '1 day')`)
  await later.query('COMMIT')
  later.release()
  expect((await sent('at once')).rowCount).toBe(1)
  await until(async () => expect(await states('at once', 'in a day')).toEqual(['done', 'waiting']))
  const claimed = await pool.query(
    "UPDATE effect SET state = 'running', worker = 'living worker' WHERE key = 'tomorrow' AND state = 'waiting'",
  )
  expect(claimed.rowCount).toBe(0)
  const settled = await pool.query("UPDATE effect SET state = 'done', worker = NULL WHERE key = 'of the living' AND state = 'running'")
  expect(settled.rowCount).toBe(1)
  expect(runs.toSorted()).toEqual(['at once', 'due', 'handed over', 'of the dead'])
  await jobs.stop()
  living.release(true)
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

test('stopping lets a running job finish, and returns one that takes too long', async () => {
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
  await database.pool.query('TRUNCATE job')
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
    `INSERT INTO job (key, queue, state) VALUES ('due', 'remind', 'waiting'), ('over', 'remind', 'failed'), ('done', 'remind', 'done'), ('on', 'other', 'running')`,
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
  expect((await database.pool.query("SELECT data FROM job WHERE key = 'forgotten'")).rows).toEqual([{ data: null }])
  await jobs.stop()
})
