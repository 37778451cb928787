import { writeFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { TEAM, withinBrowsers } from './browsers.ts'
import { compressAssets, here, mantineVariablesAsFile, SPLITTING, TREESHAKE, wordsCompiled } from './build-parts.ts'

const SERVER = process.env.PARAPH_URL ?? 'http://127.0.0.1:4680'

/**
 * Two pages are builds of their own, besides this one: that of signers, whose parts are smaller, and that which checks
 * files, which is one file without any other.
 */
function otherPages(): Plugin {
  return {
    name: 'other-pages',
    apply: 'build',
    async writeBundle({ dir }) {
      const outDir = dir ?? here('./dist')
      const other = async (page: string, write: boolean) => {
        const built = await build({ configFile: here(`./${page}.vite.config.ts`), logLevel: 'error', build: { outDir, write } })
        return [built].flat().flatMap((each) => ('output' in each ? each.output : []))
      }
      const [sign, verify] = await Promise.all([other('sign', true), other('verify', false)])
      const ofSigners = new Set(sign.map(({ fileName }) => fileName))
      // A signer on a slow connection gains by the last per cent; the first start of a server waits for it.
      await compressAssets(`${outDir}/assets`, (name) => (ofSigners.has(`assets/${name}`) ? 11 : 9))
      // Last: where this page is, nothing is missing.
      const [page, ...rest] = verify
      if (page?.type !== 'asset' || rest.length > 0) throw new Error('the page that checks files is not one file')
      await writeFile(`${outDir}/${page.fileName}`, page.source)
    },
  }
}

export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [react(), wordsCompiled(), mantineVariablesAsFile(), withinBrowsers(TEAM), otherPages()],
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
    target: TEAM,
    rolldownOptions: { treeshake: TREESHAKE, input: { index: here('./index.html') }, output: { codeSplitting: SPLITTING } },
  },
})
