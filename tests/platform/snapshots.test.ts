import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Documents, documentMigrations, postgresDocumentStore } from '#platform/documents'
import { migrate } from '#platform/postgres'
import { type SealedSnapshot, SNAPSHOTS, type Snapshot, sealedSnapshots } from '#platform/snapshots'
import { postgresSubjectKeys, type SubjectKeys, subjectKeysSchema } from '#platform/subject-keys'
import { liveWorld } from '#tests/live-world'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freshStream } from '#tests/stored-events'

const world = { ...liveWorld(), log: { info: () => undefined, warn: () => undefined, error: () => undefined } }
const SNAPSHOT: Snapshot = { revision: 700, hash: 'the-hash', body: { state: { name: 'Unmistakable', fields: ['ä', null] }, keys: [] } }

let database: TestDatabase
let keys: SubjectKeys
let documents: Documents<SealedSnapshot>
let stream: string
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [...subjectKeysSchema, ...documentMigrations])
  documents = await postgresDocumentStore(database.pool).open(SNAPSHOTS)
  keys = postgresSubjectKeys({ pool: database.pool, masterKey: randomBytes(32), ...world })
})
afterAll(async () => {
  await keys.close()
  await database.drop()
})
beforeEach(async () => {
  stream = freshStream()
  for (const subject of ['pack', 'ann', 'bo']) await keys.keyFor(stream, subject)
})
const by = (over: Partial<Parameters<typeof sealedSnapshots>[0]> = {}) =>
  sealedSnapshots({ documents, keys, version: 'v1', world, ...over })

test('a snapshot is found by every process of the same version, the newest of it, and nothing of it stands in clear', async () => {
  await by().keep(stream, SNAPSHOT)
  await by().keep(stream, { ...SNAPSHOT, revision: 600, body: { late: true } })
  expect(await by().find(stream)).toEqual(SNAPSHOT)
  expect(JSON.stringify(await documents.get(stream))).not.toContain('Unmistakable')
  expect(await by().find(freshStream())).toBeNull()
})

test('once any of the keys is destroyed no copy of it opens, and none is kept again', async () => {
  await by().keep(stream, SNAPSHOT)
  const copy = (await documents.get(stream))!
  await keys.destroy(stream, 'bo')
  expect(await by().find(stream)).toBeNull()
  await documents.put([copy])
  expect(await by().find(stream)).toBeNull()
  await by().keep(stream, { ...SNAPSHOT, revision: 900 })
  expect(await documents.get(stream)).toBeNull()
  // Also not for who still has the other keys: without his nothing opens.
  const others = copy.body.subjects.filter((subject) => subject !== 'bo')
  await documents.put([{ ...copy, body: { ...copy.body, subjects: others } }])
  expect(await by().find(stream)).toBeNull()
})

test('one that is put while a deletion passes it leaves nothing behind', async () => {
  const late: typeof documents = {
    ...documents,
    async put(rows) {
      await keys.destroyAll(stream)
      await by().forget(stream)
      return documents.put(rows)
    },
  }
  await by({ documents: late }).keep(stream, SNAPSHOT)
  expect(await documents.get(stream)).toBeNull()
})

test('one that was changed, stands at another stream or revision, or is of another version is none, and makes room', async () => {
  const wrong: readonly ((right: { readonly id: string; readonly seen: number; readonly body: SealedSnapshot }) => object)[] = [
    ({ body }) => ({ body: { ...body, hash: 'another' } }),
    ({ body }) => ({ body: { ...body, box: `${body.box.slice(0, -4)}AAAA` } }),
    ({ seen }) => ({ seen: seen + 1 }),
    ({ body }) => ({ body: { ...body, version: 'v0' } }),
  ]
  for (const change of wrong) {
    await by().keep(stream, SNAPSHOT)
    const right = (await documents.get(stream))!
    await by().forget(stream)
    await documents.put([{ ...right, ...change(right) }])
    expect(await by().find(stream)).toBeNull()
    expect(await documents.get(stream)).toBeNull()
  }
  const other = freshStream()
  for (const subject of ['pack', 'ann', 'bo']) await keys.keyFor(other, subject)
  await by().keep(stream, SNAPSHOT)
  const { seen, body } = (await documents.get(stream))!
  await documents.put([{ id: other, seen, body }])
  expect(await by().find(other)).toBeNull()
})

test('a store that is away is no error, and is not asked again for a while', async () => {
  let asked = 0
  let now = 1_000_000
  const away = {
    ...documents,
    get: async () => {
      asked++
      throw new Error('away')
    },
  }
  const snapshots = by({ documents: away, world: { ...world, clock: { now: () => now } } })
  expect([await snapshots.find(stream), await snapshots.find(stream), asked]).toEqual([null, null, 1])
  now += 10_001
  expect([await snapshots.find(stream), asked]).toEqual([null, 2])
})

test('a store that does not answer keeps nobody waiting for long', async () => {
  const late: (() => void)[] = []
  const timers = {
    after(_: number, task: () => void) {
      late.push(task)
      return () => undefined
    },
  }
  const snapshots = by({ documents: { ...documents, get: () => new Promise(() => undefined) }, world: { ...world, timers } })
  const finding = snapshots.find(stream)
  for (const task of late) task()
  expect(await finding).toBeNull()
})
