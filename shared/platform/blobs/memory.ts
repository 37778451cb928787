import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Blobs, bounded, type Staged, TooLarge } from './port.ts'

/** Bytes in memory, for simulations and tests. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Buffer>()
  const stage = async (content: AsyncIterable<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY): Promise<Staged> => {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of content) {
      size += chunk.length
      if (size > maxBytes) throw new TooLarge(maxBytes)
      chunks.push(Uint8Array.from(chunk))
    }
    const bytes = Buffer.concat(chunks)
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return { digest, size, commit: async () => void kept.set(digest, bytes), discard: async () => undefined }
  }
  return {
    stage,
    async put(content, maxBytes) {
      const staged = await stage(content, maxBytes)
      await staged.commit()
      return { digest: staged.digest, size: staged.size }
    },
    async open(digest, range) {
      const bytes = kept.get(digest)
      if (!bytes) return null
      const { start, end } = bounded(bytes.length, range)
      return { size: bytes.length, start, end, stream: Readable.from(bytes.length === 0 ? [] : [bytes.subarray(start, end + 1)]) }
    },
    has: async (digest) => kept.has(digest),
    remove: async (digest) => void kept.delete(digest),
    async *list() {
      yield* kept.keys()
    },
    sweep: async () => 0,
  }
}
