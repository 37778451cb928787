import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'

/** A file as it was named, to be read when its turn comes. */
export interface DemoFile {
  readonly name: string
  readonly size: number
  read(): Promise<Uint8Array>
}
/** Nothing of it could be read, so nobody was asked about it. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly reason: 'not-found' | 'not-a-file' | 'unreadable'
  constructor(reason: Unreadable['reason'], words: string) {
    super(words)
    this.reason = reason
  }
}

/** Looks at what stands there before anything is opened: a pipe would be waited for without end. @throws Unreadable */
export async function demoFileAt(path: string): Promise<DemoFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const missing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    throw new Unreadable(missing ? 'not-found' : 'unreadable', missing ? 'There is no such file.' : `It cannot be read (${error.code}).`)
  })
  if (!found.isFile()) throw new Unreadable('not-a-file', found.isDirectory() ? 'It is a folder.' : 'It is not a file.')
  const read = () =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new Unreadable('unreadable', `It cannot be read (${error.code}).`)
    })
  return { name: basename(path), size: found.size, read }
}

/**
 * Where the signed files go: `<name>.signed.pdf` next to each, or in `folder`. No two of one run share a place, and none
 * takes the place of a file that this run is still to read.
 */
export function places(inputs: readonly string[], folder: string | undefined): (input: string) => string {
  const taken = new Set(inputs.map((input) => resolve(input)))
  return (input) => {
    const name = basename(input, extname(input))
    for (let count = 1; ; count++) {
      const out = join(folder ?? dirname(input), `${name}${count === 1 ? '' : `-${count}`}.signed.pdf`)
      if (taken.has(resolve(out))) continue
      taken.add(resolve(out))
      return out
    }
  }
}

/** Under its name only once it is whole. */
export async function leave(out: string, bytes: Uint8Array): Promise<void> {
  const making = join(dirname(out), `.${process.pid}.paraph-demo`)
  try {
    await writeFile(making, bytes)
    await rename(making, out)
  } catch (error) {
    await rm(making, { force: true })
    throw error
  }
}
