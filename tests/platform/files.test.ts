import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import { type Blobs, memoryBlobs, NoSpace } from '#platform/blobs'
import { FileKeyTaken, type Files, fileMigrations, packsSharing, postgresFiles } from '#platform/files'
import { migrate } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'

let database: TestDatabase
let blobs: Blobs
let files: Files
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, fileMigrations)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('TRUNCATE file, blob, file_removed_pack, file_abandoned, file_coming')
  blobs = memoryBlobs()
  files = postgresFiles(database.pool, blobs)
})

const bytes = Buffer.from('%PDF-1.7 a contract')
async function* once(content: Uint8Array) {
  yield content
}
async function stored(key: string, pack: string, content: Uint8Array = bytes) {
  await files.reserve({ key, pack, mediaType: 'application/pdf' })
  return files.store(key, once(content))
}

test('a file is announced, received and read under its key', async () => {
  await files.reserve({ key: 'k1', pack: 'p1', mediaType: 'application/pdf' })
  expect(await files.open('k1')).toBeNull()
  expect(await files.store('k1', once(bytes))).toEqual({ digest: digestOf(bytes), size: bytes.length })
  const content = await files.open('k1', { start: 0, end: 3 })
  expect(content?.file).toEqual({
    key: 'k1',
    pack: 'p1',
    mediaType: 'application/pdf',
    digest: digestOf(bytes),
    size: bytes.length,
    refused: null,
  })
  expect((await buffer(content!.stream)).toString()).toBe('%PDF')
})

test('a digest is not an address, and an unknown key opens as nothing', async () => {
  const { digest } = await stored('k1', 'p1')
  expect(await files.open(digest)).toBeNull()
  expect(await files.find('unknown')).toBeNull()
  await expect(files.store('unknown', once(bytes))).rejects.toThrow(FileKeyTaken)
})

test('a key is owned by one pack and never changes its bytes; the same again changes nothing', async () => {
  await stored('k1', 'p1')
  await stored('k1', 'p1')
  await expect(files.reserve({ key: 'k1', pack: 'p2', mediaType: 'application/pdf' })).rejects.toThrow(FileKeyTaken)
  await expect(files.store('k1', once(Buffer.from('other')))).rejects.toThrow(FileKeyTaken)
  await files.remove('k1')
  expect(await blobs.has(digestOf(bytes))).toBe(false)
})

test('deleting one pack never breaks a copy: bytes go with the last key', async () => {
  await stored('k1', 'p1')
  await stored('k2', 'p2')
  await files.share({ key: 'k3', pack: 'p3' }, 'k1')
  await files.share({ key: 'k3', pack: 'p3' }, 'k1')
  expect(await files.removeOfPack('p1')).toBe(1)
  expect(await files.find('k1')).toBeNull()
  expect(await files.open('k2')).not.toBeNull()
  await files.remove('k2')
  await files.remove('k2')
  expect(await files.open('k3')).not.toBeNull()
  await files.remove('k3')
  expect(await blobs.has(digestOf(bytes))).toBe(false)
})

test('other holders of a pack’s bytes are listed: packs, of files of their own or shared ones, and nobody else', async () => {
  const [own, copy, twin, stranger] = [1, 2, 3, 4].map((of) => `00000000-0000-7000-8000-00000000000${of}`) as [
    string,
    string,
    string,
    string,
  ]
  await stored('k1', own)
  await files.share({ key: 'k2', pack: copy }, 'k1')
  await stored('k3', twin)
  await stored('k4', 'user-of-no-pack')
  await stored('k5', stranger, Buffer.from('other'))
  await files.reserve({ key: 'k6', pack: stranger, mediaType: 'application/pdf' })
  await files.reserve({ key: 'k7', pack: own, mediaType: 'application/pdf' })
  const sharing = await packsSharing(database.pool, own)
  expect(new Set(sharing.map(({ digest }) => digest))).toEqual(new Set([digestOf(bytes)]))
  expect(sharing.map((sharer) => sharer.pack).sort()).toEqual([copy, twin])
  expect(await packsSharing(database.pool, stranger)).toEqual([])
})

test('[D-294] nothing can be kept for a pack that was removed', async () => {
  await stored('k1', 'p1')
  await stored('k2', 'p2')
  await files.removeOfPack('p1')
  await expect(files.reserve({ key: 'late', pack: 'p1', mediaType: 'application/pdf' })).rejects.toThrow(FileKeyTaken)
  await expect(files.share({ key: 'late', pack: 'p1' }, 'k2')).rejects.toThrow(FileKeyTaken)
  expect(await files.find('late')).toBeNull()
})

test('nothing is kept any more under a key that was given up, however late it comes', async () => {
  await stored('given-up', 'p1')
  await files.reserve({ key: 'under-way', pack: 'p1', mediaType: 'application/pdf' })
  for (const key of ['given-up', 'under-way', 'to-come']) for (const _ of [1, 2]) await files.abandon({ key, pack: 'p1' })
  for (const key of ['given-up', 'under-way', 'to-come']) await expect(stored(key, 'p1')).rejects.toThrow(FileKeyTaken)
  await expect(files.store('under-way', once(bytes))).rejects.toThrow(FileKeyTaken)
  expect(await blobs.has(digestOf(bytes))).toBe(false)
  // One of both is first, and in neither order is anything left.
  for (let round = 0; round < 40; round++) {
    await Promise.allSettled([files.abandon({ key: `race${round}`, pack: 'p1' }), stored(`race${round}`, 'p1')])
    expect(await files.find(`race${round}`)).toBeNull()
  }
  await files.removeOfPack('p1')
  // The writer learns only then that it made the file for nothing.
  await files.abandon({ key: 'too late', pack: 'p1' })
  expect((await database.pool.query('SELECT FROM file_abandoned')).rows).toEqual([])
})

test('an owner who arrives while the last one leaves keeps the bytes', async () => {
  for (let round = 0; round < 40; round++) {
    await stored(`old${round}`, 'p1')
    await Promise.all([files.remove(`old${round}`), stored(`new${round}`, 'p2')])
    const content = await files.open(`new${round}`)
    expect(content).not.toBeNull()
    await files.remove(`new${round}`)
  }
  for await (const digest of blobs.list()) expect.fail(`${digest} was left`)
})

test('asking for a refused file gives the reason, and nothing else is kept under its key', async () => {
  await stored('k1', 'p1')
  await stored('k2', 'p1')
  await Promise.all([files.refuse('k1', 'It is a program.'), files.refuse('k1', 'It is a program.')])
  expect(await files.find('k1')).toMatchObject({ pack: 'p1', digest: null, size: null, refused: 'It is a program.' })
  expect(await files.open('k1')).toBeNull()
  await expect(files.store('k1', once(bytes))).rejects.toThrow(FileKeyTaken)
  expect(await files.open('k2')).not.toBeNull()
  await files.refuse('k2', 'It is a program.')
  for await (const digest of blobs.list()) expect.fail(`${digest} was left`)
  await files.refuse('never announced', 'It is a program.')
  expect(await files.find('never announced')).toBeNull()
  await files.removeOfPack('p1')
  expect(await files.find('k1')).toBeNull()
})

test('a file that a rival is just taking away is found as it will be, where that is asked for', async () => {
  await stored('k1', 'p1')
  const [taking, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Blobs = {
    ...blobs,
    async remove(digest) {
      await blobs.remove(digest)
      taking.resolve()
      await go.promise
    },
  }
  const refusing = postgresFiles(database.pool, slow).refuse('k1', 'It is a program.')
  await taking.promise
  expect(await files.find('k1')).toMatchObject({ refused: null })
  const found = files.find('k1', 'settled')
  go.resolve()
  expect(await found).toMatchObject({ refused: 'It is a program.' })
  await refusing
})

test('a full disk refuses the file and keeps no row that says otherwise', async () => {
  const full: Blobs = {
    ...blobs,
    stage: async (content) => ({ ...(await blobs.stage(content)), commit: async () => Promise.reject(new NoSpace()) }),
  }
  await files.reserve({ key: 'k1', pack: 'p1', mediaType: 'application/pdf' })
  await expect(postgresFiles(database.pool, full).store('k1', once(bytes))).rejects.toThrow(NoSpace)
  expect(await files.find('k1')).toMatchObject({ digest: null })
  expect((await database.pool.query('SELECT * FROM blob')).rows).toEqual([])
  await files.store('k1', once(bytes))
  expect(await files.open('k1')).not.toBeNull()
})

/** Ends between the bytes and the row that owns them, as by kill -9: nothing is tidied up. */
async function killedWhileStoring(content: Uint8Array): Promise<string> {
  const staged = await blobs.stage(once(content))
  const killed: Blobs = {
    ...blobs,
    stage: async () => ({
      ...staged,
      async commit() {
        await staged.commit()
        throw new Error('killed')
      },
      discard: async () => undefined,
    }),
  }
  await files.reserve({ key: 'killed', pack: 'p1', mediaType: 'application/pdf' })
  await expect(postgresFiles(database.pool, killed).store('killed', once(content))).rejects.toThrow('killed')
  return staged.digest
}

test('bytes that a crash left without a key are swept at the start, others stay', async () => {
  await stored('k1', 'p1')
  const left = await killedWhileStoring(Buffer.from('nobody’s'))
  // Of another database, as where an older copy of this one meets newer files.
  const { digest: another } = await blobs.put(once(Buffer.from('somebody else’s')))
  expect(await blobs.has(left)).toBe(true)
  expect([await files.sweep(), await files.sweep()]).toEqual([1, 0])
  expect([await blobs.has(left), await blobs.has(another)]).toEqual([false, true])
  expect(await files.open('k1')).not.toBeNull()
  expect((await database.pool.query('SELECT FROM file_coming')).rowCount).toBe(0)
})

test('bytes that a crash left are kept where somebody else has stored the same since', async () => {
  const left = await killedWhileStoring(bytes)
  await stored('k1', 'p1')
  expect(await files.sweep()).toBe(0)
  expect(await blobs.has(left)).toBe(true)
})

test('what another process may be storing just now is left to it', async () => {
  const coming = await killedWhileStoring(bytes)
  expect(await postgresFiles(database.pool, blobs, { abandonedAfterMs: 60_000 }).sweep()).toBe(0)
  expect(await blobs.has(coming)).toBe(true)
  await database.pool.query("UPDATE file_coming SET since = since - interval '2 minutes'")
  expect(await postgresFiles(database.pool, blobs, { abandonedAfterMs: 60_000 }).sweep()).toBe(1)
})

test('a start looks only at unfinished files, however many files there are', async () => {
  await stored('k1', 'p1')
  const asked: string[] = []
  const watched = new Proxy(blobs, {
    get(target, name) {
      asked.push(String(name))
      return target[name as keyof Blobs]
    },
  })
  await postgresFiles(database.pool, watched).sweep()
  expect(asked).toEqual(['sweep'])
})
