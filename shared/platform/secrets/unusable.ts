import { readFile } from 'node:fs/promises'

/** A file of secrets that is missing, damaged or not what it should be: its words say what to do. */
export class UnusableSecret extends Error {
  constructor(words: string, options?: ErrorOptions) {
    super(words, options)
    this.name = 'UnusableSecret'
  }
}

export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
