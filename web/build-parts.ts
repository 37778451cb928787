import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import compileMessage from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { mantineVariables } from './theme/variables.ts'

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A folder's index only re-exports. Stated here, or importing one thing would load all of it. */
export const TREESHAKE = { moduleSideEffects: [{ test: /\/web\/[^.]*\/index\.ts$/, sideEffects: false }] }

/**
 * Mantine would write its variables into the page by script, which needs 'unsafe-inline' for styles.
 * As a file of the build they pass under a policy that allows only our own.
 */
export function mantineVariablesAsFile(): Plugin {
  const id = 'virtual:mantine-variables.css'
  return {
    name: 'mantine-variables',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (resolved) => (resolved === `\0${id}` ? mantineVariables() : null),
  }
}

type Words = { readonly [key: string]: string | Words }
type CompiledWords = { readonly [key: string]: ReturnType<typeof compileMessage> | CompiledWords }

const compiled = (words: Words): CompiledWords =>
  Object.fromEntries(
    Object.entries(words).map(([key, message]) => [key, typeof message === 'string' ? compileMessage(message) : compiled(message)]),
  )

/** Messages are parsed when the page is built, so that no browser has to load a parser and run it. */
export function wordsCompiled(): Plugin {
  return {
    name: 'words-compiled',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    async load(id) {
      if (!WORDS.test(id) || NOT_WORDS.test(id)) return null
      const words: Record<string, Words> = await import(pathToFileURL(id).href)
      return Object.entries(words)
        .map(([feature, messages]) => `export const ${feature} = ${JSON.stringify(compiled(messages))}`)
        .join('\n')
    },
  }
}
const WORDS = /\/web\/(?:messages\/[a-z-]+|features\/[a-z-]+\/messages)\.ts$/
const NOT_WORDS = /\/(?:catalogue|index|words-of)\.ts$/

/** Kept apart so that a new version of the product leaves them in the browser's cache. */
const CHUNKS: readonly (readonly [name: string, test: RegExp])[] = [
  ['react', /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//],
  ['pdf', /node_modules\/pdfjs-dist\//],
  ['live', /node_modules\/(socket\.io|engine\.io|@socket\.io)/],
  // What is said to zod before anything else is said where zod is.
  ['schemas', /node_modules\/zod\/|\/web\/jitless\.ts$/],
]
export const SPLITTING = { groups: CHUNKS.map(([name, test]) => ({ name, test })) }

/** Below this nothing is gained. */
const WORTH_IT = 1_000

/** Scripts and styles, compressed by Brotli. The server sends them as an alternative to the plain ones. */
export async function compressAssets(folder: string, qualityOf: (name: string) => number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|mjs|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const plain = await readFile(`${folder}/${name}`)
      if (plain.length < WORTH_IT) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(name), [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
      await writeFile(`${folder}/${name}.br`, await promisify(brotliCompress)(plain, { params }))
    }),
  )
}
