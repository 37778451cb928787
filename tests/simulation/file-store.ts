import { Readable } from 'node:stream'
import { digestOf } from '#domain/kernel'
import { NoSpace } from '#platform/blobs'
import { FileKeyTaken, type Files } from '#platform/files'
import { ANY_KIND } from '../../command-api/pack/attachable.ts'

interface Kept {
  readonly pack: string
  readonly mediaType: string
  readonly bytes: Uint8Array | null
  readonly refused: string | null
}

/** Files that outlive every machine, on a disk that can be full. */
export interface FileStore extends Files {
  full: boolean
  readonly keys: ReadonlyMap<string, Kept>
  /** Uploads for fields and supporting documents. */
  imagesOf(pack: string): readonly string[]
}

export function fileStore(): FileStore {
  const kept = new Map<string, Kept>()
  const gone = new Set<string>()
  const abandoned = new Set<string>()
  const rowOf = (key: string, { pack, mediaType, bytes, refused }: Kept) => ({
    key,
    pack,
    mediaType,
    digest: bytes && digestOf(bytes),
    size: bytes?.length ?? null,
    refused,
  })
  const store: FileStore = {
    full: false,
    keys: kept,
    imagesOf: (pack) => [...kept].flatMap(([key, file]) => (file.pack === pack && file.mediaType === ANY_KIND ? [key] : [])),
    async reserve({ key, pack, mediaType }) {
      const found = kept.get(key)
      if (gone.has(pack) || abandoned.has(key) || (found && found.pack !== pack)) throw new FileKeyTaken()
      if (!found) kept.set(key, { pack, mediaType, bytes: null, refused: null })
    },
    receive: (key, content) => store.store(key, content),
    async store(key, content) {
      if (store.full) throw new NoSpace()
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      const bytes = new Uint8Array(Buffer.concat(chunks))
      const found = kept.get(key)
      if (!found || found.refused !== null || (found.bytes && digestOf(found.bytes) !== digestOf(bytes))) throw new FileKeyTaken()
      kept.set(key, { ...found, bytes })
      return { digest: digestOf(bytes), size: bytes.length }
    },
    async find(key) {
      const found = kept.get(key)
      return found ? rowOf(key, found) : null
    },
    async open(key, range) {
      const found = kept.get(key)
      if (!found?.bytes) return null
      const { length: size } = found.bytes
      const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? size, size - 1)]
      const bytes = Buffer.from(found.bytes.subarray(start, end + 1))
      return {
        size,
        start,
        end,
        stream: Readable.from([bytes]),
        file: rowOf(key, found),
      }
    },
    remove: async (key) => void kept.delete(key),
    async refuse(key, why) {
      const found = kept.get(key)
      if (found) kept.set(key, { ...found, bytes: null, refused: why })
    },
    async abandon({ key }) {
      abandoned.add(key)
      kept.delete(key)
    },
    async share({ key, pack }, from) {
      const source = kept.get(from)
      if (!source?.bytes) throw new Error('only a file whose bytes are there can be shared')
      const found = kept.get(key)
      if (gone.has(pack) || (found && (found.pack !== pack || found.bytes !== source.bytes))) throw new FileKeyTaken()
      kept.set(key, { ...source, pack })
    },
    keysOf: async (pack) => [...kept].flatMap(([key, file]) => (file.pack === pack && file.bytes ? [key] : [])).sort(),
    async removeOfPack(pack) {
      gone.add(pack)
      const own = [...kept].filter(([, file]) => file.pack === pack)
      for (const [key] of own) kept.delete(key)
      return own.length
    },
    sweep: async () => 0,
  }
  return store
}
