import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { SIGNERS, withinBrowsers } from './browsers.ts'
import { here, mantineVariablesAsFile, SPLITTING, TREESHAKE, wordsCompiled } from './build-parts.ts'
import { messages } from './sign-only/catalogue.ts'

/** What the page of a signer has instead of what the team's pages have: a phone loads it before it shows anything. */
const INSTEAD: readonly (readonly [what: RegExp, instead: string])[] = [
  [/^libphonenumber-js\/min$/, here('./sign-only/phones.ts')],
  [/\/catalogue\.ts$/, here('./sign-only/catalogue.ts')],
  [/\/Tip\.tsx$/, here('./sign-only/Tip.tsx')],
  [/\/decide\/deciders\.ts$/, here('../shared/domain/pack/decide/signer-deciders.ts')],
]

function signersOwn(): Plugin {
  return {
    name: 'signers-own',
    enforce: 'pre',
    resolveId: (source, importer) => (importer?.includes('/sign-only/') ? null : INSTEAD.find(([what]) => what.test(source))?.[1]),
    /** Words that are not in its catalogue would be found missing by a signer. */
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          for (const [, feature] of (code ?? '').matchAll(/\b(?:useWords|wordsOf)\(['"](\w+)['"]\)/g)) {
            if (!Object.hasOwn(messages, feature!))
              throw new Error(`${id} asks for the words of ${feature}, which the signer's page does not have`)
          }
        }
      }
    },
  }
}

/** Names what only those who have consented need, for `opening.js`: it is the first to know who that is. */
function namesConsented(): Plugin {
  return {
    name: 'names-consented',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const consented = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/Consented.tsx'))
        if (!consented || !entry || !html.includes(OPENING)) throw new Error('what comes after consent is no part of its own')
        const own = chunks.filter(
          (each) => each === consented || (consented.imports.includes(each.fileName) && !entry.imports.includes(each.fileName)),
        )
        const files = own.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
        const names = files.map((name) => `/${name}`).join(' ')
        return html.replace(OPENING, `${OPENING} data-consented="${names}"`)
      },
    },
  }
}
const OPENING = '<script src="/opening.js"'

/** The signer's page: a build of its own, into the folder of the other. */
export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [signersOwn(), react(), wordsCompiled(), mantineVariablesAsFile(), withinBrowsers(SIGNERS), namesConsented()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: false,
    copyPublicDir: false,
    sourcemap: false,
    target: SIGNERS,
    rolldownOptions: { treeshake: TREESHAKE, input: { sign: here('./sign.html') }, output: { codeSplitting: SPLITTING } },
  },
})
