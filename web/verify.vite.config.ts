import { readFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { SIGNERS, withinBrowsers } from './browsers.ts'
import { here, TREESHAKE, wordsCompiled } from './build-parts.ts'

/**
 * Puts scripts, styles and fonts into the page itself: a copy of it that somebody saved checks files without a network,
 * years later, from any folder.
 */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const [script, icon] = await Promise.all(['starting.js', 'favicon.svg'].map((name) => readFile(here(`./public/${name}`), 'utf8')))
        return html
          .replace('<script src="/starting.js"></script>', () => `<script>${script}</script>`)
          .replace('href="/favicon.svg"', () => `href="data:image/svg+xml,${encodeURIComponent(icon!)}"`)
      },
    },
    generateBundle(_options, bundle) {
      const page = Object.values(bundle).find((file) => file.type === 'asset' && file.fileName === 'verify.html')
      if (page?.type !== 'asset') throw new Error('the page was not built')
      let html = String(page.source)
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') {
          // Later imports are in the page as well: nothing may be preloaded, where Vite would list it.
          const code = file.code.replaceAll('__VITE_PRELOAD__', 'void 0').replaceAll('</script', '<\\/script')
          html = html.replace(new RegExp(`<script type="module"[^>]*src="[^"]*${name}"></script>`), '')
          html = html.replace('</body>', () => `<script type="module">${code}</script></body>`)
        } else if (name.endsWith('.css')) {
          const styles = String(file.source)
          html = html.replace(new RegExp(`<link rel="stylesheet"[^>]*href="[^"]*${name}">`), () => `<style>${styles}</style>`)
        } else continue
        delete bundle[name]
      }
      if (/(?:src|href)="\//.test(html.replace(/<script[\s\S]*?<\/script>/g, ''))) throw new Error('the page still needs other files')
      page.source = html
    },
  }
}

export default defineConfig({
  root: here('.'),
  base: '/',
  publicDir: false,
  plugins: [react(), wordsCompiled(), withinBrowsers(SIGNERS), oneFile()],
  worker: { plugins: () => [withinBrowsers(SIGNERS)] },
  build: {
    outDir: here('./dist'),
    emptyOutDir: false,
    sourcemap: false,
    target: SIGNERS,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 10_000,
    modulePreload: false,
    rolldownOptions: {
      treeshake: TREESHAKE,
      input: { verify: here('./verify.html') },
      output: { codeSplitting: false },
    },
  },
})
