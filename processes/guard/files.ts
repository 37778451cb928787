import { createHash } from 'node:crypto'
import type { Files } from '#platform/files'
import type { Finding } from './findings.ts'

/** Stored bytes, each once, by digest. */
export interface StoredFiles {
  /** After a digest, in its order; `key` is one of the keys under which they can be opened. */
  list(after: string, limit: number): Promise<readonly { readonly digest: string; readonly key: string }[]>
}

/** The digest of every stored file, one at a time. */
export async function* walkFiles(stored: StoredFiles, files: Pick<Files, 'open'>, count: () => void): AsyncGenerator<readonly Finding[]> {
  let last = ''
  for (let page = await stored.list(last, 50); page.length > 0; page = await stored.list(last, 50)) {
    for (const { digest, key } of page) {
      yield await checkFile(files, stored, digest, key)
      count()
    }
    last = page.at(-1)!.digest
  }
}

async function checkFile(files: Pick<Files, 'open'>, stored: StoredFiles, digest: string, key: string): Promise<readonly Finding[]> {
  const is = await digestOfFile(files, key)
  if (is === digest) return []
  // Removed while it was looked at: nobody needs it any more.
  if (is === null && !(await stored.list(previous(digest), 1)).some((row) => row.digest === digest)) return []
  const words = is === null ? 'the bytes of a stored file are gone' : 'the bytes of a stored file were changed'
  return [{ kind: 'file', where: digest, revision: null, words: `${words} (${digest})` }]
}

async function digestOfFile(files: Pick<Files, 'open'>, key: string): Promise<string | null> {
  try {
    const content = await files.open(key)
    if (!content) return null
    const hash = createHash('sha256')
    for await (const part of content.stream) hash.update(part as Uint8Array)
    return hash.digest('base64url')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A text just below a digest, in the order of bytes. */
const previous = (digest: string) => digest.slice(0, -1)
