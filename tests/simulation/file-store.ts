import { Readable } from 'node:stream'
import { digestOf } from '#domain/kernel'
import { NoSpace } from '#platform/blobs'
import { FileKeyTaken, type Files } from '#platform/files'

/** Files that outlive every machine, on a disk that can be full. */
export interface FileStore extends Files {
  full: boolean
  readonly keys: ReadonlyMap<string, { readonly pack: string; readonly bytes: Uint8Array | null }>
  /** Other packs that keep bytes which this one keeps. */
  sharing(pack: string): readonly string[]
}

export function fileStore(): FileStore {
  const kept = new Map<string, { readonly pack: string; readonly bytes: Uint8Array | null }>()
  const gone = new Set<string>()
  const abandoned = new Set<string>()
  const rowOf = (key: string, pack: string, bytes: Uint8Array | null) => ({
    key,
    pack,
    mediaType: 'application/pdf',
    digest: bytes && digestOf(bytes),
    size: bytes?.length ?? null,
  })
  const store: FileStore = {
    full: false,
    keys: kept,
    sharing(pack) {
      const own = new Set([...kept.values()].flatMap((file) => (file.pack === pack ? [file.bytes] : [])))
      return [
        ...new Set([...kept.values()].flatMap((file) => (file.pack !== pack && file.bytes && own.has(file.bytes) ? [file.pack] : []))),
      ]
    },
    async reserve({ key, pack }) {
      const found = kept.get(key)
      if (gone.has(pack) || abandoned.has(key) || (found && found.pack !== pack)) throw new FileKeyTaken()
      if (!found) kept.set(key, { pack, bytes: null })
    },
    async store(key, content) {
      if (store.full) throw new NoSpace()
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      const bytes = new Uint8Array(Buffer.concat(chunks))
      const found = kept.get(key)
      if (!found || (found.bytes && digestOf(found.bytes) !== digestOf(bytes))) throw new FileKeyTaken()
      kept.set(key, { ...found, bytes })
      return { digest: digestOf(bytes), size: bytes.length }
    },
    async find(key) {
      const found = kept.get(key)
      return found ? rowOf(key, found.pack, found.bytes) : null
    },
    async open(key) {
      const found = kept.get(key)
      if (!found?.bytes) return null
      const { pack, bytes } = found
      return {
        size: bytes.length,
        start: 0,
        end: bytes.length - 1,
        stream: Readable.from([Buffer.from(bytes)]),
        file: rowOf(key, pack, bytes),
      }
    },
    remove: async (key) => void kept.delete(key),
    async abandon({ key }) {
      abandoned.add(key)
      kept.delete(key)
    },
    async share({ key, pack }, from) {
      const source = kept.get(from)
      if (!source?.bytes) throw new Error('only a file whose bytes are there can be shared')
      const found = kept.get(key)
      if (gone.has(pack) || (found && (found.pack !== pack || found.bytes !== source.bytes))) throw new FileKeyTaken()
      kept.set(key, { pack, bytes: source.bytes })
    },
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
