import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GridFSFile } from 'mongodb'
import { type Db, driver } from '#platform/mongodb'
import type { Clock, Ids } from '#platform/ports'
import { type Blobs, bounded, NoSpace, type Staged, TooLarge } from './port.ts'

export interface GridFsOptions {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  /** An upload that is older and not finished was left behind by a crash: other processes may be receiving younger ones. */
  readonly abandonedAfterMs?: number
}

type FileDocument = Pick<GridFSFile, 'length' | 'filename'> & { readonly _id: string }
const DAY = 24 * 3_600_000
const BUCKET = 'blobs'
const FULL = new Set<unknown>([14_031, 12_501])

/**
 * Files in GridFS, named by their digest. Bytes are written under a name of their own, which nobody asks for; the change of
 * that one document's name makes them visible, whole. What is on its way is noted before its first byte and until after its
 * last step, so that what a crash leaves is found without looking through everything.
 */
export function gridFsBlobs({ db, ids, clock, abandonedAfterMs = DAY }: GridFsOptions): Blobs {
  const bucket = new (driver().GridFSBucket)(db, { bucketName: BUCKET })
  const files = db.collection<FileDocument>(`${BUCKET}.files`)
  const chunks = db.collection<{ files_id: string }>(`${BUCKET}.chunks`)
  const underWay = db.collection<{ _id: string; begun: number; left?: true }>(`${BUCKET}.underway`)
  let prepared: Promise<unknown> | null = null

  /** Of two that put the same bytes at once one must come second, and know it. */
  const prepare = () => {
    prepared ??= files.createIndex({ filename: 1 }, { unique: true }).catch((error: unknown) => {
      prepared = null
      throw error
    })
    return prepared
  }
  const note = (id: string) => underWay.updateOne({ _id: id }, { $set: { begun: clock.now() } }, { upsert: true })

  /** Removes bytes that stand under no digest; bytes under one stay. Answers whether there were any. */
  async function drop(id: string): Promise<boolean> {
    // One step: of this and the change of its name only one finds it.
    const { deletedCount } = await files.deleteOne({ _id: id, filename: nameless(id) })
    let dropped = deletedCount > 0
    if (dropped || (await files.findOne({ _id: id }, { projection: { _id: 1 } })) === null) {
      const gone = await chunks.deleteMany({ files_id: id })
      dropped ||= gone.deletedCount > 0
    }
    await underWay.deleteOne({ _id: id })
    return dropped
  }

  async function commit(id: string, digest: string): Promise<void> {
    // Swept before its last chunk was there, as by a process whose clock is ahead, it is no longer whole.
    const isWhole = (await underWay.findOne({ _id: id, left: { $exists: false } })) !== null
    if (!isWhole) {
      await note(id)
      await drop(id)
    }
    try {
      const { matchedCount } = await files.updateOne({ _id: id }, { $set: { filename: digest } })
      if (matchedCount === 0) throw new Error('the bytes were taken for left behind and removed')
    } catch (error) {
      // Asked rather than read from the error: servers word it differently, and after a lost answer it may be ours.
      const kept = await files.findOne({ filename: digest }, { projection: { _id: 1 } })
      if (kept === null) throw error
      if (kept._id !== id) return void (await drop(id))
    }
    await underWay.deleteOne({ _id: id })
  }

  async function stage(content: AsyncIterable<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY): Promise<Staged> {
    await prepare()
    const id = ids.next()
    await note(id)
    const hash = createHash('sha256')
    let size = 0
    async function* counted() {
      for await (const chunk of content) {
        size += chunk.length
        if (size > maxBytes) throw new TooLarge(maxBytes)
        hash.update(chunk)
        yield chunk
      }
    }
    try {
      // The driver's types know only its own ids; the server takes any.
      await pipeline(Readable.from(counted()), bucket.openUploadStreamWithId(id as never, nameless(id)))
    } catch (error) {
      await drop(id).catch(() => undefined)
      throw asNoSpace(error)
    }
    const digest = hash.digest('base64url')
    return {
      digest,
      size,
      commit: () =>
        commit(id, digest).catch((error: unknown) => {
          throw asNoSpace(error)
        }),
      discard: async () => void (await drop(id)),
    }
  }

  return {
    stage,
    async put(content, maxBytes) {
      const { digest, size, commit: keep } = await stage(content, maxBytes)
      await keep()
      return { digest, size }
    },
    async open(digest, range) {
      const file = await files.findOne({ filename: digest })
      if (file === null) return null
      const { start, end } = bounded(file.length, range)
      const stream = file.length === 0 ? Readable.from([]) : bucket.openDownloadStream(file._id as never, { start, end: end + 1 })
      return { size: file.length, start, end, stream }
    },
    has: async (digest) => (await files.findOne({ filename: digest }, { projection: { _id: 1 } })) !== null,
    async remove(digest) {
      const file = await files.findOne({ filename: digest }, { projection: { _id: 1 } })
      if (file === null) return
      await note(file._id)
      await files.deleteOne({ _id: file._id })
      await drop(file._id)
    },
    async *list() {
      for await (const { filename } of files.find({}, { projection: { filename: 1 } })) if (!filename.includes('/')) yield filename
    },
    async sweep() {
      let swept = 0
      const left = await underWay.find({ begun: { $lte: clock.now() - abandonedAfterMs } }).toArray()
      for (const { _id } of left) {
        // Written down before anything goes: a client that still uploads it learns that not all of it is there.
        await underWay.updateOne({ _id }, { $set: { left: true } })
        if (await drop(_id)) swept += 1
      }
      return swept
    },
  }
}

/** No digest holds a stroke. */
const nameless = (id: string) => `underway/${id}`

function asNoSpace(error: unknown): unknown {
  return error instanceof driver().MongoServerError && FULL.has(error.code) ? new NoSpace({ cause: error }) : error
}
