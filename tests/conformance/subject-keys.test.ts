import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { migrate } from '#platform/postgres'
import {
  KeyUnreadable,
  memorySubjectKeys,
  postgresSubjectKeys,
  SubjectErased,
  type SubjectKey,
  type SubjectKeys,
  subjectKeysSchema,
} from '#platform/subject-keys'
import { liveWorld } from '#tests/live-world'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freshStream } from '#tests/stored-events'

const WITHIN = { timeout: 60_000, interval: 5 }
const world = liveWorld()
const masterKey = randomBytes(32)
const bytesOf = (key: SubjectKey | null) => key?.export().toString('hex')

let database: TestDatabase
let opened: SubjectKeys[] = []
const inPostgres = (more = {}) => {
  const keys = postgresSubjectKeys({ pool: database.pool, masterKey, ...world, ...more })
  opened.push(keys)
  return keys
}
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, subjectKeysSchema)
  return () => database.drop()
})
beforeEach(() => async () => {
  await Promise.all(opened.map((keys) => keys.close()))
  opened = []
})

describe.each<[string, () => { keys: SubjectKeys; another: SubjectKeys }]>([
  [
    'in memory',
    () => {
      const keys = memorySubjectKeys(world)
      return { keys, another: keys }
    },
  ],
  ['PostgreSQL', () => ({ keys: inPostgres(), another: inPostgres() })],
])('subject keys, %s', (_, open) => {
  let keys: SubjectKeys
  let another: SubjectKeys
  let stream: string
  beforeEach(() => {
    ;({ keys, another } = open())
    stream = freshStream()
  })

  test('a key is made once and is the same for everybody, also for those who ask at the same moment', async () => {
    const all = await Promise.all([keys, another, keys, another].map((one) => one.keyFor(stream, 'a')))
    expect(new Set(all.map(bytesOf)).size).toBe(1)
    expect(bytesOf(all[0]!)).toHaveLength(64)
    expect(bytesOf(await another.existing(stream, 'a'))).toBe(bytesOf(all[0]!))
  })

  test('each subject in each stream has a key of its own', async () => {
    const other = freshStream()
    const all = [await keys.keyFor(stream, 'a'), await keys.keyFor(stream, 'b'), await keys.keyFor(other, 'a')]
    expect(new Set(all.map(bytesOf)).size).toBe(3)
    const lookup = await another.existingAll([stream, other].flatMap((of) => ['a', 'b'].map((subject) => ({ stream: of, subject }))))
    expect([lookup(stream, 'a'), lookup(stream, 'b'), lookup(other, 'a')].map(bytesOf)).toEqual(all.map(bytesOf))
    expect(lookup(other, 'b')).toBeNull()
  })

  test('many keys at once are those that there are, and new ones where there were none; not after one of them was destroyed', async () => {
    const other = freshStream()
    const there = await keys.keyFor(stream, 'a')
    const wanted = [stream, other].flatMap((of) => ['a', 'b'].map((subject) => ({ stream: of, subject })))
    const [one, two] = await Promise.all([keys.keysFor(wanted), another.keysFor([...wanted].reverse())])
    for (const { stream: of, subject } of wanted) expect(bytesOf(one(of, subject))).toBe(bytesOf(two(of, subject)))
    expect(bytesOf(one(stream, 'a'))).toBe(bytesOf(there))
    expect(new Set(wanted.map(({ stream: of, subject }) => bytesOf(one(of, subject)))).size).toBe(4)
    await keys.destroy(other, 'b')
    await expect(keys.keysFor(wanted)).rejects.toBeInstanceOf(SubjectErased)
    // Another process hears of it a moment later.
    await expect.poll(() => another.keysFor(wanted).then(null, (error: unknown) => error)).toBeInstanceOf(SubjectErased)
  })

  test('looking for a key makes none', async () => {
    expect(await keys.existing(stream, 'a')).toBeNull()
    expect((await keys.existingAll([{ stream, subject: 'a' }]))(stream, 'a')).toBeNull()
    expect(await another.existing(stream, 'a')).toBeNull()
  })

  test('a destroyed key is gone everywhere and no new one is made for its subject; the others stay', async () => {
    const kept = await keys.keyFor(stream, 'b')
    await keys.keyFor(stream, 'a')
    await keys.destroy(stream, 'a')
    await keys.destroy(stream, 'a')
    expect(await keys.existing(stream, 'a')).toBeNull()
    await expect(keys.keyFor(stream, 'a')).rejects.toBeInstanceOf(SubjectErased)
    await vi.waitFor(async () => expect(await another.existing(stream, 'a')).toBeNull(), WITHIN)
    await expect(another.keyFor(stream, 'a')).rejects.toBeInstanceOf(SubjectErased)
    expect(bytesOf(await keys.existing(stream, 'b'))).toBe(bytesOf(kept))
  })

  test('a subject may be erased before it ever had a key', async () => {
    await keys.destroy(stream, 'a')
    await expect(keys.keyFor(stream, 'a')).rejects.toBeInstanceOf(SubjectErased)
  })

  test("destroying all of a stream's keys refuses new ones there, for any subject, and nowhere else", async () => {
    const other = freshStream()
    await Promise.all([keys.keyFor(stream, 'a'), keys.keyFor(stream, 'b'), keys.keyFor(other, 'a')])
    await keys.destroyAll(stream)
    for (const subject of ['a', 'b', 'new']) {
      expect(await keys.existing(stream, subject)).toBeNull()
      await expect(another.existing(stream, subject).then(() => keys.keyFor(stream, subject))).rejects.toBeInstanceOf(SubjectErased)
    }
    expect(await keys.existing(other, 'a')).not.toBeNull()
  })

  test('a key made while its stream is destroyed does not survive', async () => {
    for (let round = 0; round < 20; round++) {
      const of = freshStream()
      await Promise.allSettled([keys.keyFor(of, 'a'), another.destroyAll(of), keys.keyFor(of, 'b')])
      const fresh = open()
      await vi.waitFor(async () => expect([await keys.existing(of, 'a'), await keys.existing(of, 'b')]).toEqual([null, null]), WITHIN)
      if (fresh.keys !== keys) await Promise.all([fresh.keys.close(), fresh.another.close()])
    }
  })

  test('holders of opened values are notified of a destruction, until they no longer listen', async () => {
    const notified: (string | null)[] = []
    const stop = keys.onDestroyed((of) => notified.push(of))
    await keys.keyFor(stream, 'a')
    const before = notified.length
    await another.destroy(stream, 'a')
    // A listener that begins just then learns that it may have been any stream.
    await vi.waitFor(() => expect(notified.slice(before)).toSatisfy((those) => those.includes(stream) || those.includes(null)), WITHIN)
    stop()
    const count = notified.length
    await keys.destroyAll(stream)
    expect(notified).toHaveLength(count)
  })
})

describe('subject keys, PostgreSQL underneath', () => {
  test('keys are stored wrapped, and open under no other master key', async () => {
    const stream = freshStream()
    const key = await inPostgres().keyFor(stream, 'a')
    const { rows } = await database.pool.query<{ wrapped: Buffer }>('SELECT wrapped FROM subject_key WHERE stream = $1', [stream])
    expect(rows).toHaveLength(1)
    expect(rows[0]!.wrapped.toString('hex')).not.toContain(bytesOf(key))
    await expect(inPostgres({ masterKey: randomBytes(32) }).existing(stream, 'a')).rejects.toBeInstanceOf(KeyUnreadable)
    expect(() => inPostgres({ masterKey: randomBytes(31) })).toThrow('31 bytes')
  })

  test("a wrapped key put into another subject's row does not open there", async () => {
    const stream = freshStream()
    const keys = inPostgres()
    await keys.keyFor(stream, 'a')
    await database.pool.query("INSERT INTO subject_key SELECT stream, 'b', wrapped FROM subject_key WHERE stream = $1", [stream])
    await expect(keys.existing(stream, 'b')).rejects.toBeInstanceOf(KeyUnreadable)
  })

  test('keys in memory need no query, and are bounded: those of the streams used longest ago are read again', async () => {
    let queries = 0
    const pool = new Proxy(database.pool, {
      get(target, property) {
        if (property === 'query') queries += 1
        const value = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const keys = inPostgres({ pool, cachedStreams: 2 })
    const notified = Promise.withResolvers<void>()
    keys.onDestroyed(() => notified.resolve())
    await notified.promise
    const [a, b, c] = [freshStream(), freshStream(), freshStream()]
    for (const stream of [a, b]) await keys.keyFor(stream, 's')
    const before = queries
    for (const stream of [a, b, a]) await keys.keyFor(stream, 's')
    expect(queries).toBe(before)
    await keys.keyFor(c, 's')
    const after = queries
    await keys.keyFor(a, 's')
    expect(queries).toBe(after)
    await keys.keyFor(b, 's')
    expect(queries).toBe(after + 1)
  })

  test('who makes a key waits for a destruction of the stream that is under way, and then makes none', async () => {
    const stream = freshStream()
    const keys = inPostgres()
    const destroying = await database.pool.connect()
    await destroying.query('BEGIN')
    await destroying.query("SELECT destroy_subject_keys($1, '')", [stream])
    const making = keys.keyFor(stream, 'new').then(
      () => 'made',
      (error: unknown) => error,
    )
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%make_subject_key%' AND wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    }, WITHIN)
    await destroying.query('COMMIT')
    destroying.release()
    expect(await making).toBeInstanceOf(SubjectErased)
    expect(await keys.existing(stream, 'new')).toBeNull()
  })

  test('a key that was being read while it was destroyed is not kept', async () => {
    const stream = freshStream()
    await inPostgres().keyFor(stream, 'a')
    const held = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    const pool = new Proxy(database.pool, {
      get(target, property) {
        const value = Reflect.get(target, property)
        if (property !== 'query') return typeof value === 'function' ? value.bind(target) : value
        return async (...args: unknown[]) => {
          const answer = await value.apply(target, args)
          if (JSON.stringify(args).includes('subject-keys-existing')) {
            read.resolve()
            await held.promise
          }
          return answer
        }
      },
    })
    const keys = inPostgres({ pool })
    const listening = Promise.withResolvers<void>()
    keys.onDestroyed(() => listening.resolve())
    await listening.promise
    const reading = keys.existing(stream, 'a')
    await read.promise
    await keys.destroy(stream, 'a')
    held.resolve()
    await reading
    expect(await keys.existing(stream, 'a')).toBeNull()
  })

  test('after the connection for notices was lost, keys destroyed meanwhile are forgotten', async () => {
    const stream = freshStream()
    const keys = inPostgres()
    await keys.keyFor(stream, 'a')
    await vi.waitFor(async () => {
      const killed = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
      )
      expect(killed.rowCount).toBe(1)
    }, WITHIN)
    await database.pool.query('UPDATE subject_key SET wrapped = NULL WHERE stream = $1', [stream])
    await vi.waitFor(async () => expect(await keys.existing(stream, 'a')).toBeNull(), WITHIN)
  })
})
