import type pg from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { StoredEvent } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import { type EventLog, eventLogSchema, NO_EVENTS, OutcomeUnknown, postgresEventLog, START } from '#platform/event-log'
import { migrate, openPool } from '#platform/postgres'
import { liveWorld } from '#tests/live-world'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freshStream, makeEvents } from '#tests/stored-events'
import { groupCommit } from '../../shared/platform/event-log/postgres/group-commit.ts'
import { collect, readStream, scaled } from './event-log.ts'

// What the suite can't see from outside: how PostgreSQL's transactions, locks and connections behave underneath.

const WITHIN = { timeout: 60_000, interval: 5 }
const APPEND_LOCK = 7_303_001
const world = liveWorld()
let database: TestDatabase
let pool: pg.Pool
let log: EventLog

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, eventLogSchema)
  return () => database.drop()
})
beforeEach(async () => {
  pool = openPool(database.url)
  log = postgresEventLog({ pool, ...world })
  return async () => {
    await log.close()
    await pool.end()
  }
})

/** Ends the server's side of the connections that are doing this just now; how many there were. */
async function kill(queryLike: string, more = ''): Promise<number> {
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1 ${more}`,
    [queryLike],
  )
  return rowCount ?? 0
}

/** Holds the append lock, so that appends stand still in the middle of their transaction. */
async function holdLock(): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  await client.query('SELECT pg_advisory_lock($1)', [APPEND_LOCK])
  return async () => {
    await client.query('SELECT pg_advisory_unlock($1)', [APPEND_LOCK])
    client.release()
  }
}

const waitingAppends = async () => {
  const { rows } = await database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%append_events%'`,
  )
  return rows[0]!.n
}

/** How many events of these streams each transaction wrote. */
async function sizesOfTransactions(streams: readonly string[]): Promise<number[]> {
  const { rows } = await database.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM event_log WHERE stream = ANY ($1) GROUP BY xmin::text ORDER BY min(position)',
    [streams],
  )
  return rows.map(({ n }) => n)
}

test('appends that wait go together: one at once, then at most 32 in a transaction', async () => {
  const streams = Array.from({ length: 70 }, () => freshStream())
  const release = await holdLock()
  const first = log.append(streams[0]!, NO_EVENTS, makeEvents(streams[0]!))
  await vi.waitFor(async () => expect(await waitingAppends()).toBe(1), WITHIN)
  const rest = streams.slice(1).map((stream) => log.append(stream, NO_EVENTS, makeEvents(stream)))
  await release()
  await Promise.all([first, ...rest])
  expect(await sizesOfTransactions(streams)).toEqual([1, 32, 32, 5])
})

test('a batch is bounded in bytes too', async () => {
  const streams = Array.from({ length: 7 }, () => freshStream())
  const text = 'x'.repeat(300_000)
  await Promise.all(streams.map((stream) => log.append(stream, NO_EVENTS, makeEvents(stream, { data: { text } }))))
  expect(await sizesOfTransactions(streams)).toEqual([3, 3, 1])
})

test('positions have no gaps, whatever was refused or rolled back', async () => {
  const streams = Array.from({ length: 12 }, () => freshStream())
  const used = makeEvents(streams[0]!)
  await log.append(streams[0]!, NO_EVENTS, used)
  await Promise.allSettled(
    streams.map((stream, at) =>
      log.append(stream, NO_EVENTS, at % 3 ? makeEvents(stream) : [{ ...makeEvents(stream)[0]!, id: used[0]!.id }]),
    ),
  )
  const { rows } = await database.pool.query(
    'SELECT count(*)::int AS n, max(position)::int AS last, min(position)::int AS first FROM event_log',
  )
  expect(rows[0].last - rows[0].first + 1).toBe(rows[0].n)
  expect(rows[0].first).toBe(1)
})

test('a reader that started while the log was small walks along its index all the same once it has grown', async () => {
  const small = await testDatabase()
  await migrate(small.pool, eventLogSchema)
  const client = await small.pool.connect()
  const grown = postgresEventLog({ pool: client as unknown as pg.Pool, ...world })
  // In one transaction its own counts can be asked for at once.
  await client.query('BEGIN')
  for (let at = 0; at < 50; at++) {
    const stream = freshStream()
    await grown.append(stream, NO_EVENTS, makeEvents(stream))
    const end = await grown.head()
    await grown.grownSince(end)
    await grown.readAll(end, 10)
  }
  const { rows } = await client.query("SELECT seq_scan::int AS wholly FROM pg_stat_xact_user_tables WHERE relname = 'event_log'")
  await client.query('ROLLBACK')
  client.release()
  await small.drop()
  expect(rows).toEqual([{ wholly: 0 }])
})

test('a transaction that would number with an old snapshot is refused', async () => {
  const client = await database.pool.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  const append = client.query("SELECT append_events('{}','{}','{}','{}','{}','{}','{}','{}','{}','{}','{}','{}')")
  await expect(append).rejects.toThrow('READ COMMITTED')
  await client.query('ROLLBACK')
  client.release()
})

test('a connection killed in the middle of a batch: every outcome is unknown, and sending again writes each append once', async () => {
  const streams = Array.from({ length: 20 }, () => freshStream())
  const events = streams.map((stream) => makeEvents(stream, { count: 2 }))
  const all = () => streams.map((stream, at) => log.append(stream, NO_EVENTS, events[at]!))
  const release = await holdLock()
  // Settled from the start: they may be rejected while the kill is still being answered.
  const sent = Promise.allSettled(all())
  await vi.waitFor(async () => expect(await waitingAppends()).toBe(1), WITHIN)
  expect(await kill('%append_events%', "AND wait_event = 'advisory'")).toBe(1)
  const outcomes = await sent
  await release()
  expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof OutcomeUnknown)).toBe(true)
  await Promise.all(all())
  await Promise.all(all())
  for (const [at, stream] of streams.entries()) expect(await readStream(log, stream)).toEqual(events[at])
})

test('a connection lost after the commit: sending again finds the written events, and a rival is refused', async () => {
  // The answer is lost on the way: the server has committed, the client hears of a broken connection.
  const deaf = { lose: false }
  const lossy = new Proxy(pool, {
    get(target, property, receiver) {
      if (property !== 'query') return Reflect.get(target, property, receiver)
      return async (...args: unknown[]) => {
        const answer = await (target.query as (...all: unknown[]) => Promise<unknown>)(...args)
        if (deaf.lose) throw new Error('Connection terminated unexpectedly')
        return answer
      }
    },
  })
  const lossyLog = postgresEventLog({ pool: lossy, ...world })
  const [stream, other] = [freshStream(), freshStream()]
  const events = makeEvents(stream, { count: 2 })
  deaf.lose = true
  const outcomes = await Promise.allSettled([
    lossyLog.append(stream, NO_EVENTS, events),
    lossyLog.append(other, NO_EVENTS, makeEvents(other)),
  ])
  expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.name)).toEqual(['OutcomeUnknown', 'OutcomeUnknown'])
  deaf.lose = false
  expect(await lossyLog.append(stream, NO_EVENTS, events)).toMatchObject({ revision: 1n })
  await expect(lossyLog.append(other, NO_EVENTS, makeEvents(other))).rejects.toMatchObject({ name: 'RevisionConflict', actual: 0n })
  expect(await readStream(log, stream)).toEqual(events)
  await lossyLog.close()
})

test('a hung appender is not waited for without end: the outcome is unknown and the append may be sent again', async () => {
  const stream = freshStream()
  const events = makeEvents(stream)
  await database.pool.query("ALTER FUNCTION append_events SET lock_timeout = '50ms'")
  const release = await holdLock()
  await expect(log.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(OutcomeUnknown)
  await release()
  await database.pool.query("ALTER FUNCTION append_events SET lock_timeout = '10s'")
  expect(await log.append(stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
})

test('connections killed again and again under 16 writers lose no acknowledged event and write none twice', async () => {
  const before = await log.head()
  const each = scaled(300)
  const follower = collect(log, { after: before })
  const written = new Map<string, StoredEvent[]>()
  let unknown = 0
  let running = true
  const killing = (async () => {
    while (running) {
      const hit = await kill('%', "AND state = 'active' AND backend_type = 'client backend' AND query LIKE '%append_events%'")
      if (hit === 0) await new Promise(setImmediate)
    }
  })()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      const stream = freshStream()
      const mine: StoredEvent[] = []
      written.set(stream, mine)
      // On a busy machine the first kills may all come too late.
      for (let at = 0; at < each || unknown === 0; at++) {
        const events = makeEvents(stream, { count: 1 + (at % 2), after: mine.at(-1) })
        for (let sent = false; !sent; ) {
          sent = await log.append(stream, BigInt(mine.length) - 1n, events).then(
            () => true,
            (error) => {
              if (!(error instanceof OutcomeUnknown)) throw error
              unknown += 1
              return false
            },
          )
        }
        mine.push(...events)
      }
    }),
  )
  running = false
  await killing
  const total = [...written.values()].flat().length
  await vi.waitFor(() => expect(follower.seen.length).toBeGreaterThanOrEqual(total), WITHIN)
  await follower.stop()
  expect(follower.seen).toHaveLength(total)
  expect(unknown).toBeGreaterThan(0)
  // Over lines of its own: the last kill may still be on its way to one that has long ended its append.
  const unhurt = postgresEventLog({ pool: database.pool, ...world })
  for (const [stream, events] of written) {
    const read = await readStream(unhurt, stream)
    expect(read).toEqual(events)
    expect(verifyChain(read)).toEqual([])
  }
  await unhurt.close()
}, 240_000)

test('a subscription whose LISTEN was dropped hears again, and gets what it missed, long before the next poll', async () => {
  const patient = postgresEventLog({ pool, ...world, pollMs: 3_600_000 })
  const before = await log.head()
  const follower = collect(patient, { after: before })
  const stream = freshStream()
  let last: StoredEvent | undefined
  const listeners = "LIKE 'LISTEN%'"
  const listening = async () => {
    const { rowCount } = await database.pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND query ${listeners}`)
    return rowCount
  }
  for (let round = 1; round <= 5; round++) {
    await vi.waitFor(async () => expect(await listening()).toBe(1), WITHIN)
    expect(await kill('LISTEN%')).toBe(1)
    // Appended through another instance while nobody listens.
    const [event] = makeEvents(stream, { after: last })
    await log.append(stream, BigInt(last?.revision ?? -1), [event!])
    last = event
    await vi.waitFor(() => expect(follower.seen.at(-1)?.event.id).toBe(event!.id), WITHIN)
  }
  expect(follower.seen.map(({ event }) => event.revision)).toEqual([0, 1, 2, 3, 4])
  await patient.close()
})

test('an append of another process wakes a subscription at once, long before the next poll', async () => {
  const patient = postgresEventLog({ pool, ...world, pollMs: 3_600_000 })
  const follower = collect(patient, { after: await log.head() })
  const stream = freshStream()
  const events = makeEvents(stream, { count: 3 })
  for (const [at, event] of events.entries()) {
    await vi.waitFor(() => expect(follower.seen).toHaveLength(at), WITHIN)
    // Caught up and listening, so that only a notice can wake it.
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%'",
      )
      expect([rowCount, follower.caughtUp()]).toEqual([1, 1])
    }, WITHIN)
    await log.append(stream, BigInt(at) - 1n, [event])
  }
  await vi.waitFor(() => expect(follower.seen.map(({ event }) => event.id)).toEqual(events.map((event) => event.id)), WITHIN)
  await patient.close()
})

test('where no notice ever comes the poll finds the written events', async () => {
  const eager = postgresEventLog({ pool, ...world, pollMs: 20 })
  const follower = collect(eager, { after: await log.head() })
  await vi.waitFor(() => expect(follower.caughtUp()).toBe(1), WITHIN)
  const stream = freshStream()
  const { id, type, version, data, meta, prev, hash, sealed } = makeEvents(stream)[0]!
  await database.pool.query(
    `INSERT INTO event_log (position, stream, revision, id, type, version, data, meta, prev, hash, sealed)
     SELECT max(position) + 1, $1, 0, $2, $3, $4, $5, $6, $7, $8, $9 FROM event_log`,
    [stream, id, type, version, JSON.stringify(data), JSON.stringify(meta), prev, hash, JSON.stringify(sealed)],
  )
  await vi.waitFor(() => expect(follower.seen.map(({ event }) => event.id)).toEqual([id]), WITHIN)
  await eager.close()
})

test('closing ends subscriptions, waits for appends under way and gives every connection back', async () => {
  const own = openPool(database.url)
  const closing = postgresEventLog({ pool: own, ...world })
  const follower = collect(closing, { after: START })
  await vi.waitFor(() => expect(follower.caughtUp()).toBe(1), WITHIN)
  const stream = freshStream()
  const append = closing.append(stream, NO_EVENTS, makeEvents(stream))
  await closing.close()
  expect(await append).toMatchObject({ revision: 0n })
  await vi.waitFor(() => expect(own.totalCount - own.idleCount).toBe(0), WITHIN)
  await own.end()
})

test('subscriptions at the end of the log take local appends from memory, and read another process’s appends once together', async () => {
  const reads: string[] = []
  const counting = new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return (query: string | { name?: string; text?: string }, ...rest: unknown[]) => {
        const text = typeof query === 'string' ? query : (query.name ?? query.text ?? '')
        if (/event-log-read-all|event_log_end/.test(text)) reads.push(text)
        return Reflect.apply(target.query, target, [query, ...rest])
      }
    },
  })
  const counted = postgresEventLog({ pool: counting, ...world, pollMs: 3_600_000 })
  const after = await counted.head()
  const stream = freshStream()
  const [first, second] = makeEvents(stream, { count: 2 })
  const all = Array.from({ length: 5 }, () => collect(counted, { after }))
  const none = collect(counted, { after, filter: { types: ['nothing is called so'] } })
  const seen = (count: number) => vi.waitFor(() => expect(all.map((each) => each.seen.length)).toEqual(all.map(() => count)), WITHIN)

  await counted.append(stream, -1n, [first!])
  await seen(1)
  // LISTENing by now, and every notice received: from here on only the second append counts.
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%'",
    )
    expect(rowCount).toBe(1)
  }, WITHIN)
  await vi.waitFor(() => expect(none.caughtUp()).toBe(1), WITHIN)
  reads.length = 0
  await counted.append(stream, 0n, [second!])
  await seen(2)
  // Written here, so nobody asks for it; by another process, all ask once. Neither asks how far the log reaches.
  expect(reads).toEqual([])
  const third = makeEvents(stream, { after: second })
  await log.append(stream, 1n, third)
  await seen(3)
  expect(reads).toEqual(['event-log-read-all'])
  expect(none.seen).toEqual([])
  await counted.close()
}, 30_000)

test('two appends of a stream never change places, though the first of them had no room with another’s', async () => {
  const batches: string[][] = []
  const { add, idle } = groupCommit<{ stream: string; bytes: number; name: string }>(async (batch) => {
    batches.push(batch.map(({ name }) => name))
  })
  add({ stream: 'other', bytes: 600_000, name: 'other' })
  add({ stream: 'own', bytes: 600_000, name: 'first' })
  add({ stream: 'own', bytes: 10, name: 'second' })
  await idle()
  expect(batches).toEqual([['other'], ['first'], ['second']])
})
