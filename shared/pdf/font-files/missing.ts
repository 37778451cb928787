import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where font files are expected: the packages' by their names, our own slices in folders with a list of them each. */
export interface FontPlaces {
  readonly core: Readonly<Record<string, string>>
  readonly fallback: readonly URL[]
}

/** Font files that are not there: of the packages, and of the product itself. Nothing of them is read. */
export function missingFonts({ core, fallback }: FontPlaces): {
  readonly ofPackages: readonly string[]
  readonly ofProduct: readonly string[]
} {
  return {
    ofPackages: Object.values(core)
      .filter((file) => !isThere(file))
      .map((file) => basename(file)),
    ofProduct: fallback.flatMap((folder) => slicesIn(folder).filter((slice) => !existsSync(new URL(slice, folder)))),
  }
}

function isThere(file: string): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve(file)))
  } catch {
    // The whole package is missing.
    return false
  }
}

const LIST = 'slices.json'

function slicesIn(fallback: URL): readonly string[] {
  const list = new URL(LIST, fallback)
  if (!existsSync(list)) return [LIST]
  const faces = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, readonly string[]>>
  return Object.entries(faces).flatMap(([face, slices]) => slices.map((_, at) => `${face}/${at}.woff2`))
}
