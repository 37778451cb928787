import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import { type Disk, diskBlobs, memoryBlobs, NoSpace, systemDisk } from '#platform/blobs'
import { testWorld } from '#tests/world'
import { all, blobsConformance, inPieces } from './blobs.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-blobs-'))
  return () => rm(folder, { recursive: true, force: true })
})

const { ids, clock } = testWorld()
const onDisk = (disk: Disk = systemDisk) => diskBlobs({ folder, ids, clock, disk })
const bytes = new TextEncoder().encode('What was acknowledged is kept.')

blobsConformance('memory', async () => memoryBlobs())
blobsConformance('disk', async () => onDisk())

function failing(code: string): Error {
  return Object.assign(new Error(code), { code })
}

test('disk: a crash between write and rename leaves nothing visible, and the next start sweeps it', async () => {
  const crash = async () => Promise.reject(new Error('killed'))
  // A killed process doesn't tidy up after itself either.
  const blobs = onDisk({ ...systemDisk, rename: crash, rm: crash })
  await expect(blobs.put(inPieces(bytes))).rejects.toThrow('killed')
  const restarted = onDisk()
  expect(await restarted.has(digestOf(bytes))).toBe(false)
  expect(await all(restarted.list())).toEqual([])
  expect(await restarted.sweep()).toBe(1)
  expect(await restarted.sweep()).toBe(0)
})

test('disk: bytes reach the disk before their name does, and the name before the answer', async () => {
  const steps: string[] = []
  const blobs = onDisk({
    ...systemDisk,
    open: (async (...args: Parameters<Disk['open']>) => {
      const file = await systemDisk.open(...args)
      const what = args[1] === 'r' ? 'folder' : 'file'
      const sync = file.sync.bind(file)
      file.sync = async () => {
        await sync()
        steps.push(`sync ${what}`)
      }
      return file
    }) as Disk['open'],
    rename: async (from, to) => {
      await systemDisk.rename(from, to)
      steps.push('rename')
    },
  })
  await blobs.put(inPieces(bytes))
  expect(steps).toEqual(['sync file', 'sync folder', 'rename', 'sync folder'])
})

test('disk: a full disk is refused in kind at any step, existing bytes stay, and nothing half is left', async () => {
  const { digest } = await onDisk().put(inPieces(bytes))
  const other = bytes.subarray(1)
  const faults: Partial<Disk>[] = [
    { mkdir: (async () => Promise.reject(failing('ENOSPC'))) as Disk['mkdir'] },
    { open: (async () => Promise.reject(failing('EDQUOT'))) as Disk['open'] },
    { rename: async () => Promise.reject(failing('ENOSPC')) },
    {
      open: (async (...args: Parameters<Disk['open']>) => {
        const file = await systemDisk.open(...args)
        if (args[1] === 'wx') file.sync = async () => Promise.reject(failing('ENOSPC'))
        return file
      }) as Disk['open'],
    },
    {
      open: (async (...args: Parameters<Disk['open']>) => {
        const file = await systemDisk.open(...args)
        if (args[1] === 'wx') file.write = (async () => Promise.reject(failing('ENOSPC'))) as typeof file.write
        return file
      }) as Disk['open'],
    },
  ]
  for (const fault of faults) {
    const staged = await onDisk({ ...systemDisk, ...fault })
      .stage(inPieces(other))
      .catch((error: unknown) => error)
    const refused =
      staged instanceof Error
        ? staged
        : await (staged as Awaited<ReturnType<ReturnType<typeof onDisk>['stage']>>).commit().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NoSpace)
    expect(await onDisk().has(digestOf(other))).toBe(false)
    expect(await onDisk().has(digest)).toBe(true)
  }
  expect(await onDisk().put(inPieces(other))).toEqual({ digest: digestOf(other), size: other.length })
})

test('disk: a short write is carried on to its end', async () => {
  const blobs = onDisk({
    ...systemDisk,
    open: (async (...args: Parameters<Disk['open']>) => {
      const file = await systemDisk.open(...args)
      const write = file.write.bind(file) as (b: Uint8Array, o: number, l: number) => Promise<{ bytesWritten: number }>
      file.write = ((b: Uint8Array, o: number, l: number) => write(b, o, Math.min(l, 7))) as unknown as typeof file.write
      return file
    }) as Disk['open'],
  })
  const { digest } = await blobs.put(inPieces(bytes))
  const content = await onDisk().open(digest)
  const read = await all<Buffer>(content!.stream)
  expect(Buffer.concat(read)).toEqual(Buffer.from(bytes))
})

test('disk: a huge file passes through in bounded memory', async () => {
  const blobs = onDisk()
  const piece = new Uint8Array(1024 * 1024)
  const pieces = 256
  let highest = 0
  async function* huge() {
    for (let i = 0; i < pieces; i++) {
      piece.fill(i)
      yield piece
      highest = Math.max(highest, process.memoryUsage().arrayBuffers)
    }
  }
  const before = process.memoryUsage().arrayBuffers
  const { digest, size } = await blobs.put(huge())
  expect(size).toBe(pieces * piece.length)
  let read = 0
  for await (const chunk of (await blobs.open(digest))!.stream) {
    read += (chunk as Buffer).length
    highest = Math.max(highest, process.memoryUsage().arrayBuffers)
  }
  expect(read).toBe(size)
  expect(highest - before).toBeLessThan(size / 2)
})

test('disk: where several processes write, what came just now is not taken for left behind', async () => {
  const writing = await onDisk().stage(inPieces(bytes))
  const now = Date.now()
  const shared = (later: number) => diskBlobs({ folder, ids, clock: { now: () => now + later }, abandonedAfterMs: 60_000 })
  expect(await shared(1_000).sweep()).toBe(0)
  await writing.commit()
  const leftBehind = await onDisk().stage(inPieces(bytes))
  expect(await shared(61_000).sweep()).toBe(1)
  await expect(leftBehind.commit()).rejects.toThrow()
  expect(await onDisk().has(digestOf(bytes))).toBe(true)
})
