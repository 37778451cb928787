import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import { gridFsBlobs, TooLarge } from '#platform/blobs'
import { mongoDocumentStore } from '#platform/documents'
import { isMongoAway, type Mongo, openMongo } from '#platform/mongodb'
import { lineTo } from '#tests/line'
import { mongoServer } from '#tests/mongodb'
import { sealedPackOf } from '#tests/sealed-file'
import { testServer } from '#tests/server'
import { testWorld } from '#tests/world'
import { all, blobsConformance, inPieces } from './blobs.ts'
import { documentsConformance } from './documents.ts'

// Where FerretDB has yet to be made, only LONG_TESTS takes the minutes.
const server = await mongoServer()
if ('none' in server) test.skip(`MongoDB, documents and files: ${server.none}`, () => undefined)
else {
  const { ids, clock } = testWorld()
  const open: Mongo[] = []
  let made = 0
  const databaseAt = (url: string) => {
    const mongo = openMongo(url, { warn: () => undefined })
    open.push(mongo)
    return mongo.db
  }
  const fresh = () => server.url.replace(/\/([^/?]+)(\?|$)/, `/$1_${++made}$2`)
  const blobsAt = (url: string) => gridFsBlobs({ db: databaseAt(url), ids, clock, abandonedAfterMs: 0 })
  afterAll(async () => {
    for (const mongo of open) {
      await mongo.db.dropDatabase().catch(() => undefined)
      await mongo.close()
    }
    await server.close()
  })

  blobsConformance(`GridFS on ${server.name}`, async () => blobsAt(fresh()))

  documentsConformance(
    server.name,
    async () => {
      const url = fresh()
      return { store: mongoDocumentStore(databaseAt(url)), another: () => mongoDocumentStore(databaseAt(url)) }
    },
    { rivals: server.name === 'MongoDB' },
  )

  /** The same database, where something else happens before one call to one collection. */
  const before = (
    db: Mongo['db'],
    [collection, call]: readonly [string, 'deleteMany' | 'deleteOne' | 'updateOne' | 'createIndex'],
    happens: () => Promise<unknown>,
  ) =>
    new Proxy(db, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          const made = member.apply(target, given)
          if (property !== 'collection' || given[0] !== collection) return made
          const real = made[call]
          return Object.assign(made, { [call]: async (...of: unknown[]) => happens().then(() => real.apply(made, of)) })
        }
      },
    })
  const away = () => Promise.reject(new Error('away'))

  const large = new Uint8Array(1_200_000).map((_, at) => at * 7 + (at >> 9))

  test(`GridFS on ${server.name}: a range that crosses chunks gives exactly its bytes`, async () => {
    const blobs = blobsAt(fresh())
    const { digest } = await blobs.put(inPieces(large, 50_000))
    for (const [start, end] of [
      [261_119, 261_121],
      [100_000, 900_000],
      [1_199_999, 1_199_999],
    ] as const) {
      const content = (await blobs.open(digest, { start, end }))!
      expect(content).toMatchObject({ size: large.length, start, end })
      expect(Buffer.concat(await all(content.stream)).equals(large.subarray(start, end + 1))).toBe(true)
    }
  })

  test(`GridFS on ${server.name}: what a killed upload left is invisible, and swept once it is old`, async () => {
    const url = fresh()
    const db = databaseAt(url)
    // As it stands when the process is gone between two chunks, and between the last one and the name.
    await db.collection<{ _id: string; begun: number }>('blobs.underway').insertOne({ _id: 'half', begun: clock.now() })
    await db.collection('blobs.chunks').insertOne({ files_id: 'half', n: 0, data: Buffer.from('half') })
    const whole = await blobsAt(url).stage(inPieces(large, 50_000))
    const young = gridFsBlobs({ db, ids, clock })
    expect(await young.sweep()).toBe(0)
    const restarted = blobsAt(url)
    expect(await all(restarted.list())).toEqual([])
    expect(await restarted.sweep()).toBe(2)
    expect(await db.collection('blobs.chunks').countDocuments()).toBe(0)
    await expect(whole.commit()).rejects.toThrow('removed')
  })

  test(`GridFS on ${server.name}: an upload that a process with a wrong clock swept on its way never becomes visible by halves`, async () => {
    const url = fresh()
    const db = databaseAt(url)
    const blobs = gridFsBlobs({ db, ids, clock })
    const ahead = gridFsBlobs({ db: databaseAt(url), ids, clock: { now: () => clock.now() + 30 * 24 * 3_600_000 } })
    async function* sweptAfter(bytes: number) {
      let sent = 0
      for await (const piece of inPieces(large, 50_000)) {
        const before = sent
        sent += piece.length
        if (before < bytes && sent >= bytes) await ahead.sweep()
        yield piece
      }
    }
    for (const bytes of [50_000, 600_000, large.length]) await expect(blobs.put(sweptAfter(bytes))).rejects.toThrow('removed')
    expect(await all(blobs.list())).toEqual([])
    const left = ['blobs.files', 'blobs.chunks', 'blobs.underway'].map((name) => db.collection(name).countDocuments())
    expect(await Promise.all(left)).toEqual([0, 0, 0])
  })

  test(`GridFS on ${server.name}: of a sweep and a commit in the same moment one is first, and the file is whole or not there`, async () => {
    const url = fresh()
    const db = databaseAt(url)
    const ahead = (of: Mongo['db']) => gridFsBlobs({ db: of, ids, clock: { now: () => clock.now() + 30 * 24 * 3_600_000 } })
    const stagedIn = (of: Mongo['db'], from: number) => gridFsBlobs({ db: of, ids, clock }).stage(inPieces(large.subarray(from), 50_000))

    // All of the sweep between two steps of the commit.
    const gone = await stagedIn(
      before(db, ['blobs.files', 'updateOne'], () => ahead(db).sweep()),
      1,
    )
    await expect(gone.commit()).rejects.toThrow('removed')
    // All of the commit between two steps of the sweep.
    const early = await stagedIn(db, 2)
    expect(await ahead(before(db, ['blobs.underway', 'updateOne'], early.commit)).sweep()).toBe(0)
    // Each begins before the other ends, and the commit ends first.
    const [begun, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = before(db, ['blobs.files', 'deleteOne'], () => {
      begun.resolve()
      return committed.promise
    })
    const sweeps: Promise<number>[] = []
    const between = async () => {
      sweeps.push(ahead(held).sweep())
      await begun.promise
    }
    const amid = await stagedIn(before(db, ['blobs.files', 'updateOne'], between), 3)
    await amid.commit()
    committed.resolve()
    expect(await Promise.all(sweeps)).toEqual([0])

    const blobs = blobsAt(url)
    expect(new Set(await all(blobs.list()))).toEqual(new Set([early.digest, amid.digest]))
    for (const [{ digest }, from] of [[early, 2] as const, [amid, 3] as const])
      expect(Buffer.concat(await all((await blobs.open(digest))!.stream)).equals(large.subarray(from))).toBe(true)
  })

  test(`GridFS on ${server.name}: an upload that turns out too large leaves no chunk and no note`, async () => {
    const url = fresh()
    const db = databaseAt(url)
    await expect(blobsAt(url).put(inPieces(large, 50_000), 1_000_000)).rejects.toThrow(TooLarge)
    const left = ['blobs.files', 'blobs.chunks', 'blobs.underway'].map((name) => db.collection(name).countDocuments())
    expect(await Promise.all(left)).toEqual([0, 0, 0])
  })

  test(`GridFS on ${server.name}: what a removal left that broke off is swept`, async () => {
    const url = fresh()
    const db = databaseAt(url)
    const blobs = blobsAt(url)
    const { digest } = await blobs.put(inPieces(large, 50_000))
    const breaking = before(db, ['blobs.chunks', 'deleteMany'], away)
    await expect(gridFsBlobs({ db: breaking, ids, clock }).remove(digest)).rejects.toThrow('away')
    expect(await blobs.has(digest)).toBe(false)
    expect(await db.collection('blobs.chunks').countDocuments()).toBeGreaterThan(0)
    expect(await blobs.sweep()).toBe(1)
    expect(await db.collection('blobs.chunks').countDocuments()).toBe(0)
  })

  test(`GridFS on ${server.name}: a server that was away when it was first asked is asked again with the next upload`, async () => {
    const url = fresh()
    const db = databaseAt(url)
    let isAway = true
    const coming = before(db, ['blobs.files', 'createIndex'], async () => isAway && away())
    const blobs = gridFsBlobs({ db: coming, ids, clock })
    await expect(blobs.put(inPieces(large, 50_000))).rejects.toThrow('away')
    isAway = false
    const { digest } = await blobs.put(inPieces(large, 50_000))
    expect(await blobs.has(digest)).toBe(true)
  })

  test(`GridFS on ${server.name}: discarding after the commit, as when its row failed, keeps bytes that others may know of`, async () => {
    const blobs = blobsAt(fresh())
    const staged = await blobs.stage(inPieces(large, 50_000))
    await staged.commit()
    await staged.discard()
    expect(Buffer.concat(await all((await blobs.open(staged.digest))!.stream)).equals(large)).toBe(true)
  })

  test.skipIf(server.restart === null)(`GridFS on ${server.name}: acknowledged files survive kill -9 of the server`, async () => {
    const url = fresh()
    const blobs = blobsAt(url)
    const { digest } = await blobs.put(inPieces(large, 50_000))
    const begun = blobs.put(
      (async function* () {
        yield large
        await server.restart!()
        yield large
      })(),
    )
    await begun.catch(() => undefined)
    const again = blobsAt(url)
    expect(Buffer.concat(await all((await again.open(digest))!.stream)).equals(large)).toBe(true)
    const others = (await all(again.list())).filter((other) => other !== digest)
    for (const other of others) expect(digestOf(Buffer.concat(await all((await again.open(other))!.stream)))).toBe(other)
  })

  test(`${server.name}: a query on a silently cut connection gets an error, and the next is answered on another`, async () => {
    const line = await lineTo(server.url)
    const url = new URL(line.url)
    // Nor does the driver look by itself whether the server is there: it is not gone.
    url.searchParams.set('heartbeatFrequencyMS', '600000')
    const mongo = openMongo(url.toString(), { warn: () => undefined }, 500)
    await mongo.db.collection('kept').findOne({})
    line.silence()
    const thrown = await mongo.ping().catch((error: unknown) => error)
    expect(isMongoAway(thrown)).toBe(true)
    await mongo.ping()
    await mongo.close()
    await line.close()
  })

  test(`a document goes from upload to sealed with its files in ${server.name} and none on the disk`, async () => {
    const whole = await testServer({ environment: { MONGODB_URL: fresh() } })
    try {
      const { url, owner, application } = whole
      const { pack, bytes } = await sealedPackOf(url, owner, 'Kept in GridFS')
      const { pool, dataDir } = application.foundation
      const { rows } = await pool.query<{ digest: string }>('SELECT digest FROM file WHERE pack = $1', [pack])
      expect(rows.map(({ digest }) => digest)).toContain(createHash('sha256').update(bytes).digest('base64url'))
      expect(await readdir(join(dataDir, 'files')).catch(() => [])).toEqual([])
      const part = await whole.raw(`/app/documents/${pack}`, { headers: { cookie: owner.cookie() } })
      expect(part.status).toBe(200)
      // The guard reads every stored file and compares it with its digest.
      expect(await application.watch!.guard.checkNow()).toMatchObject({ findings: [], files: rows.length })
      expect((await application.services.health()).find(({ name }) => name === 'files')).toMatchObject({ ok: true })
    } finally {
      await whole.close()
    }
  }, 120_000)
}
