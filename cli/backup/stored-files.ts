import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '#platform/blobs'

const pathOf = (folder: string, digest: string) => join(folder, digest.slice(0, 2), digest)

/** Copies what stands under these digests. What is gone meanwhile was deleted for good; answers how many came and what did not. */
export async function copyOut(blobs: Pick<Blobs, 'open'>, digests: readonly string[], folder: string) {
  let copied = 0
  const missing: string[] = []
  for (const digest of digests) {
    const content = await blobs.open(digest)
    if (!content) {
      missing.push(digest)
      continue
    }
    const path = pathOf(folder, digest)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content.stream, createWriteStream(path, { mode: 0o600 }))
    const file = await open(path)
    await file.sync()
    await file.close()
    copied++
  }
  return { copied, missing }
}

/** A file of the backup that is not there, or that its disk does not give. */
class Unreadable extends Error {}

/** Puts them back, each under what its bytes really are. Answers how many, and which are not there or not what their name says. */
export async function copyIn(blobs: Pick<Blobs, 'put'>, digests: readonly string[], folder: string) {
  let copied = 0
  const wrong: string[] = []
  for (const digest of digests) {
    try {
      const put = await blobs.put(contentOf(pathOf(folder, digest)))
      if (put.digest !== digest) wrong.push(digest)
      else copied++
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      wrong.push(digest)
    }
  }
  return { copied, wrong }
}

/** Opened by its reader: an error before that would be nobody's. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new Unreadable(`${path} cannot be read`, { cause: error })
  }
}
