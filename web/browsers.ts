import type { Plugin } from 'vite'

/**
 * The oldest browsers of each page (README, “Browsers”): the team chooses its own, signers come with what they have. Syntax is brought down to
 * them by the build, which refuses what it cannot bring down; below them `starting.js` says in words what to do.
 */
export const TEAM = ['chrome117', 'edge117', 'firefox121', 'safari17.4']
export const SIGNERS = ['chrome117', 'edge117', 'firefox121', 'safari16.4']

interface Feature {
  readonly name: string
  readonly chrome: number
  readonly firefox: number
  readonly safari: number
  readonly used: RegExp
}
const NEVER = Number.POSITIVE_INFINITY
const feature = (name: string, chrome: number, firefox: number, safari: number, used: RegExp): Feature => ({
  name,
  chrome,
  firefox,
  safari,
  used,
})
const method = (name: string, chrome: number, firefox: number, safari: number) =>
  feature(`.${name}()`, chrome, firefox, safari, new RegExp(`\\.${name}\\(`))
const named = (name: string, chrome: number, firefox: number, safari: number) =>
  feature(name, chrome, firefox, safari, new RegExp(`\\b${name.replace('.', '\\.')}\\b`))

/** What came to some browser after the oldest that we build for, and would end a page there: since which version each has it. */
const SCRIPTS: readonly Feature[] = [
  named('Map.groupBy', 117, 119, 17.4),
  named('Object.groupBy', 117, 119, 17.4),
  named('Promise.withResolvers', 119, 121, 17.4),
  named('Promise.try', 128, 134, 18.2),
  named('Array.fromAsync', 121, 115, 16.4),
  named('URL.canParse', 120, 115, 17),
  named('URL.parse', 126, 126, 18),
  named('AbortSignal.any', 116, 124, 17.4),
  named('Intl.Segmenter', 87, 125, 14.1),
  named('Intl.DurationFormat', 129, 136, 16.4),
  named('RegExp.escape', 136, 134, 18.2),
  named('Iterator.from', 122, 131, 18.4),
  named('Uint8Array.fromBase64', 140, 133, 18.2),
  named('Uint8Array.fromHex', 140, 133, 18.2),
  named('Error.isError', 134, 138, 26),
  named('Float16Array', 135, 129, 18.2),
  named('CSS.highlights', 105, 140, 17.2),
  named('cookieStore', 87, 140, 18.4),
  named('requestIdleCallback', 47, 55, NEVER),
  named('startViewTransition', 111, 144, 18),
  named('scheduler.postTask', 94, 142, NEVER),
  method('toBase64', 140, 133, 18.2),
  method('toHex', 140, 133, 18.2),
  method('symmetricDifference', 122, 127, 17),
  method('intersection', 122, 127, 17),
  method('difference', 122, 127, 17),
  method('isSubsetOf', 122, 127, 17),
  method('isSupersetOf', 122, 127, 17),
  method('isDisjointFrom', 122, 127, 17),
  method('getOrInsert', 145, 144, 26.2),
  method('getOrInsertComputed', 145, 144, 26.2),
  method('transferToFixedLength', 114, 122, 17.4),
  method('checkVisibility', 105, 106, 17.4),
  method('showPopover', 114, 125, 17),
  method('moveBefore', 133, 144, NEVER),
  method('bytes', 132, 128, 18),
  feature(
    'helpers of iterators',
    122,
    131,
    18.4,
    /(?<!Object)\.(?:keys|values|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  ),
  feature('regular expressions with the flag v', 112, 116, 17, /RegExp\([^)]*,\s*["'`][dgimsuy]*v[dgimsuy]*["'`]\)/),
  feature('regular expressions with modifiers', 125, 132, NEVER, /\(\?[ims]*-?[ims]+:/),
]
const STYLES: readonly Feature[] = [
  feature('light-dark()', 123, 120, 17.5, /\blight-dark\(/),
  feature('@scope', 118, 146, 17.4, /@scope\b/),
  feature('colours made of another', 119, 128, 16.4, /\b(?:rgb|hsl|lch|lab|oklch|oklab|color)\(from\s/),
]

/** Asked for before they are used, or brought along. */
const GUARDED: readonly (readonly [module: RegExp, names: RegExp])[] = [
  // Its build for older browsers brings core-js.
  [/\/pdfjs-dist\/legacy\//, /./],
  // What pdf-lib answers are lists.
  [/\/shared\/pdf\//, /^helpers of iterators$/],
  [/\/@noble\//, /^(?:Uint8Array\.fromHex|\.toHex\(\))$/],
  [/\/(?:zod\/v4\/core|@sentry\/core)\//, /^URL\.canParse$/],
  [/\/(?:web-vitals|@sentry\/browser-utils)\//, /^requestIdleCallback$/],
  [/\/(?:react-dom|@tanstack\/router-core)\//, /^startViewTransition$/],
  [/\/shared\/domain\/kernel\/text\.ts$/, /^Intl\.Segmenter$/],
]

/** The names of what a script or a style sheet uses that one of these browsers does not have. */
export function missing(kind: 'script' | 'style', code: string, browsers: readonly string[], module = ''): readonly string[] {
  const oldest = browsers.map((each) => /^([a-z]+)([\d.]+)$/.exec(each)!)
  const lacks = (one: Feature) =>
    oldest.some(
      ([, browser, version]) => Number(version) < one[browser === 'edge' ? 'chrome' : (browser as 'chrome' | 'firefox' | 'safari')],
    )
  const isGuarded = ({ name }: Feature) => GUARDED.some(([where, names]) => where.test(module) && names.test(name))
  return (kind === 'script' ? SCRIPTS : STYLES)
    .filter((one) => lacks(one) && one.used.test(code) && !isGuarded(one))
    .map(({ name }) => name)
}

/** Refuses to build a page that would break in the oldest browsers that it is for. */
export function withinBrowsers(browsers: readonly string[]): Plugin {
  return {
    name: 'within-browsers',
    apply: 'build',
    generateBundle(_options, bundle) {
      const refused = Object.values(bundle).flatMap((file) => {
        if (file.type === 'asset') {
          return file.fileName.endsWith('.css')
            ? missing('style', String(file.source), browsers).map((name) => `${name} in ${file.fileName}`)
            : []
        }
        // A worker is a build of its own, under this plugin as well.
        const modules = Object.entries(file.modules).filter(([id]) => !id.includes('?worker'))
        return modules.flatMap(([id, { code }]) => missing('script', code ?? '', browsers, id).map((name) => `${name} in ${id}`))
      })
      if (refused.length > 0) throw new Error(`not every browser of this page (${browsers.join(', ')}) has\n  ${refused.join('\n  ')}`)
    },
  }
}
