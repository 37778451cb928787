import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '#platform/postgres'
import { knownDevices, oneTimeLinks, passwords, sessionMigrations, sessions, throttle } from '#platform/sessions'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { type TestWorld, testWorld } from '#tests/world'

let database: TestDatabase
let world: TestWorld
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, sessionMigrations)
})
afterAll(() => database.drop())
beforeEach(async () => {
  world = testWorld()
  await database.pool.query('TRUNCATE session, password, password_removed, one_time_link, login_attempt, known_device')
})
const parts = () => ({ pool: database.pool, world })
const HOUR = 3_600_000
const ada = { owner: 'user:ada', holder: { as: 'account', user: 'ada' }, idleMs: 2 * HOUR, lifeMs: 10 * HOUR }

test('a session is found by its token, and only a hash of that is stored', async () => {
  const { token, session } = await sessions(parts()).open(ada)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(await sessions(parts()).find(token)).toEqual({ id: session.id, owner: 'user:ada', holder: ada.holder })
  expect(JSON.stringify((await database.pool.query('SELECT * FROM session')).rows)).not.toContain(token)
  expect(await sessions(parts()).find(session.id)).toBeNull()
})

test('a session ends when it is not used, is prolonged by use, and ends at last whatever happens', async () => {
  const all = sessions(parts())
  const { token: idle } = await all.open(ada)
  const { token: used } = await all.open(ada)
  for (let hour = 1; hour < 10; hour++) {
    world.advance(HOUR)
    expect(await all.find(used)).not.toBeNull()
  }
  expect(await all.find(idle)).toBeNull()
  world.advance(HOUR)
  expect(await all.find(used)).toBeNull()
  await all.sweep()
  expect((await database.pool.query('SELECT * FROM session')).rows).toEqual([])
})

test('all sessions of an owner can be ended, but for the one in use', async () => {
  const all = sessions(parts())
  const one = await all.open(ada)
  const two = await all.open(ada)
  const other = await all.open({ ...ada, owner: 'user:bob' })
  expect(await all.endAllOf('user:ada', one.session.id)).toBe(1)
  expect(await all.find(two.token)).toBeNull()
  expect(await all.find(one.token)).not.toBeNull()
  await all.end(one.token)
  expect(await all.find(one.token)).toBeNull()
  expect(await all.find(other.token)).not.toBeNull()
})

test('a session that was ended here is over at once; ended by another process, within a second', async () => {
  const [here, there] = [sessions(parts()), sessions(parts())]
  for (const end of [(token: string) => here.end(token), () => here.endAllOf('user:ada')]) {
    const { token } = await here.open(ada)
    expect(await here.find(token)).not.toBeNull()
    await end(token)
    expect(await here.find(token)).toBeNull()
  }
  const { token } = await here.open(ada)
  await here.find(token)
  await there.end(token)
  world.advance(1_000)
  expect(await here.find(token)).toBeNull()
})

test('a session that another process ended is over within a second, however long the answer was on its way', async () => {
  const there = sessions(parts())
  const { token } = await there.open(ada)
  const slow = {
    async query(...asked: Parameters<typeof database.pool.query>) {
      const answer = await database.pool.query(...asked)
      await there.end(token)
      world.advance(900)
      return answer
    },
  } as unknown as typeof database.pool
  const here = sessions({ pool: slow, world })
  await here.find(token)
  world.advance(100)
  expect(await here.find(token)).toBeNull()
})

test('a session found a moment ago is not asked for again, and one that ends within the second ends in time', async () => {
  const here = sessions(parts())
  const { token } = await here.open(ada)
  const short = await here.open({ ...ada, lifeMs: 300 })
  await here.find(token)
  await here.find(short.token)
  await database.pool.query('TRUNCATE session')
  world.advance(299)
  expect(await here.find(token)).not.toBeNull()
  expect(await here.find(short.token)).not.toBeNull()
  world.advance(1)
  expect(await here.find(short.token)).toBeNull()
  world.advance(700)
  expect(await here.find(token)).toBeNull()
})

test('a password is kept as an Argon2id hash and recognised however it was composed', async () => {
  const all = passwords(parts())
  await all.set('ada', 'Café au lait')
  const { rows } = await database.pool.query('SELECT hash FROM password')
  expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await all.verify('ada', 'Cafe\u0301 au lait')).not.toBeNull()
  expect(await all.verify('ada', 'café au lait')).toBeNull()
  await all.set('ada', 'another')
  expect(await all.verify('ada', 'Café au lait')).toBeNull()
})

test('a password that is removed is not set again, by nobody who was about to', async () => {
  const all = passwords(parts())
  await all.set('gone', 'happy trees')
  await Promise.all([all.set('gone', 'first'), all.remove('gone'), all.set('gone', 'second')])
  expect(await all.has('gone')).toBe(false)
  await all.set('gone', 'late')
  expect(await all.has('gone')).toBe(false)
  expect((await database.pool.query("SELECT FROM password WHERE account = 'gone'")).rows).toEqual([])
  await all.remove('gone')
  await all.set('other', 'happy trees')
  expect(await all.has('other')).toBe(true)
})

test('an unknown account, and one without a password, is refused like a wrong password', async () => {
  const all = passwords(parts())
  expect(await all.verify(null, 'nobody')).toBeNull()
  expect(await all.verify('unknown', 'nobody')).toBeNull()
  expect(await all.has('unknown')).toBe(false)
})

test('a one-time link works once, for its purpose, in time, and takes its siblings with it', async () => {
  const links = oneTimeLinks(parts())
  const use = (token: string, purpose = 'reset') => links.use(token, [purpose], async ({ owner }) => owner)
  await links.keep('t1', { owner: 'ada', purpose: 'reset', lifeMs: HOUR })
  await links.keep('t2', { owner: 'ada', purpose: 'reset', lifeMs: HOUR })
  await links.keep('t3', { owner: 'bob', purpose: 'reset', lifeMs: HOUR })
  expect(await links.find('t1', ['other'])).toBeNull()
  expect(await use('t1', 'other')).toBeNull()
  expect(await links.find('t1', ['reset'])).toEqual({ owner: 'ada', purpose: 'reset' })
  const used = await Promise.all([use('t1'), use('t1'), use('t2')])
  expect(used.filter(Boolean)).toEqual(['ada'])
  expect(await use('t2')).toBeNull()
  await links.keep('t1', { owner: 'ada', purpose: 'reset', lifeMs: HOUR })
  expect(await use('t1')).toBeNull()
  world.advance(HOUR)
  expect(await use('t3')).toBeNull()
})

test('where what a one-time link is for fails half-way, it still works, and its siblings do', async () => {
  const links = oneTimeLinks(parts())
  for (const token of ['t1', 't2']) await links.keep(token, { owner: 'ada', purpose: 'reset', lifeMs: HOUR })
  await expect(links.use('t1', ['reset'], () => Promise.reject(new Error('the log is away')))).rejects.toThrow('the log is away')
  expect(await links.find('t2', ['reset'])).not.toBeNull()
  expect(await links.use('t1', ['reset'], async () => 'done')).toBe('done')
})

test('a one-time link is not waited for: a hundred who come with it at once leave the database to others', async () => {
  const links = oneTimeLinks(parts())
  await links.keep('t1', { owner: 'ada', purpose: 'reset', lifeMs: HOUR })
  const ask = () => links.use('t1', ['reset'], async () => (await database.pool.query('SELECT 1')).rowCount)
  expect((await Promise.all(Array.from({ length: 100 }, ask))).filter(Boolean)).toEqual([1])
})

test('guessing is slowed down per bucket, also when guesses come at once, and time or success forgives', async () => {
  const guard = throttle({ ...parts(), limits: { account: { attempts: 3, withinMs: HOUR } } })
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => guard.admit(['account:x'])))
  expect(outcomes.filter(Boolean)).toHaveLength(3)
  expect(await guard.admit(['account:x'])).toBe(false)
  expect(await guard.admit(['account:y'])).toBe(true)
  world.advance(HOUR + 1)
  expect(await guard.admit(['account:x'])).toBe(true)
  await guard.admit(['account:x'])
  await guard.admit(['account:x'])
  await guard.forgive('account:x')
  expect(await guard.admit(['account:x'])).toBe(true)
})

test('what one bucket refuses does not fill those behind it, and what is given back does not count', async () => {
  const limits = { pair: { attempts: 2, withinMs: HOUR }, account: { attempts: 3, withinMs: HOUR } }
  const guard = throttle({ ...parts(), limits })
  for (let at = 0; at < 5; at++) await guard.admit(['pair:one', 'account:x'])
  expect(await guard.countOf('account:x')).toBe(2)
  expect(await guard.admit(['pair:two', 'account:x'])).toBe(true)
  expect(await guard.admit(['pair:two', 'account:x'])).toBe(false)
  await guard.giveBack('account:x')
  expect(await guard.admit(['pair:three', 'account:x'])).toBe(true)
  await guard.note('account:x')
  expect(await guard.countOf('account:x')).toBe(4)
})

test('a known device is remembered by a hash, signed, under another token after each login, and forgotten with the password', async () => {
  const devices = knownDevices({ ...parts(), key: new Uint8Array(32) })
  const others = knownDevices({ ...parts(), key: new Uint8Array(32).fill(1) })
  const first = await devices.remember('ada', null)
  expect([devices.isOurs(first.token), others.isOurs(first.token), devices.isOurs('made.up'), devices.isOurs('')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(JSON.stringify((await database.pool.query('SELECT * FROM known_device')).rows)).not.toContain(first.token.split('.')[0])
  const second = await devices.remember('bob', first.token)
  expect(second.id).toBe(first.id)
  for (const account of ['ada', 'bob']) {
    expect([await devices.knows(account, first.token), await devices.knows(account, second.token)]).toEqual([false, true])
  }
  await passwords(parts()).set('ada', 'another')
  expect([await devices.knows('ada', second.token), await devices.knows('bob', second.token)]).toEqual([false, true])
  await passwords(parts()).remove('bob')
  expect(await devices.knows('bob', second.token)).toBe(false)
  const late = await devices.remember('bob', null)
  expect(await devices.knows('bob', late.token)).toBe(false)
})

test('of an account the twenty devices used last are known, for a year', async () => {
  const devices = knownDevices({ ...parts(), key: new Uint8Array(32) })
  const all: string[] = []
  for (let at = 0; at < 22; at++) {
    all.push((await devices.remember('ada', null)).token)
    world.advance(1_000)
  }
  const known = async () => Promise.all(all.map((token) => devices.knows('ada', token)))
  expect(await known()).toEqual([false, false, ...Array(20).fill(true)])
  world.advance(365 * 24 * HOUR)
  await devices.sweep()
  expect(await known()).toEqual(Array(22).fill(false))
})

test('what outlives a session is remembered until it is settled, however the session ended: by its token, with all of its owner, or of itself', async () => {
  const all = sessions(parts())
  const handed = { ...ada, holder: { as: 'handed-over', user: 'ada' }, toSettle: true }
  const [ended, reset, idle] = [await all.open(handed), await all.open({ ...handed, owner: 'user:grace' }), await all.open(handed)]
  await all.open(ada)
  await all.end(ended.token)
  expect(await all.endAllOf('user:grace')).toBe(1)
  world.advance(2 * HOUR)
  const later = await all.open(handed)
  await all.sweep()
  for (const { token } of [ended, reset, idle]) expect(await all.find(token)).toBeNull()
  expect(await all.find(later.token)).not.toBeNull()
  const over = async () => Object.fromEntries((await all.toSettle()).map(({ session, over }) => [session.id, over]))
  expect(await over()).toEqual({ [ended.session.id]: true, [reset.session.id]: true, [idle.session.id]: true, [later.session.id]: false })
  await all.settled(idle.session.id)
  await all.settled(later.session.id)
  expect(await all.find(later.token)).toBeNull()
  expect(await over()).toEqual({ [ended.session.id]: true, [reset.session.id]: true })
})
