import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { mantineVariables } from './theme/variables.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SERVER = process.env.PARAPH_URL ?? 'http://127.0.0.1:4680'

/**
 * Mantine would write its variables into the page by script, which needs 'unsafe-inline' for styles.
 * As a file of the build they pass under a policy that allows only our own.
 */
function mantineVariablesAsFile(): Plugin {
  const id = 'virtual:mantine-variables.css'
  return {
    name: 'mantine-variables',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (resolved) => (resolved === `\0${id}` ? mantineVariables() : null),
  }
}

/** Kept apart so that a new version of the product leaves them in the browser's cache. */
const CHUNKS: readonly (readonly [name: string, test: RegExp])[] = [
  ['react', /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//],
  ['pdf', /node_modules\/pdfjs-dist\//],
  ['live', /node_modules\/(socket\.io|engine\.io|@socket\.io)/],
  ['schemas', /node_modules\/zod\//],
]

/** The page that checks files is one file without any other, so it is a build of its own, beside this one. */
function verifyPage(): Plugin {
  return {
    name: 'verify-page',
    apply: 'build',
    async writeBundle({ dir }) {
      await build({ configFile: here('./verify.vite.config.ts'), logLevel: 'error', build: { outDir: dir ?? here('./dist') } })
    },
  }
}

export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [react(), mantineVariablesAsFile(), verifyPage()],
  server: {
    port: 4681,
    // `/live/` alone is the socket; below it lie our own modules.
    proxy: Object.fromEntries(
      ['^/app/', '^/documents/', '^/live/?(\\?|$)', '^/(sample.pdf|openapi.json|docs|health)$'].map((path) => [
        path,
        { target: SERVER, ws: path.includes('live') },
      ]),
    ),
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    sourcemap: false,
    // The oldest that have every built-in function we use (Map.groupBy).
    target: ['chrome117', 'edge117', 'firefox121', 'safari17.4'],
    rolldownOptions: {
      // A folder's door only passes on what lies behind it. Said here, or whoever takes one thing would load all of it.
      treeshake: { moduleSideEffects: [{ test: /\/web\/[^.]*\/index\.ts$/, sideEffects: false }] },
      input: { index: here('./index.html'), sign: here('./sign.html') },
      output: { codeSplitting: { groups: CHUNKS.map(([name, test]) => ({ name, test })) } },
    },
  },
})
