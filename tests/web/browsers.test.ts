import { readFile } from 'node:fs/promises'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { missing, SIGNERS, TEAM, withinBrowsers } from '../../web/browsers.ts'
import sign from '../../web/sign.vite.config.ts'
import verify from '../../web/verify.vite.config.ts'
import team from '../../web/vite.config.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Element {
  readonly said: string[]
  readonly children: Element[]
  role?: string
}

const PHONE = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X)', maxTouchPoints: 5 }
const TABLET = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 }
const COMPUTER = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 }

/** A page of a browser that has these things and no others, as far as the script looks at them. */
async function page(of: 'team' | null, has: readonly string[], navigator = COMPUTER) {
  const made = (): Element => {
    const element: Element = { said: [], children: [] }
    return Object.assign(element, {
      style: {},
      setAttribute: (name: string, value: string) => Object.assign(element, { [name]: value }),
      appendChild: (child: Element | string) => (typeof child === 'string' ? element.said : element.children).push(child as never),
      removeChild: (child: Element) => element.children.splice(element.children.indexOf(child), 1),
      hasChildNodes: () => element.children.length > 0,
      getAttribute: () => of,
      addEventListener: () => undefined,
    })
  }
  const root = made()
  const listening = new Map<string, (event: object) => void>()
  const window: Record<string, unknown> = {
    document: { getElementById: () => root, createElement: made, createTextNode: (words: string) => words },
    navigator,
    setTimeout,
    addEventListener: (name: string, listener: (event: object) => void) => listening.set(name, listener),
    String: { prototype: { isWellFormed: has.includes('well-formed') ? () => true : undefined } },
    Map: { groupBy: has.includes('group') ? () => true : undefined },
  }
  if (has.length > 0) window.CSS = { supports: (...asked: string[]) => has.some((each) => asked.join().includes(each)) }
  window.window = window
  createContext(window)
  runInContext(await readFile('web/public/starting.js', 'utf8'), window)
  const itself = runInContext('window', window) as object
  const all = (element: Element): Element[] => element.children.flatMap((child) => [child, ...all(child)])
  return {
    root,
    warned: () => all(root).flatMap(({ role, said }) => (role === 'alert' ? said : [])),
    said: () => all(root).flatMap(({ said }) => said),
    happens: (name: string, target = itself) => listening.get(name)?.({ target }),
  }
}
/** What the oldest browsers of the policy have, each as the last of its kind. */
const OF_SIGNERS = ['subgrid', ':has(', 'well-formed']
const OF_TEAM = [...OF_SIGNERS, 'group']

test('[S-019 S-348] an old Internet Explorer is warned on every page, for 30 s, in a language that it knows', async () => {
  for (const name of ['index', 'sign', 'verify']) {
    const html = await readFile(`web/${name}.html`, 'utf8')
    expect(html.indexOf('<script src="/starting.js">')).toBeGreaterThan(html.indexOf('id="root"'))
    expect(html.indexOf('<script src="/starting.js">')).toBeLessThan(html.indexOf('<script type="module"'))
  }
  const script = await readFile('web/public/starting.js', 'utf8')
  expect(script.replace(/\/\/.*/g, '')).not.toMatch(/=>|`|\b(?:const|let|class|async)\b|\.append\(|\.remove\(\)|,\s*\)/)
  const { warned, said } = await page('team', [])
  expect(warned()).toEqual(['This browser is too old for Paraph.'])
  vi.advanceTimersByTime(29_999)
  expect(warned()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(warned()).toEqual([])
  // And still it is no empty page, and says what to do.
  expect(said().toSorted()).toEqual([
    'Paraph needs a newer browser.',
    'Update this browser, or open this page in a current Chrome, Edge, Firefox or Safari.',
  ])
})

test('a page starts in the oldest browsers of its policy, and in none below them; a phone is told which update it needs', async () => {
  for (const [of, has] of [['team', OF_TEAM] as const, [null, OF_SIGNERS] as const]) {
    expect((await page(of, has)).root).not.toHaveProperty('data-too-old')
    for (const lacking of has) {
      const { root, warned } = await page(
        of,
        has.filter((each) => each !== lacking),
      )
      expect([of, lacking, warned()]).toEqual([of, lacking, ['This browser is too old for Paraph.']])
      expect(root).toHaveProperty('data-too-old')
    }
    for (const device of [PHONE, TABLET]) {
      expect((await page(of, ['subgrid'], device)).said()).toContain(
        `Update this device in Settings, General, Software Update (to ${of ? '17.4' : '16.4'} or later), or open this page on another device.`,
      )
    }
  }
})

test('what breaks before anything is shown leaves words, and what breaks later leaves the page', async () => {
  for (const name of ['error', 'unhandledrejection']) {
    const { root, happens, warned, said } = await page(null, OF_SIGNERS)
    happens(name)
    vi.runAllTimers()
    expect(warned()).toEqual(['This page could not start.'])
    expect(said()[1]).toMatch(/^Nothing you saved is lost\. Try again\. If that does not help: Update this browser, or .* current Chrome/)
    happens(name)
    vi.runAllTimers()
    expect(root.children).toHaveLength(1)
  }
  const unloaded = await page(null, OF_SIGNERS)
  unloaded.happens('error', { tagName: 'IMG' })
  expect(unloaded.warned()).toEqual([])
  unloaded.happens('error', { tagName: 'SCRIPT', type: 'module' })
  expect(unloaded.warned()).toEqual(['This page could not be loaded.'])
  expect(unloaded.said()).toContain('Nothing you saved is lost. Check your connection, then try again.')

  const started = await page(null, OF_SIGNERS)
  started.root.children.push({ said: ['the page'], children: [] })
  started.happens('error')
  vi.runAllTimers()
  expect(started.said()).toEqual(['the page'])
})

test('each page is built for the browsers that README names, and its build refuses what one of them does not have', async () => {
  const readme = await readFile('README.md', 'utf8')
  const said = ([chrome, edge, firefox, safari]: readonly string[]) =>
    `Chrome ${chrome!.slice(6)}, Edge ${edge!.slice(4)}, Firefox ${firefox!.slice(7)} and Safari ${safari!.slice(6)}`
  for (const [browsers, ...configs] of [[TEAM, team] as const, [SIGNERS, sign, verify] as const]) {
    expect(readme).toContain(said(browsers))
    for (const { build, plugins } of configs) {
      expect(build?.target).toEqual(browsers)
      expect(plugins?.map((each) => each && 'name' in each && each.name)).toContain('within-browsers')
    }
  }

  vi.useRealTimers()
  const page = (code: string, browsers: readonly string[]) =>
    build({
      configFile: false,
      logLevel: 'silent',
      plugins: [
        { name: 'one', resolveId: (id) => (id === 'one' ? id : null), load: (id) => (id === 'one' ? code : null) },
        withinBrowsers(browsers),
      ],
      build: { write: false, minify: true, target: [...browsers], rolldownOptions: { input: 'one' } },
    })
  const grouping = 'globalThis.all = Map.groupBy([], String)'
  await expect(page(grouping, SIGNERS)).rejects.toThrow(/safari16\.4.*\n {2}Map\.groupBy in one/)
  await expect(page(grouping, TEAM)).resolves.toBeDefined()
  await expect(page('globalThis.letters = /[\\p{L}--a]/v', SIGNERS)).rejects.toThrow(/the flag v in one/)
})

test('what is newer than a browser is named, and what only looks like it is not', () => {
  const at = (code: string, ...browsers: string[]) => missing('script', code, browsers)
  expect(at('URL.canParse(text)', 'safari16.6')).toEqual(['URL.canParse'])
  expect(at('URL.canParse(text)', 'safari17.0')).toEqual([])
  expect(at('URL.canParse(text)', 'safari17.0', 'edge119')).toEqual(['URL.canParse'])
  expect(at('bytes.toHex()', 'chrome117')).toEqual(['.toHex()'])
  expect(at('toHex(bytes)', 'chrome117')).toEqual([])
  expect(at('fields.values().map(keyOf)', 'firefox121')).toEqual(['helpers of iterators'])
  expect(at('[...fields.values()].map(keyOf); Object.values(fields).map(keyOf)', 'firefox121')).toEqual([])
  expect(missing('style', 'color:light-dark(#fff,#000)', ['safari17.4'])).toEqual(['light-dark()'])
  expect(missing('style', 'color:rgb(from var(--a) r g b)', ['firefox121'])).toEqual(['colours made of another'])
  expect(missing('script', 'Promise.withResolvers()', ['safari16.4'], '/node_modules/pdfjs-dist/legacy/build/pdf.mjs')).toEqual([])
  expect(missing('script', 'Promise.withResolvers()', ['safari16.4'], '/node_modules/pdfjs-dist/build/pdf.mjs')).toHaveLength(1)
})
