import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryBlobs, TooLarge } from '#platform/blobs'
import { EXPIRED_WORDS, FileKeyTaken, fileMigrations, type PostgresFiles, postgresFiles, type Upload } from '#platform/files'
import { migrate } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'

let database: TestDatabase
let files: PostgresFiles
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, fileMigrations)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('TRUNCATE file, blob, file_removed_pack, file_abandoned, file_coming, storage, storage_of_workspace')
  files = postgresFiles(database.pool, memoryBlobs(), { quotas: { linkBytes: 100, documentBytes: 250, workspaceBytes: 400 } })
})

const ANY = 'application/octet-stream'
const upload = (by: string, more: Partial<Upload> = {}): Upload => ({ by, workspace: 'w1', mostBytes: 60, ...more })
let drawn = 0
/** Bytes that no other call gives. */
const bytesOf = (size: number) => Buffer.alloc(size, String(drawn++).padStart(12, '-'))
async function* once(content: Uint8Array) {
  yield content
}
const announced = (key: string, pack: string, of: Upload, bytes = 0) => files.reserve({ key, pack, mediaType: ANY, upload: of }, bytes)
const received = (key: string, size: number) => files.receive(key, once(bytesOf(size)), size)
async function uploaded(key: string, pack: string, size: number, of = upload('user:u1')): Promise<void> {
  await announced(key, pack, of)
  await received(key, size)
}
const full = (quota: string) => expect.objectContaining({ name: 'QuotaReached', quota })
/** The content of the tables, besides the rows' own counts. */
async function counted() {
  const { rows } = await database.pool.query<{ name: string; bytes: string; right: boolean }>(
    `SELECT pack AS name, bytes, bytes = (SELECT coalesce(sum(counted), 0) FROM file WHERE file.pack = storage.pack) AS right FROM storage
     UNION ALL
     SELECT workspace, bytes, bytes = (SELECT coalesce(sum(s.bytes), 0) FROM storage s WHERE s.workspace = w.workspace) FROM storage_of_workspace w`,
  )
  expect(rows.filter(({ right }) => !right)).toEqual([])
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

test('what is uploaded with one link, into one document and into one workspace is counted, and refused beyond each quota', async () => {
  await uploaded('a', 'p1', 60, upload('link:l1'))
  await announced('b', 'p1', upload('link:l1'))
  await expect(received('b', 41)).rejects.toEqual(full('link'))
  await received('b', 40)
  await expect(announced('c', 'p1', upload('link:l1'))).rejects.toEqual(full('link'))
  // Another link to the same document has room of its own, as far as the document has any.
  await uploaded('d', 'p1', 60, upload('link:l2'))
  for (const [key, size] of [
    ['e', 60],
    ['f', 30],
  ] as const)
    await uploaded(key, 'p1', size)
  await expect(announced('g', 'p1', upload('user:u1'))).rejects.toEqual(full('document'))
  expect(await counted()).toEqual({ p1: 250, w1: 250 })
  for (const key of ['h', 'i']) await uploaded(key, 'p2', 60)
  await expect(announced('j', 'p2', upload('user:u1'), 31)).rejects.toEqual(full('workspace'))
  await uploaded('k', 'p3', 60, upload('user:u1', { workspace: 'w2' }))
  expect(await counted()).toEqual({ p1: 250, p2: 120, p3: 60, w1: 370, w2: 60 })
})

test('pictures that an account holder keeps are in no workspace, and have the room of one link', async () => {
  const own = upload('user:u1', { workspace: null })
  await uploaded('a', 'user-u1', 60, own)
  await announced('b', 'user-u1', own)
  await expect(received('b', 41)).rejects.toEqual(full('own'))
  await received('b', 40)
  expect(await counted()).toEqual({ 'user-u1': 100 })
})

test('nothing is read of an upload that has no room, and no more than was announced', async () => {
  let read = 0
  async function* watched(size: number) {
    read++
    yield bytesOf(size)
  }
  await announced('a', 'p1', upload('link:l1'))
  await expect(files.receive('a', watched(61), 61)).rejects.toThrow(TooLarge)
  await uploaded('b', 'p1', 60, upload('link:l1'))
  await expect(files.receive('a', watched(41), 41)).rejects.toEqual(full('link'))
  expect(read).toBe(0)
  // Nobody said how many come: as many as there is room for.
  await expect(files.receive('a', watched(41), null)).rejects.toThrow(TooLarge)
  await files.receive('a', watched(30), null)
  expect(await counted()).toEqual({ p1: 90, w1: 90 })
})

test('of many uploads at once only so many are taken as there is room for, across links, documents and processes', async () => {
  const elsewhere = postgresFiles(database.pool, memoryBlobs(), { quotas: { linkBytes: 100, documentBytes: 250, workspaceBytes: 400 } })
  const keys = Array.from({ length: 60 }, (_, at) => `k${at}`)
  const ofKey = (at: number) => ({ pack: `p${at % 3}`, of: upload(`link:${at % 9}`) })
  await Promise.all(keys.map((key, at) => announced(key, ofKey(at).pack, ofKey(at).of)))
  const outcomes = await Promise.allSettled(keys.map((key, at) => (at % 2 ? files : elsewhere).receive(key, once(bytesOf(20)), 20)))
  const taken = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(taken).toHaveLength(20)
  const { w1 } = await counted()
  expect(w1).toBe(400)
})

test('deleting frees: a file, all of a document, one that is refused, and an upload that broke off', async () => {
  for (const key of ['a', 'b']) await uploaded(key, 'p1', 50, upload('link:l1'))
  await expect(announced('c', 'p1', upload('link:l1'))).rejects.toEqual(full('link'))
  await files.remove('a')
  expect(await counted()).toEqual({ p1: 50, w1: 50 })
  await announced('c', 'p1', upload('link:l1'))
  async function* broken() {
    yield bytesOf(10)
    throw new Error('the connection broke')
  }
  await expect(files.receive('c', broken(), 50)).rejects.toThrow('the connection broke')
  expect(await counted()).toEqual({ p1: 50, w1: 50 })
  await received('c', 50)
  await files.refuse('c', 'It is a program.')
  expect(await counted()).toEqual({ p1: 50, w1: 50 })
  await files.share({ key: 'd', pack: 'p2', workspace: 'w1' }, 'b')
  expect(await counted()).toEqual({ p1: 50, p2: 50, w1: 100 })
  await files.removeOfPack('p1')
  await files.removeOfPack('p2')
  expect(await counted()).toEqual({ w1: 0 })
})

test('what the program makes counts, and is kept whatever is full', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await uploaded(key, 'p1', 60)
  await files.reserve({ key: 'sealed', pack: 'p1', mediaType: 'application/pdf' })
  await files.store('sealed', once(bytesOf(500)))
  expect(await counted()).toEqual({ p1: 740, w1: 740 })
  await expect(announced('e', 'p1', upload('user:u1'))).rejects.toEqual(full('document'))
})

test('of two that send under one address at once one is kept, and its room is counted once', async () => {
  await announced('a', 'p1', upload('link:l1'))
  const [begun, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* slow() {
    begun.resolve()
    yield bytesOf(20)
    await late.promise
    yield bytesOf(20)
  }
  const first = files.receive('a', slow(), 40)
  await begun.promise
  const second = await files.receive('a', once(bytesOf(30)), 30)
  late.resolve()
  await expect(first).rejects.toThrow(FileKeyTaken)
  expect(await files.find('a')).toMatchObject({ digest: second.digest, size: 30 })
  expect(await counted()).toEqual({ p1: 30, w1: 30 })
})

test('a document that comes into another workspace takes its bytes along', async () => {
  for (const key of ['a', 'b', 'c']) await uploaded(key, 'p1', 60)
  await uploaded('d', 'p1', 20, upload('user:u1', { workspace: 'w2' }))
  expect(await counted()).toEqual({ p1: 200, w1: 0, w2: 200 })
})

const DUE = { unusedMs: 86_400_000, expiredMs: 600_000 }
const aged = (column: 'reserved' | 'expired' | 'claimed', hours: number) =>
  database.pool.query(`UPDATE file SET ${column} = ${column} - $1 * interval '1 hour'`, [hours])

test('an upload that nothing uses is refused after a day, and goes only once any earlier use of it must be over', async () => {
  const { unused } = files
  await announced('never came', 'p1', upload('link:l1'))
  await uploaded('came', 'p1', 20, upload('link:l1'))
  await uploaded('in use', 'p2', 20)
  await files.reserve({ key: 'made', pack: 'p1', mediaType: 'application/pdf' })
  expect(await unused.next('', DUE)).toBeNull()
  await aged('reserved', 25)
  expect(await unused.next('', DUE)).toEqual([
    { key: 'came', pack: 'p1', expired: false },
    { key: 'never came', pack: 'p1', expired: false },
  ])
  expect(await unused.next('p1', DUE)).toEqual([{ key: 'in use', pack: 'p2', expired: false }])
  expect(await unused.next('p2', DUE)).toBeNull()
  for (const _ of [1, 2]) await unused.expire(['came', 'never came', 'in use'])
  expect(await files.find('came')).toMatchObject({ refused: EXPIRED_WORDS, size: 20 })
  await expect(received('never came', 5)).rejects.toThrow(FileKeyTaken)
  expect(await unused.next('', DUE)).toBeNull()
  await aged('expired', 1)
  for (const _ of [1, 2]) await unused.attach(['in use'])
  for (const key of ['came', 'never came', 'in use', 'made']) for (const _ of [1, 2]) await unused.remove(key)
  expect(await files.find('came')).toBeNull()
  expect(await files.find('never came')).toBeNull()
  expect(await files.find('in use')).toMatchObject({ refused: null, size: 20 })
  expect(await files.find('made')).not.toBeNull()
  expect(await unused.next('', DUE)).toBeNull()
  expect(await counted()).toEqual({ p1: 0, p2: 20, w1: 20 })
})

test('room that was taken by a process which ended is given back, and what it still sends is not kept', async () => {
  const { unused } = files
  await announced('a', 'p1', upload('link:l1'))
  const late = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  async function* slow() {
    begun.resolve()
    await late.promise
    yield bytesOf(50)
  }
  const sending = files.receive('a', slow(), 50)
  await begun.promise
  expect(await unused.releaseRoom(3_600_000)).toBe(0)
  await aged('claimed', 2)
  expect(await unused.releaseRoom(3_600_000)).toBe(1)
  expect(await counted()).toEqual({ p1: 0, w1: 0 })
  late.resolve()
  await expect(sending).rejects.toThrow(FileKeyTaken)
  await received('a', 40)
  expect(await counted()).toEqual({ p1: 40, w1: 40 })
})

test('a client that asks for addresses without end and uses none is refused', async () => {
  await database.pool.query(
    `INSERT INTO file (key, pack, media_type, uploaded_by, most_bytes)
     SELECT 'n' || n, 'p1', $1, 'link:l1', 60 FROM generate_series(1, 999) n`,
    [ANY],
  )
  await expect(announced('one too many', 'p1', upload('link:l1'))).rejects.toEqual(full('unused'))
  await announced('another', 'p1', upload('link:l2'))
  expect(await files.find('one too many')).toBeNull()
})
