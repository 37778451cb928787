import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { NoSpace, TooLarge } from '#platform/blobs'
import type { Clock, Ids } from '#platform/ports'

/** A file that is there for as long as somebody works on it, and for nobody else. */
export interface SpoolFile {
  readonly path: string
  readonly size: number
}

/** Where bytes wait on the disk, in place of memory, until a worker reads them. Nothing in it outlives the work. */
export interface Spool {
  /** Writes the content down, has `use` work on it, and removes it, however that ends. @throws TooLarge, NoSpace */
  hold<T>(content: AsyncIterable<Uint8Array>, mostBytes: number, use: (file: SpoolFile) => Promise<T>): Promise<T>
  /** A name that a worker may write a file under, which is removed as well. */
  place<T>(use: (path: string) => Promise<T>): Promise<T>
  /** At the start: removes what a crash left. Answers how many. */
  sweep(): Promise<number>
}

export interface SpoolOptions {
  readonly folder: string
  readonly ids: Ids
  readonly clock: Clock
  /** What is older was left behind. 0, or left out, only where no other process uses the folder. */
  readonly abandonedAfterMs?: number
}

export function diskSpool({ folder, ids, clock, abandonedAfterMs = 0 }: SpoolOptions): Spool {
  async function place<T>(use: (path: string) => Promise<T>): Promise<T> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, ids.next())
    try {
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    place,
    hold: (content, mostBytes, use) => place(async (path) => use({ path, size: await written(path, content, mostBytes) })),
    async sweep() {
      const names = await readdir(folder).catch(none)
      const left = await Promise.all(names.map((name) => isLeft(join(folder, name))))
      const swept = names.filter((_, at) => left[at])
      for (const name of swept) await rm(join(folder, name), { force: true })
      return swept.length
    },
  }

  async function isLeft(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => null)
    return found !== null && clock.now() - found.mtimeMs >= abandonedAfterMs
  }
}

/** It need not survive a power cut, so nothing is flushed. */
async function written(path: string, content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<number> {
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > mostBytes) throw new TooLarge(mostBytes)
      await file.writeFile(chunk)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new NoSpace({ cause: error }) : error
  } finally {
    await file.close()
  }
  return size
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
