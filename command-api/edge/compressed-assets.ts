import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const TEXT: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const compress = promisify(brotliCompress)

export interface CompressedAssets {
  /** The asset compressed, or null where it is not there or would gain nothing. */
  find(name: string): Promise<{ readonly body: Buffer; readonly type: string } | null>
}

/**
 * Scripts and styles in Brotli: as the build compressed them, else compressed once, when first asked for. Their names hold
 * the hash of what is in them, so that what was compressed is never out of date.
 */
export function compressedAssets(folder: string): CompressedAssets {
  const made = new Map<string, Promise<Buffer | null>>()
  return {
    async find(name) {
      const type = TEXT[extname(name)]
      // Names as the build makes them, and no others: nothing here leads out of the folder.
      if (!type || !/^[\w.-]+$/.test(name) || name.startsWith('.')) return null
      const body = made.get(name) ?? make(join(folder, name))
      made.set(name, body)
      const found = await body
      if (found === null) made.delete(name)
      return found && { body: found, type }
    },
  }
}

async function make(path: string): Promise<Buffer | null> {
  const built = await readFile(`${path}.br`).catch(() => null)
  if (built) return built
  const plain = await readFile(path).catch(() => null)
  if (plain === null) return null
  return compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
}
