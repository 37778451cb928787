import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { EventLog, LoggedEvent } from '#platform/event-log'
import type { Queries } from '#platform/postgres'
import { listProjection } from '#projections/list'
import {
  forgetRows,
  OwnedByNewerVersion,
  type Projection,
  type Projections,
  type Projector,
  postgresProjectionStore,
  RebuildRunning,
  rebuild,
  startProjections,
} from '#projections/runner'
import { oneByOne } from '../../projections/runner/forget.ts'
import { eventually } from '../support/prepared.ts'
import { openStage, type Stage } from './stage.ts'
import { completed, type Person, prepared, renamed, requested, signed, trashed, uuid, withSigners } from './stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann', email: 'ann@example.com', user: uuid('user', 5) }
const TABLES = ['pack', 'waiting', 'tally', 'gram']

let stage: Stage
let next = 0
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  next += 100
})

/** A list under another name, so that each test has tables of its own. */
function listCalled(name: string, over: Partial<Projection> = {}): Projection {
  return { ...listProjection(stage), name, ...over }
}
type Project = Projector['project']
/** The same projection, with an addition. */
function projecting(projection: Projection, around: (project: Project, ...given: Parameters<Project>) => Promise<void>): Projection {
  return {
    ...projection,
    open() {
      const projector = projection.open()
      return { ...projector, project: (events, tables) => around(projector.project, events, tables) }
    },
  }
}
async function story(n: number): Promise<void> {
  const key = uuid('pack', n)
  await stage.happen(key, [...prepared(n, `story ${n}`), ...withSigners(n, [ann])])
  await stage.happen(key, requested([ann]))
  await stage.happen(key, signed(n, ann, 0))
}
const until = (condition: () => boolean) => expect.poll(condition).toBe(true)
const dump = (name: string) => stage.dump(name, TABLES)
async function everything(): Promise<readonly LoggedEvent[]> {
  return (await stage.log.readAll('', 100_000, { streamPrefixes: ['pack-'] })).events
}
async function rebuiltDump(projection: Projection): Promise<unknown> {
  const fresh = { ...projection, name: `${projection.name}_fresh` }
  await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, fresh)
  return dump(fresh.name)
}
async function inSchema(name: string, work: (tables: Queries) => Promise<void>): Promise<void> {
  const connection = await stage.database.pool.connect()
  try {
    await connection.query(`BEGIN; SET LOCAL search_path TO ${name}, public`)
    await work(connection)
    await connection.query('COMMIT')
  } finally {
    connection.release()
  }
}

test('every event twice leaves the same rows, by a reader that remembers and by one that does not', async () => {
  for (let n = 1; n < 5; n++) await story(next + n)
  const projection = listCalled('twice')
  const projections = stage.start([projection])
  await projections.waitFor('twice', null, 10_000)
  await projections.stop()
  const once = await dump('twice')
  const events = await everything()
  const warm = projection.open()
  await inSchema('twice', (tables) => warm.project(events, tables))
  await inSchema('twice', (tables) => warm.project(events, tables))
  expect(await dump('twice')).toEqual(once)
  for (const event of events) await inSchema('twice', (tables) => projection.open().project([event], tables))
  expect(await dump('twice')).toEqual(once)
})

test('a rebuild next to the live tables gives the same rows, takes their place, and the live projection goes on', async () => {
  await story(next)
  const projection = listCalled('live')
  const projections = stage.start([projection])
  await projections.waitFor('live', null, 10_000)
  const before = await dump('live')
  const indexes = () =>
    stage.database.pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'live' ORDER BY 1").then(({ rows }) => rows)
  const indexed = await indexes()
  const report = await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, projection)
  expect(report.differences).toEqual([])
  expect(report.events).toBe((await everything()).length)
  expect(await dump('live')).toEqual(before)
  expect(await indexes()).toEqual(indexed)
  await stage.happen(uuid('pack', next), renamed('after the swap'))
  expect(await projections.waitFor('live', null, 10_000)).toBe(true)
  const { rows } = await stage.database.pool.query("SELECT 1 FROM live.pack WHERE words LIKE '% after the swap%'")
  expect(rows).toHaveLength(1)
  expect(await stage.database.pool.query("SELECT to_regnamespace('live_next') AS left_over")).toMatchObject({ rows: [{ left_over: null }] })
})

test('a rebuild names the tables that were not right, and mends them', async () => {
  await story(next)
  const projection = listCalled('spoilt')
  const projections = stage.start([projection])
  await projections.waitFor('spoilt', null, 10_000)
  const right = await dump('spoilt')
  await stage.database.pool.query('UPDATE spoilt.tally SET packs = packs + 1; DELETE FROM spoilt.gram')
  const report = await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, projection)
  expect(report.differences?.map(({ table }) => table)).toEqual(['gram', 'tally'])
  expect(await dump('spoilt')).toEqual(right)
})

/** The pool, where something else happens right before the first statement that holds these words. */
function before(words: string, happens: () => Promise<void>): Stage['database']['pool'] {
  const { pool } = stage.database
  let due = true
  const query = async (...given: [string, unknown[]?]) => {
    if (due && given[0].includes(words)) {
      due = false
      await happens()
    }
    return pool.query(...given)
  }
  return new Proxy(pool, {
    get(target, name) {
      const found = Reflect.get(target, name)
      if (name === 'query') return query
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}
const inPagesOf = (limit: number): EventLog => ({ ...stage.log, readAll: (after, _, filter) => stage.log.readAll(after, limit, filter) })

test('what comes in the last moment of a rebuild is in the new tables when they take their place', async () => {
  await story(next)
  const projection = listCalled('late')
  const projections = stage.start([projection])
  expect(await projections.waitFor('late', null, 10_000)).toBe(true)
  const pool = before('pg_tables', async () => {
    await story(next + 1)
    expect(await projections.waitFor('late', null, 10_000)).toBe(true)
  })
  expect((await rebuild({ pool, log: stage.log, owners: stage.owners }, projection)).differences).toEqual([])
  expect(await dump('late')).toEqual(await rebuiltDump(projection))
})

test('a rebuild ends where a live projection stands that is behind the log, and loses nothing of either side of that place', async () => {
  const logs = { behind: stage.log, behind_in_pages: inPagesOf(3) }
  await story(next)
  for (const [name, log] of Object.entries(logs)) {
    const projection = listCalled(name)
    const first = stage.start([projection])
    expect(await first.waitFor(name, null, 10_000)).toBe(true)
    await first.stop()
    next += 1
    await story(next)
    expect((await rebuild({ pool: stage.database.pool, log, owners: stage.owners }, projection)).differences).toEqual([])
    const again = stage.start([projection])
    expect(await again.waitFor(name, null, 10_000)).toBe(true)
    expect(await dump(name)).toEqual(await rebuiltDump(projection))
  }
})

test('two rebuilds of one projection do not write into one table', async () => {
  await story(next)
  const projection = listCalled('contested')
  const entered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = {
    ...projection,
    open: () => {
      const { stage: _, ...projector } = projection.open()
      return {
        ...projector,
        async project(events: readonly LoggedEvent[], tables: Queries) {
          entered.resolve()
          await released.promise
          await projector.project(events, tables)
        },
      }
    },
  }
  const first = rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, slow)
  await entered.promise
  await expect(rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, projection)).rejects.toThrow(RebuildRunning)
  released.resolve()
  await first
})

/** Does its work, then loses the connection before the transaction is kept; every second batch. */
function interrupted(projection: Projection): Projection & { interruptions: number } {
  const broken = {
    ...projection,
    interruptions: 0,
    open() {
      const projector = projection.open()
      let turn = 0
      return {
        ...projector,
        async project(events: readonly LoggedEvent[], tables: Queries) {
          await projector.project(events, tables)
          if (turn++ % 2 > 0) return
          broken.interruptions += 1
          await tables.query('SELECT pg_terminate_backend(pg_backend_pid())')
        },
      }
    },
  }
  return broken
}

test('killed between rows and checkpoint, it keeps neither and resumes where it stood', async () => {
  for (let n = 0; n < 3; n++) await story(next + n)
  const projection = interrupted(listCalled('killed'))
  const projections = stage.start([projection])
  expect(await projections.waitFor('killed', null, 20_000)).toBe(true)
  await story(next + 3)
  expect(await projections.waitFor('killed', null, 20_000)).toBe(true)
  expect(projection.interruptions).toBeGreaterThan(0)
  expect(await dump('killed')).toEqual(await rebuiltDump(listCalled('killed')))
})

test('stopped and started again at any time, it misses nothing and counts nothing twice', async () => {
  const projection = listCalled('restarted')
  for (let n = 0; n < 4; n++) {
    const projections = stage.start([projection])
    const work = story(next + n)
    await until(() => projections.status()[0]!.state !== 'standby')
    await projections.stop()
    await work
  }
  const projections = stage.start([projection])
  expect(await projections.waitFor('restarted', null, 10_000)).toBe(true)
  expect(await dump('restarted')).toEqual(await rebuiltDump(projection))
})

/** A projection that cannot project the event of an id. */
const refusing = (projection: Projection, poison: () => string) =>
  projecting(projection, async (project, events, tables) => {
    if (events.some(({ event }) => event.id === poison())) throw new TypeError('Ann said so')
    await project(events, tables)
  })

test('an event that can not be projected stops its projection loudly, by its id, and no other one', async () => {
  let poison = ''
  const projection = listCalled('poisoned')
  const picky = refusing(projection, () => poison)
  const projections = stage.start([picky, listCalled('healthy')])
  await projections.waitFor('poisoned', null, 10_000)
  await projections.stop()
  await story(next)
  const bad = (await everything()).at(-2)!.event
  poison = bad.id
  await story(next + 1)

  const again = stage.start([picky, listCalled('healthy')])
  await until(() => again.status()[0]!.state === 'stopped')
  expect(again.status()[0]!.fault).toMatchObject({ event: bad.id, stream: bad.stream, revision: bad.revision, type: bad.type })
  expect(JSON.stringify(again.status())).not.toContain('Ann said so')
  expect(await again.waitFor('healthy', null, 10_000)).toBe(true)
  expect(await again.waitFor('poisoned', null, 50)).toBe(false)
  // What came before it is there.
  const { rows } = await stage.database.pool.query('SELECT revision FROM poisoned.pack WHERE pack = $1', [uuid('pack', next)])
  expect(rows).toEqual([{ revision: bad.revision - 1 }])

  poison = ''
  again.retry('poisoned')
  expect(await again.waitFor('poisoned', null, 10_000)).toBe(true)
  expect(again.status()[0]!.fault).toBeNull()
  expect(await dump('poisoned')).toEqual(await dump('healthy'))
})

test('a projection that stood still goes on by itself once a rebuild has mended it', async () => {
  let poison = ''
  const projection = listCalled('mended')
  const picky = refusing(projection, () => poison)
  await story(next)
  poison = (await everything()).at(-1)!.event.id
  const projections = stage.start([picky])
  await until(() => projections.status()[0]!.state === 'stopped')
  const fault = async () => (await stage.database.pool.query("SELECT fault FROM projection WHERE name = 'mended'")).rows[0].fault
  // Written down right after it is announced.
  await expect.poll(fault, { timeout: 10_000 }).toMatchObject({ event: poison })
  // By a program whose code can.
  await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, projection)
  expect(await fault()).toBeNull()
  poison = ''
  await until(() => projections.status()[0]!.state === 'live')
  await story(next + 1)
  expect(await projections.waitFor('mended', null, 10_000)).toBe(true)
  expect(await dump('mended')).toEqual(await rebuiltDump(projection))
})

test('one owner at a time: the second process waits, and takes over when the first is gone', async () => {
  await story(next)
  const projection = listCalled('owned')
  const first = stage.start([projection])
  await until(() => first.status()[0]!.state === 'live')
  const second = stage.start([projection])
  await story(next + 1)
  expect(await second.waitFor('owned', null, 10_000)).toBe(true)
  expect(second.status()[0]!.state).toBe('standby')
  await first.stop()
  await until(() => second.status()[0]!.state === 'live')
  await story(next + 2)
  expect(await second.waitFor('owned', null, 10_000)).toBe(true)
  expect(await dump('owned')).toEqual(await rebuiltDump(projection))
})

test('an owner whose checkpoint was moved by another gives up its batch, and neither counts twice nor leaves anything out', async () => {
  await story(next)
  const projection = listCalled('rivals')
  let rivalry = true
  const meddled = projecting(projection, async (project, events, tables) => {
    await project(events, tables)
    if (!rivalry) return
    rivalry = false
    await tables.query("SELECT pg_notify('x', '')")
    throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  const projections = stage.start([meddled])
  expect(await projections.waitFor('rivals', null, 10_000)).toBe(true)
  // Another owner, which this one knows nothing of, has rebuilt the rows, and has come as far as nowhere.
  await inSchema('rivals', async (tables) => {
    await tables.query("UPDATE projection SET position = '' WHERE name = 'rivals'")
    await tables.query(`TRUNCATE ${TABLES.join()}`)
  })
  await story(next + 1)
  expect(await projections.waitFor('rivals', null, 10_000)).toBe(true)
  expect(await dump('rivals')).toEqual(await rebuiltDump(projection))
  // It began again from there: a writer at another place never moves it.
  const position = async () => (await stage.database.pool.query("SELECT position FROM projection WHERE name = 'rivals'")).rows[0].position
  await expect.poll(position).toBe(await stage.log.head())
})

test('after waiting, a reader finds earlier acknowledged changes; waiting is bounded', async () => {
  const projection = listCalled('awaited')
  const projections = stage.start([projection])
  await stage.happen(uuid('pack', next), prepared(next, 'mine'))
  expect(await projections.waitFor('awaited', null, 10_000)).toBe(true)
  const { rows } = await stage.database.pool.query('SELECT revision FROM awaited.pack WHERE pack = $1', [uuid('pack', next)])
  expect(rows).toEqual([{ revision: 3 }])
  expect(await projections.waitFor('awaited', '999999999', 30)).toBe(false)
})

test('rows of another version of a projection are rebuilt', async () => {
  await story(next)
  const old = stage.start([listCalled('versioned')])
  await old.waitFor('versioned', null, 10_000)
  await old.stop()
  await stage.database.pool.query("UPDATE versioned.pack SET words = 'as the old version had it'")
  const projections = stage.start([listCalled('versioned', { version: 99 })])
  expect(await projections.waitFor('versioned', null, 10_000)).toBe(true)
  expect(await dump('versioned')).toEqual(await rebuiltDump(listCalled('versioned', { version: 99 })))
})

test('rows of another version, or of another home, are not compared with those that take their place', async () => {
  await story(next)
  const { pool } = stage.database
  const old = stage.start([listCalled('elsewhere')])
  await old.waitFor('elsewhere', null, 10_000)
  await old.stop()
  const compare = () => Promise.reject(new Error('their tables are others'))
  const rebuilt = (version: number) =>
    rebuild({ pool, log: stage.log, owners: stage.owners }, { ...listCalled('elsewhere', { version }), compare })
  for (const version of [99, 1_099]) expect((await rebuilt(version)).differences).toBe(null)
  expect(await dump('elsewhere')).toEqual(await rebuiltDump(listCalled('elsewhere', { version: 1_099 })))
  await expect(rebuilt(1_099)).rejects.toThrow('their tables are others')
})

test('an older version leaves the rows of a newer one alone, also while nobody keeps them, and the newer goes on where it stood', async () => {
  const newer = () => stage.start([listCalled('outgrown', { version: 2 })])
  await story(next)
  const first = newer()
  await first.waitFor('outgrown', null, 10_000)
  await first.stop()
  const rows = await dump('outgrown')
  const older = stage.start([listCalled('outgrown', { version: 1 })])
  await until(() => stage.quiet.logged.some(({ words }) => words.includes('kept by a newer version')))
  await stage.happen(uuid('pack', next), renamed('after the older one had come'))
  const second = newer()
  expect(await second.waitFor('outgrown', null, 10_000)).toBe(true)
  expect(older.status()[0]).toMatchObject({ state: 'standby' })
  expect(await dump('outgrown')).not.toEqual(rows)
  expect(await dump('outgrown')).toEqual(await rebuiltDump(listCalled('outgrown')))
  const { rows: kept } = await stage.database.pool.query("SELECT version, rebuilds FROM projection WHERE name = 'outgrown'")
  expect(kept).toEqual([{ version: 2, rebuilds: 0 }])
  await older.stop()
})

test('an older version does not rebuild the rows of a newer one, whether that was there before or came meanwhile', async () => {
  await story(next)
  const { pool } = stage.database
  const newer = stage.start([listCalled('ahead', { version: 2 })])
  await newer.waitFor('ahead', null, 10_000)
  await newer.stop()
  await expect(rebuild({ pool, log: stage.log, owners: stage.owners }, listCalled('ahead', { version: 1 }))).rejects.toThrow(
    OwnedByNewerVersion,
  )

  const log: Pick<EventLog, 'readAll' | 'head' | 'compare'> = {
    head: stage.log.head,
    compare: stage.log.compare,
    async readAll(...from) {
      await pool.query("UPDATE projection SET version = 3 WHERE name = 'ahead'")
      return stage.log.readAll(...from)
    },
  }
  await expect(rebuild({ pool, log, owners: stage.owners }, listCalled('ahead', { version: 2 }))).rejects.toThrow(OwnedByNewerVersion)
  const { rows } = await pool.query("SELECT version, rebuilds FROM projection WHERE name = 'ahead'")
  expect(rows).toEqual([{ version: 3, rebuilds: 0 }])
})

test('a rebuild that was refused is in the way of none that is asked for at once after it', async () => {
  await story(next)
  const { pool } = stage.database
  const newer = stage.start([listCalled('at_once', { version: 2 })])
  await newer.waitFor('at_once', null, 10_000)
  await newer.stop()
  for (let attempt = 0; attempt < 30; attempt++) {
    await expect(rebuild({ pool, log: stage.log, owners: stage.owners }, listCalled('at_once', { version: 1 }))).rejects.toThrow(
      OwnedByNewerVersion,
    )
  }
})

test('rows that move to another home, or back from it, are rebuilt: neither is an older version of the other', async () => {
  await story(next)
  for (const version of [1, 1_001, 1]) {
    const projections = stage.start([listCalled('moved', { version })])
    expect(await projections.waitFor('moved', null, 10_000)).toBe(true)
    await projections.stop()
  }
  const { rows } = await stage.database.pool.query("SELECT version, rebuilds FROM projection WHERE name = 'moved'")
  expect(rows).toEqual([{ version: 1, rebuilds: 2 }])
})

test('news of rows come after the rows', async () => {
  const projections = stage.start([listCalled('told')])
  const announced: string[] = []
  projections.onRows(({ projection, streams }) => announced.push(...streams.map((stream) => `${projection} ${stream}`)))
  await stage.happen(uuid('pack', next), prepared(next, 'new'))
  await projections.waitFor('told', null, 10_000)
  expect(announced).toContain(`told pack-${uuid('pack', next)}`)
})

test('when a signatory’s key is destroyed, what it sealed leaves the rows; with the pack’s own key the row goes', async () => {
  const key = uuid('pack', next)
  await stage.happen(key, [...prepared(next, 'Contract'), ...withSigners(next, [ann])])
  await stage.happen(key, requested([ann]))
  const projection = listCalled('erased')
  const projections = stage.start([projection])
  await projections.waitFor('erased', null, 10_000)
  await stage.keys.destroy(`pack-${key}`, ann.uuid)
  // Announced by the keys themselves.
  const words = async () => (await stage.database.pool.query('SELECT words FROM erased.pack WHERE pack = $1', [key])).rows[0].words
  await expect.poll(words).toBe(' contract')
  const { rows } = await stage.database.pool.query('SELECT words, shown::text FROM erased.pack WHERE pack = $1', [key])
  expect(rows[0].words.trim()).toBe('contract')
  expect(JSON.stringify(rows)).not.toMatch(/ann/i)
  // Later events do not bring it back from memory.
  await stage.happen(key, trashed())
  await projections.waitFor('erased', null, 10_000)
  expect(JSON.stringify((await stage.database.pool.query('SELECT * FROM erased.pack WHERE pack = $1', [key])).rows)).not.toMatch(/ann/i)
  await stage.keys.destroyAll(`pack-${key}`)
  await projections.forget(`pack-${key}`)
  expect((await stage.database.pool.query('SELECT 1 FROM erased.pack WHERE pack = $1', [key])).rows).toEqual([])
  expect(await dump('erased')).toEqual(await rebuiltDump(projection))
})

test('what is forgotten leaves every read model; all of them let go of what they hold of a stream at once, and where it is not known whose keys went, of everything', async () => {
  const key = uuid('pack', next)
  await stage.happen(key, [...prepared(next, 'Contract'), ...withSigners(next, [ann])])
  const letGo: (string | null)[] = []
  const noting = (name: string): Projection => {
    const projection = listCalled(name)
    return { ...projection, open: () => ({ ...projection.open(), letGo: (stream) => void letGo.push(stream) }) }
  }
  const names = ['one', 'other']
  let tell: (stream: string | null) => void = () => undefined
  const keys = {
    onDestroyed(listener: typeof tell) {
      tell = listener
      return () => undefined
    },
  }
  const projections: Projections = startProjections(
    { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys, world: stage.world },
    names.map(noting),
  )
  onTestFinished(() => projections.stop())
  for (const name of names) expect(await projections.waitFor(name, null, 10_000)).toBe(true)
  tell(null)
  expect(letGo).toEqual([null, null])
  tell('pack-of-nobody')
  expect(letGo).toEqual([null, null, 'pack-of-nobody', 'pack-of-nobody'])
  await stage.keys.destroyAll(`pack-${key}`)
  await projections.forget(`pack-${key}`)
  for (const name of names) expect((await stage.database.pool.query(`SELECT 1 FROM ${name}.pack WHERE pack = $1`, [key])).rows).toEqual([])
})

test('what is being written while it is forgotten by another process does not outlive that', async () => {
  const key = uuid('pack', next)
  await stage.happen(key, prepared(next, 'Contract'))
  const projection = listCalled('overlapped')
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = projecting(projection, async (project, events, tables) => {
    await project(events, tables)
    if (!events.some(({ event }) => event.stream === `pack-${key}`)) return
    written.resolve()
    await go.promise
  })
  const store = postgresProjectionStore(stage.database.pool)
  // It hears of no key.
  const deaf = { onDestroyed: () => () => undefined }
  const projections = startProjections({ store, log: stage.log, keys: deaf, world: stage.world }, [slow])
  onTestFinished(() => projections.stop())
  await written.promise
  await stage.keys.destroyAll(`pack-${key}`)
  const forgotten = forgetRows(store, projection, `pack-${key}`)
  // It is done by then if it waited for nobody.
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await Promise.race([
    forgotten,
    eventually(
      () => stage.database.pool.query(waiting),
      ({ rows }) => rows.length > 0,
    ),
  ])
  go.resolve()
  await forgotten
  expect(await projections.waitFor('overlapped', null, 10_000)).toBe(true)
  expect((await stage.database.pool.query('SELECT 1 FROM overlapped.pack WHERE pack = $1', [key])).rows).toEqual([])
})

test('who asks that a stream be forgotten while it is being read has it read once more', async () => {
  const read = Promise.withResolvers<void>()
  let runs = 0
  const forget = oneByOne(async () => {
    runs += 1
    await read.promise
  })
  const first = forget('pack-a')
  expect(forget('pack-a')).toBe(first)
  await until(() => runs === 1)
  const again = forget('pack-a')
  read.resolve()
  await Promise.all([first, again])
  expect(runs).toBe(2)
})

test('where the keys of more packs than there are connections are destroyed at once, all of them leave the rows, and none waits for another', async () => {
  const keys = Array.from({ length: 30 }, (_, n) => uuid('pack', next + n))
  for (const [n, key] of keys.entries()) await stage.happen(key, prepared(next + n, 'Gone'))
  const projections = stage.start([listCalled('many')])
  await projections.waitFor('many', null, 10_000)
  const streams = keys.map((key) => `pack-${key}`)
  await Promise.all(streams.map((stream) => stage.keys.destroyAll(stream)))
  await Promise.all(streams.map((stream) => projections.forget(stream)))
  expect((await stage.database.pool.query('SELECT 1 FROM many.pack WHERE pack = ANY ($1)', [keys])).rows).toEqual([])
})

test('a pack that completes is tallied once, in one status', async () => {
  const key = uuid('pack', next)
  const projections = stage.start([listCalled('tallied')])
  await stage.happen(key, [...prepared(next, 'Tallied', { workspace: uuid('workspace', next) }), ...withSigners(next, [ann])])
  await stage.happen(key, requested([ann]))
  await stage.happen(key, [...signed(next, ann, 0), ...completed()])
  await projections.waitFor('tallied', null, 10_000)
  const { rows } = await stage.database.pool.query('SELECT status, packs FROM tallied.tally WHERE workspace = $1', [
    uuid('workspace', next),
  ])
  expect(rows).toEqual([{ status: 'complete', packs: 1 }])
})
