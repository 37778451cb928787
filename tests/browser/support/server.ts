import { relative } from 'node:path'
import axe from 'axe-core'
import { test as base, expect, type Page } from 'playwright/test'
import type { Client } from '../../../cli/demo/client.ts'
import { isOutOfTime } from '../../support/out-of-time.ts'
import { firstAccount } from '../../support/prepared.ts'
import { removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../../support/spawned.ts'
import { hasFirefox } from './firefox.ts'

interface Worker {
  readonly server: SpawnedServer
  /** The first account, over plain HTTP: for preparing what a test is not about. */
  readonly account: Client
}

/** What pages threw and nobody caught, since the test began. */
const thrown: string[] = []

/** Every test has a real server with one account; tests make their own documents. A page that threw, in any window, fails its test. */
export const test = base.extend<{ readonly inTime: undefined; readonly unbroken: undefined; readonly mayThrow: boolean }, Worker>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        context.on('weberror', (error) => {
          const { stack, message } = error.error()
          thrown.push(stack || message)
        })
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // For a test that breaks a page itself.
  mayThrow: [false, { option: true }],
  unbroken: [
    async ({ mayThrow }, use) => {
      thrown.length = 0
      await use(undefined)
      if (!mayThrow) expect(thrown).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    // The console always shows what a policy refuses, also where the page had asked without success and gone on.
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Content Security Policy: ${violatedDirective} refused ${blockedURI}`),
      ),
    )
    await use(context)
  },
  inTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
    async ({}, use, { file, skip }) => {
      skip(isOutOfTime(relative(process.cwd(), file)), 'the time of this share is used up')
      skip(process.env.BROWSER === 'firefox' && !hasFirefox(), 'firefox-esr is not installed')
      await use(undefined)
    },
    { auto: true },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
    async ({}, use) => {
      const dataDir = await temporaryFolder()
      const server = await spawnServer({ dataDir, env: { PARAPH_EXAMPLE: 'true' } })
      await use(server)
      await server.stop()
      await removeFolder(dataDir)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  account: [async ({ server }, use) => use(await firstAccount(server.url)), { scope: 'worker' }],
})
export { expect }

const WCAG: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** What a colour scheme can change: the elements and their names are those of the other one. */
const OF_COLOUR: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** No violation that axe can find, in light and in dark, and a kept picture of each. */
export async function looksRight(page: Page, name: string) {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // A colour that is still fading from one scheme to the other is none of either.
    await page.screenshot({ path: `test-results/screens/${name}-${scheme}.jpg`, quality: 85, animations: 'disabled' })
    expect(await violations(page, scheme === 'light' ? WCAG : OF_COLOUR), `${name}, ${scheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

const violations = (page: Page, runOnly: axe.RunOnly) =>
  page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { runOnly, resultTypes: ['violations'] } as axe.RunOptions,
  )
