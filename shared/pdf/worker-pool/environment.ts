import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** All that a thread or process gets to know of this one's: where compiled code is kept. Without it each compiles the libraries again. */
export function environment(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
