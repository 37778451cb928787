import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock, Ids } from '#platform/ports'
import { type BlobContent, type Blobs, bounded, NoSpace, type Range, type Staged, TooLarge } from './port.ts'

/** The calls of the file system that this adapter makes; tests put faults in them. */
export interface Disk {
  readonly mkdir: typeof mkdir
  readonly open: typeof open
  readonly readdir: typeof readdir
  readonly rename: typeof rename
  readonly rm: typeof rm
}
export const systemDisk: Disk = { mkdir, open, readdir, rename, rm }

export interface DiskBlobsOptions {
  readonly folder: string
  readonly ids: Ids
  readonly clock: Clock
  /** What is on its way is taken for left behind after this long. 0 only where no other process writes into the folder. */
  readonly abandonedAfterMs?: number
  readonly disk?: Disk
}

/**
 * Files in `folder`, two letters of the digest deep. Bytes go to a name in `incoming/` first, reach the disk, and are
 * renamed; then the folder that holds the name reaches the disk too.
 */
export function diskBlobs(options: DiskBlobsOptions): Blobs {
  const { folder, ids, clock, abandonedAfterMs = 0 } = options
  const disk = options.disk ?? systemDisk
  const incoming = join(folder, 'incoming')
  const shardOf = (digest: string) => join(folder, hexOf(digest).slice(0, 2))
  const pathOf = (digest: string) => join(shardOf(digest), hexOf(digest))

  const stage = async (content: AsyncIterable<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY): Promise<Staged> => {
    const path = join(incoming, ids.next())
    const discard = () => disk.rm(path, { force: true })
    try {
      await disk.mkdir(incoming, { recursive: true, mode: 0o700 })
      const { digest, size } = await write(disk, path, content, maxBytes)
      const commit = async () => {
        await disk.mkdir(shardOf(digest), { recursive: true, mode: 0o700 })
        await syncFolder(disk, folder)
        await disk.rename(path, pathOf(digest))
        await syncFolder(disk, shardOf(digest))
      }
      return { digest, size, commit: () => commit().catch(asNoSpace), discard }
    } catch (error) {
      await discard().catch(() => undefined)
      return asNoSpace(error)
    }
  }

  return {
    stage,
    async put(content, maxBytes) {
      const staged = await stage(content, maxBytes)
      await staged.commit()
      return { digest: staged.digest, size: staged.size }
    },
    open: (digest, range) => openAt(disk, pathOf(digest), range),
    async has(digest) {
      const file = await openIfThere(disk, pathOf(digest))
      await file?.close()
      return file !== null
    },
    async remove(digest) {
      await disk.rm(pathOf(digest), { force: true })
      await syncFolder(disk, shardOf(digest))
    },
    async *list() {
      for (const shard of await namesIn(disk, folder)) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue
        for (const name of await namesIn(disk, join(folder, shard))) yield Buffer.from(name, 'hex').toString('base64url')
      }
    },
    async sweep() {
      let swept = 0
      for (const name of await namesIn(disk, incoming)) {
        const path = join(incoming, name)
        if (abandonedAfterMs > 0 && clock.now() - (await changedAt(disk, path)) < abandonedAfterMs) continue
        await disk.rm(path, { force: true })
        swept += 1
      }
      return swept
    },
  }
}

async function write(disk: Disk, path: string, content: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256')
  let size = 0
  const file = await disk.open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > maxBytes) throw new TooLarge(maxBytes)
      hash.update(chunk)
      for (let done = 0; done < chunk.length; ) done += (await file.write(chunk, done, chunk.length - done)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { digest: hash.digest('base64url'), size }
}

async function openAt(disk: Disk, path: string, range: Range | undefined): Promise<BlobContent | null> {
  const file = await openIfThere(disk, path)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    const { start, end } = bounded(size, range)
    if (size === 0) await file.close()
    return { size, start, end, stream: size === 0 ? Readable.from([]) : file.createReadStream({ start, end }) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openIfThere(disk: Disk, path: string) {
  return disk.open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

async function changedAt(disk: Disk, path: string): Promise<number> {
  const file = await openIfThere(disk, path)
  if (file === null) return Number.POSITIVE_INFINITY
  try {
    return (await file.stat()).mtimeMs
  } finally {
    await file.close()
  }
}

/** A rename is on disk only once its folder is. */
async function syncFolder(disk: Disk, path: string): Promise<void> {
  const folder = await openIfThere(disk, path)
  if (folder === null) return
  try {
    await folder.sync()
  } catch (error) {
    // Some systems can't sync a folder; theirs is then as safe as it gets.
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder.close()
  }
}

async function namesIn(disk: Disk, path: string): Promise<string[]> {
  return disk.readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function asNoSpace(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new NoSpace({ cause: error }) : error
}

// Hexadecimal, since two base64url digests may differ in case only and some file systems fold case.
function hexOf(digest: string): string {
  const hex = Buffer.from(digest, 'base64url').toString('hex')
  if (hex.length !== 64) throw new TypeError('a digest is 32 bytes in base64url')
  return hex
}
