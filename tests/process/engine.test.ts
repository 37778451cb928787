import { setImmediate as tick } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { requestMail } from '#contract/request-mail'
import { inbox } from '#domain/inbox'
import type { Json } from '#domain/kernel'
import { pack as aggregate } from '#domain/pack'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { type EventLog, eventLogSchema, postgresEventLog, storedPlace } from '#platform/event-log'
import { type Jobs, jobMigrations } from '#platform/jobs'
import { mailMigrations, openMailer } from '#platform/mail'
import { type Owners, postgresOwners } from '#platform/ownership'
import { systemWorld, type World } from '#platform/ports'
import { migrate } from '#platform/postgres'
import { memorySubjectKeys, type SubjectKeys } from '#platform/subject-keys'
import { startAll } from '#processes'
import {
  defineProcess,
  followLog,
  memoryProcessStore,
  openedReader,
  type PackProcess,
  type ProcessStore,
  packProcess,
  postgresProcessStore,
  processMigrations,
  sweepAll,
  sweepEvery,
  sweepStream,
  tracedReader,
} from '#processes/engine'
import { jobsOn } from '#tests/jobs-on'
import { idOf, packInSetup, signatoryIn } from '#tests/pack'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'

let database: TestDatabase
let world: World
let log: EventLog
let keys: SubjectKeys
let handler: CommandHandler
let round = 0
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [...eventLogSchema, ...jobMigrations, ...processMigrations, ...mailMigrations])
  world = systemWorld(testWorld().log)
  log = postgresEventLog({ pool: database.pool, ...world })
  keys = memorySubjectKeys(world)
  handler = commandHandler({ log, keys, world })
})
afterAll(async () => {
  await log.close()
  await database.drop()
})
beforeEach(() => {
  round += 1
})

const openJobs = () => jobsOn(database.pool, world, 0)

/** Asks for one effect for each document that a pack gets. */
function counting(): PackProcess {
  const name = `counting-${round}`
  return packProcess({
    name,
    follows: ['DocumentAdded'],
    react: ({ id }, pack) => [{ queue: name, key: `${name}:${id}`, data: { pack } }],
  })
}
function follow(process: PackProcess, store: ProcessStore, owners?: Owners) {
  const follower = followLog({ log, world, store, ...(owners ? { owners } : {}) }, openedReader({ keys, handler }, process))
  onTestFinished(() => follower.stop())
  return follower
}
async function startJobs(queue: string, done: (data: Json) => void): Promise<Jobs> {
  const jobs = openJobs()
  const settings = { retries: 3, backoff: { firstSeconds: 1, maxSeconds: 1 }, concurrency: 2, timeoutSeconds: 30 }
  jobs.define(queue, async (data) => done(data), settings)
  await jobs.start()
  onTestFinished(() => jobs.stop())
  return jobs
}
async function documentIn(pack: string): Promise<void> {
  const outcome = await handler.handle({
    stream: `pack-${pack}`,
    aggregate,
    decide: () => packInSetup('first').events.map(({ fact }) => fact),
    origin: { actor: { principal: 'user:x', capacity: 'team' }, correlation: 'test', causation: 'test' },
  })
  if ('refused' in outcome) throw new Error(outcome.refused)
}
const position = async (process: PackProcess) =>
  (await database.pool.query('SELECT position FROM process WHERE name = $1', [process.name])).rows[0]?.position as string | undefined
const effects = async (process: PackProcess) =>
  (await database.pool.query('SELECT count(*)::int AS n FROM job WHERE queue = $1', [process.name])).rows[0].n as number

test('an event is followed by its effect, and after a restart by no other', async () => {
  const process = counting()
  const done: Json[] = []
  const jobs = await startJobs(process.name, (data) => done.push(data))
  const store = postgresProcessStore({ pool: database.pool, jobs, log })
  const first = follow(process, store)
  const pack = idOf(`engine ${round}`)
  await documentIn(pack)
  await expect.poll(() => done.filter((data) => (data as { pack: string }).pack === pack)).toHaveLength(1)
  await expect.poll(() => position(process)).toBe(await log.head())
  await first.stop()
  const before = done.length
  follow(process, store)
  await documentIn(idOf(`engine ${round} more`))
  await expect.poll(() => done.length).toBe(before + 1)
})

test('a process that events are nothing to stands at the end of the log all the same, and does not count as behind', async () => {
  const process: PackProcess = { ...counting(), follows: ['PackRejected'] }
  const store = postgresProcessStore({ pool: database.pool, jobs: openJobs(), log })
  const timers: World['timers'] = { after: (ms, task) => world.timers.after(Math.min(ms, 50), task) }
  const follower = followLog({ log, world: { ...world, timers }, store }, openedReader({ keys, handler }, process))
  onTestFinished(() => follower.stop())
  await expect.poll(() => follower.status().state).toBe('live')
  await documentIn(idOf(`engine ${round}`))
  await expect.poll(() => position(process)).toBe(await log.head())
})

test('an event from which nothing follows costs no write of its own', async () => {
  const process: PackProcess = { ...counting(), react: () => [] }
  const store = postgresProcessStore({ pool: database.pool, jobs: openJobs(), log })
  const follower = follow(process, store)
  await documentIn(idOf(`engine ${round}`))
  const head = await log.head()
  await expect.poll(() => follower.status()).toMatchObject({ state: 'live', position: head })
  expect(await position(process)).toBeUndefined()
})

test('effects and position are kept together or not at all', async () => {
  const process = counting()
  const jobs = await startJobs('nobody', () => undefined)
  await documentIn(idOf(`engine ${round}`))
  let broken = true
  // The effect is sent, and then the transaction is lost.
  const failing: Pick<Jobs, 'send'> = {
    async send(queue, data, options) {
      const sent = await jobs.send(queue, data, options)
      if (broken) throw Object.assign(new Error('lost'), { code: '57P01' })
      return sent
    },
  }
  const follower = follow(process, postgresProcessStore({ pool: database.pool, jobs: failing, log }))
  await expect.poll(() => follower.status().state).toBe('troubled')
  expect(await effects(process)).toBe(0)
  expect(await position(process)).toBeUndefined()
  broken = false
  await expect.poll(() => effects(process)).toBeGreaterThan(0)
  expect(await position(process)).toBe(await log.head())
})

test('two servers that follow the log at once ask for each effect once', async () => {
  const process = counting()
  const done: string[] = []
  const note = (data: Json) => void done.push((data as { pack: string }).pack)
  const [a, b] = [await startJobs(process.name, note), await startJobs(process.name, note)]
  follow(process, postgresProcessStore({ pool: database.pool, jobs: a, log }))
  follow(process, postgresProcessStore({ pool: database.pool, jobs: b, log }))
  const packs = Array.from({ length: 12 }, (_, n) => idOf(`engine ${round} ${n}`))
  await Promise.all(packs.map(documentIn))
  const mine = () => done.filter((pack) => packs.includes(pack)).sort()
  await expect.poll(mine).toEqual([...packs].sort())
  await expect.poll(() => position(process)).toBe(await log.head())
})

test('of two servers one follows the log, and the other goes on where it stood', async () => {
  const process = counting()
  const done: string[] = []
  const jobs = await startJobs(process.name, (data) => void done.push((data as { pack: string }).pack))
  const store = postgresProcessStore({ pool: database.pool, jobs, log })
  const [one, other] = [postgresOwners({ pool: database.pool, world }), postgresOwners({ pool: database.pool, world })]
  onTestFinished(async () => {
    await one.close()
    await other.close()
  })
  const first = follow(process, store, one)
  await expect.poll(() => first.status().state).toBe('live')
  // The second one begins while the first has the log, and commits to nothing.
  const commits: string[] = []
  const watched: ProcessStore = {
    ...store,
    commit(name, to, effects) {
      commits.push(to)
      return store.commit(name, to, effects)
    },
  }
  const second = follow(process, watched, other)
  await documentIn(idOf(`engine ${round} before`))
  await expect.poll(() => done).toContain(idOf(`engine ${round} before`))
  expect(commits).toEqual([])
  // Its lock is gone with its connection, as of a process that was killed.
  await one.close()
  await expect.poll(() => second.status().state, { timeout: 20_000 }).toBe('live')
  await documentIn(idOf(`engine ${round} after`))
  await expect.poll(() => done).toContain(idOf(`engine ${round} after`))
  expect(done.filter((pack) => pack === idOf(`engine ${round} before`))).toHaveLength(1)
})

test('what follows from a page is asked for to the last effect, also next to a document that is gone, and also where it is traced', async () => {
  const process = packProcess({
    name: `both-${round}`,
    follows: ['DocumentAdded'],
    react: (_event, pack) => ['one', 'other'].map((part) => ({ queue: 'both', key: `${part} of ${pack}`, data: { pack } })),
  })
  const after = await log.head()
  const [gone, first, second] = ['gone', 'first', 'second'].map((part) => idOf(`engine ${round} ${part}`)) as [string, string, string]
  for (const pack of [first, gone, second]) await documentIn(pack)
  const load: CommandHandler['load'] = async (stream, of, options) =>
    stream === `pack-${gone}` ? { state: of.initial, revision: -1 } : handler.load(stream, of, options)
  const reader = openedReader({ keys, handler: { load } }, process)
  const { events } = await log.readAll(after, 100, reader.filter)
  const wanted = [first, second].flatMap((pack) => [`one of ${pack}`, `other of ${pack}`])
  for (const one of [reader, tracedReader(reader, { about: (_name, _events, work) => work() })])
    expect((await one.effectsOf(events)).map(({ key }) => key)).toEqual(wanted)
})

test('where two readers of a process commit, the place of the one that is further stands', async () => {
  const jobs = openJobs()
  for (const store of [postgresProcessStore({ pool: database.pool, jobs, log }), memoryProcessStore({ jobs, log })]) {
    const name = `further-${round}`
    await store.commit(name, '12', [])
    await store.commit(name, '9', [])
    expect(await store.position(name)).toBe('12')
  }
})

test('the sweep at the start begins abandoned work again, and no finished work', async () => {
  const process = counting()
  const pack = idOf(`engine ${round}`)
  await documentIn(pack)
  const retried: string[] = []
  for (const state of ['failed', 'done', 'running'] as const) {
    await sweepStream(pack, handler, [process], {
      send: async () => false,
      find: async (key) => ({ key, queue: process.name, state, attempts: 1, error: null }),
      retry: async () => retried.push(state) > 0,
    })
  }
  expect(retried).toEqual(['failed'])
})

test('what the sweep could not look through, because something was away, it looks through again, and that alone', async () => {
  const own = testWorld()
  const looked: string[] = []
  let away = true
  const sweeping = sweepAll({
    underWay: async () => {
      if (looked.push('all of them') === 1) throw new Error('away')
      return ['one', 'other', 'third']
    },
    async sweep(pack) {
      looked.push(pack)
      if (pack === 'other' && away) throw new Error('away')
    },
    world: own,
  })
  const pass = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    own.advance(600_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await pass()
  expect(looked).toEqual(['all of them', 'all of them', 'one', 'other', 'third'])
  away = false
  await pass()
  await sweeping.done
  expect(looked.slice(5)).toEqual(['other'])
})

test('asked to look again while it looks, it does so once afterwards, and again whenever it is asked, until it is stopped', async () => {
  let looks = 0
  let release = () => {}
  const sweeping = sweepAll({
    underWay() {
      looks++
      return new Promise((resolve) => {
        release = () => resolve([])
      })
    },
    sweep: async () => undefined,
    world: testWorld(),
  })
  const over = async () => {
    release()
    await tick()
  }
  for (const _ of [1, 2, 3]) sweeping.again()
  await tick()
  expect(looks).toBe(1)
  await over()
  await sweeping.done
  expect(looks).toBe(2)
  await over()
  expect(looks).toBe(2)
  sweeping.again()
  await over()
  expect(looks).toBe(3)
  sweeping.again()
  const stopped = sweeping.stop()
  await over()
  await stopped
  expect(looks).toBe(3)
})

test('[D-623] the subject of a signature request begins with the configured prefix', async () => {
  const subjects: string[] = []
  const transport = { send: async ({ subject }: { subject: string }) => void subjects.push(subject), close: () => undefined }
  const mailer = openMailer({
    pool: database.pool,
    world,
    key: new Uint8Array(32),
    from: 'a@b.example',
    subjectPrefix: '[Sign] ',
    transport,
  })
  const { state } = packInSetup('first')
  const letter = requestMail({
    state,
    signatory: signatoryIn(state, 'first'),
    sender: { name: 'Mira', email: '', workspace: '' },
    link: 'https://x',
  })
  await mailer.send({
    key: 'request:1',
    owner: 'p',
    workspace: null,
    kind: 'request',
    to: 'first@example.org',
    ...letter,
    link: 'https://x',
  })
  expect(subjects).toEqual(['[Sign] Mira asks you to sign “Lease”'])
})

test('a place that could not be stored is stored by and by, from where the last one stands that was', async () => {
  const here = testWorld()
  const stored: [string, string][] = []
  let away = true
  const place = storedPlace('0', 1_000, here.timers, async (from, to) => {
    if (away) throw new Error('away')
    stored.push([from, to])
  })
  const passes = async (to: string) => {
    place.passed(to)
    here.advance(1_000)
    await tick()
  }
  await passes('1')
  away = false
  await passes('2')
  await place.move('3', async (from) => void stored.push([from, '3']))
  expect(stored).toEqual([
    ['0', '2'],
    ['2', '3'],
  ])
  // A position that was passed and not stored yet is no place that anybody left it at.
  place.passed('4')
  await place.move('5', async (from) => void stored.push([from, '5']))
  expect(stored.at(-1)).toEqual(['3', '5'])
})

test('a regular sweep looks only in its turn, soon after it has it, and again after a round that failed, which its status says meanwhile', async () => {
  const stepped = testWorld()
  const taken: (() => void)[] = []
  let mine = false
  let [rounds, broken] = [0, true]
  const sweep = sweepEvery({
    name: 'looking',
    world: stepped,
    everyMs: 3_600_000,
    turn: { isMine: () => mine, onTaken: (listener) => void taken.push(listener) },
    async round() {
      rounds++
      if (broken) throw new TypeError('away')
    },
  })
  const passes = async (ms: number) => {
    stepped.advance(ms)
    await tick()
  }
  await passes(7_100_000)
  expect(rounds).toBe(0)
  expect(sweep.status()).toEqual({ name: 'looking', ok: true, words: 'standby: another process looks' })
  mine = true
  for (const tell of taken) tell()
  await passes(60_000)
  expect(rounds).toBe(1)
  expect(sweep.status()).toEqual({ name: 'looking', ok: false, words: 'cannot look now (TypeError); it tries again' })
  broken = false
  await passes(3_600_000)
  expect(rounds).toBe(2)
  expect(sweep.status()).toEqual({ name: 'looking', ok: true, words: 'looked through' })
  await sweep.stop()
  await passes(7_200_000)
  expect(rounds).toBe(2)
})

test('a process over any aggregate is declared alone: its events are read, its jobs carried out, and open work is swept, once each', async () => {
  const name = `reading-${round}`
  const [user, earlier] = [idOf(`reader ${round}`), idOf(`reader ${round} before`)]
  const seen: string[] = []
  const reading = defineProcess({
    process: {
      name,
      aggregate: inbox,
      follows: ['NotificationsRead'],
      react: ({ id, fact }, key, { recent }) => [
        { queue: name, key: `${name}:${id}`, data: `${key} ${fact.data.notifications[0]} ${recent.length}` },
      ],
    },
    sweep: { keys: async (needs: { readers(): Promise<readonly string[]> }) => needs.readers() },
    queues: ({ noted }: { noted(what: string): void }) => [
      {
        name,
        handler: async (data) => noted(String(data)),
        settings: { retries: 3, backoff: { firstSeconds: 1, maxSeconds: 1 }, concurrency: 1, timeoutSeconds: 30 },
      },
    ],
  })
  const read = async (key: string, notification: string) => {
    const outcome = await handler.handle({
      stream: inbox.streamNameOf(key),
      aggregate: inbox,
      decide: () => [{ type: 'NotificationsRead', data: { notifications: [notification] } }],
      origin: { actor: { principal: `user:${key}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
  const [one, two] = [idOf(`notification ${round}`), idOf(`notification ${round} before`)]
  await read(earlier, two)
  const jobs = openJobs()
  const store = memoryProcessStore({ jobs, log }, new Map([[name, await log.head()]]))
  const running = await startAll([reading], {
    ...{ world, log, keys, handler, jobs, store },
    readers: async () => [earlier],
    noted: (what) => void seen.push(what),
  })
  onTestFinished(() => running.stop())
  await running.swept
  await read(user, one)
  await expect.poll(() => seen.toSorted()).toEqual([`${earlier} ${two} 1`, `${user} ${one} 1`].toSorted())
  expect(running.status().map((status) => status.name)).toEqual([name])
})
