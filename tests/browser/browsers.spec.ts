import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Client } from '../../cli/demo/client.ts'
import { linkOf, type PreparedField, prepared, sent } from '../support/prepared.ts'
import { sealedFile } from '../support/sealed-file.ts'
import { listOf, openList, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'
import { begins, finishing, onwards, stands, typesName } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 180, height: 40, signer: 0, required: true }

async function linkTo(account: Client, name: string): Promise<string> {
  const { pack, signers } = await sent(account, name, ['Anna Okafor'], [SIGNATURE])
  return linkOf(account, pack, signers[0]!)
}

/** Takes from a page what one of the oldest browsers that it is for does not have. */
async function asOld(page: Page, { team }: { readonly team: boolean }): Promise<void> {
  await page.addInitScript((isTeam) => {
    const newer: readonly (readonly [of: object, names: readonly string[]])[] = [
      [Promise, isTeam ? ['try'] : ['try', 'withResolvers']],
      [Array, ['fromAsync']],
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [RegExp, ['escape']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
      [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
      [Element.prototype, ['checkVisibility', 'moveBefore']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      [Document.prototype, ['startViewTransition']],
      [ReadableStream.prototype, ['values']],
      [globalThis, ['Iterator', 'requestIdleCallback', 'cancelIdleCallback', 'cookieStore', 'scheduler', 'Float16Array']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
      ],
    ]
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
    if (isTeam) return
    for (const owner of [Map, Object]) Reflect.deleteProperty(owner, 'groupBy')
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  }, team)
}

const shown = (page: Page) => page.locator('#root')

test('[S-019 S-348] below the browsers of a page it says in words what to do, and shows nothing else', async ({
  browser,
  server,
  account,
}) => {
  const link = await linkTo(account, 'Signed on an old phone')
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1',
  })
  const page = await context.newPage()
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(String(error)))
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'isWellFormed')
    Reflect.deleteProperty(Map, 'groupBy')
  })
  for (const [name, path, version] of [
    ['team', '/', '17.4'],
    ['signing', new URL(link).pathname, '16.4'],
    ['verify', '/verify', '16.4'],
  ]) {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByRole('alert')).toHaveText('This browser is too old for Paraph.')
    await expect(shown(page)).toHaveText(
      `This browser is too old for Paraph.Update this device in Settings, General, Software Update (to ${version} or later), or open this page on another device.`,
    )
    await looksRight(page, `too-old-${name}-phone`)
  }
  expect(thrown).toEqual([])
  await context.close()

  // An old Internet Explorer, which knows none of it, is warned for 30 s.
  const old = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko' })
  const list = await old.newPage()
  await list.addInitScript(() => Reflect.deleteProperty(window, 'CSS'))
  await list.clock.install()
  await list.goto(`${server.url}/#documents`)
  const warning = list.getByRole('alert')
  await expect(warning).toHaveText('This browser is too old for Paraph.')
  await list.clock.pauseAt(Date.now() + 20_000)
  await expect(warning).toHaveCount(1)
  await list.clock.runFor(10_000)
  await expect(warning).toHaveCount(0)
  await expect(shown(list)).toContainText('open this page in a current Chrome, Edge, Firefox or Safari.')
  await old.close()
})

test.describe('a page that is broken', () => {
  test.use({ mayThrow: true })
  test('what breaks while a page starts leaves words and a way on, and no white page', async ({ page, server, account }) => {
    const link = await linkTo(account, 'Broken at the start')
    const pages = [
      ['team', server.url],
      ['signing', link],
      ['verify', `${server.url}/verify`],
    ] as const
    const breaks = await page.context().newPage()
    await breaks.addInitScript(() => Object.defineProperty(window, 'matchMedia', { value: null }))
    for (const [name, address] of pages) {
      await breaks.goto(address)
      await expect(breaks.getByRole('alert')).toHaveText('This page could not start.')
      await breaks.screenshot({ path: `test-results/screens/broken-${name}.png` })
    }
    await breaks.close()

    // In a language that the browser does not know, and not to be fetched.
    for (const [words, answer] of [
      ['This page could not start.', { contentType: 'text/javascript', body: 'let letters = /(?<!/' }],
      ['This page could not be loaded.', { status: 500, body: '' }],
    ] as const) {
      await page.route('**/assets/*.js', (route) => route.fulfill(answer))
      for (const [, address] of pages.slice(0, 2)) {
        await page.goto(address)
        await expect(page.getByRole('alert')).toHaveText(words)
      }
      await page.unroute('**/assets/*.js')
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('checkbox', { name: 'I agree to sign electronically' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('in the oldest browsers of each page a document is prepared, signed and checked', async ({ desk, page, browser, server, account }) => {
  await asOld(desk, { team: true })
  const link = await linkTo(account, 'Signed in an old browser')
  const draft = await prepared(account, 'Prepared in an old browser', ['Anna Okafor'], [SIGNATURE])
  await openList(desk, server.url)
  await expect(listOf(desk)).toContainText('Prepared in an old browser')
  await desk.goto(`${server.url}/#documents/${draft.pack}`)
  await expect(desk.locator('[data-page="0"]').first()).toBeVisible()
  await expect(desk.getByRole('tab', { name: 'Signers' })).toBeVisible()

  const thrown: string[] = []
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const phone = await context.newPage()
  phone.on('pageerror', (error) => thrown.push(String(error)))
  await asOld(phone, { team: false })
  await begins(phone, link)
  await typesName(phone, 'Anna Okafor')
  await onwards(phone).click()
  await finishing(phone).click()
  await stands(phone, 'You have signed')

  const bytes = await sealedFile(server.url, account, 'Checked in an old browser')
  await phone.goto(`${server.url}/verify`)
  await phone.getByTestId('file').setInputFiles({ name: 'Checked.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This file is intact')
  await expect(phone.getByText(/showing page/)).toBeVisible()
  expect(thrown).toEqual([])
  await context.close()
  await page.close()
})

test('the dialog for choosing files hangs on an input that stands in the page until something was chosen', async ({ desk, server }) => {
  await openList(desk, server.url)
  const inputs = desk.locator('body > input[type=file]')
  await expect(inputs).toHaveCount(0)
  const opened = desk.waitForEvent('filechooser')
  await desk.getByRole('button', { name: /Upload PDF|Choose PDF files/ }).click()
  const chooser = await opened
  expect(await chooser.element().evaluate((input) => input.isConnected)).toBe(true)
  await expect(inputs).toHaveCount(1)
  const buffer = await readFile('assets/sample.pdf')
  await chooser.setFiles({ name: 'Chosen in a while.pdf', mimeType: 'application/pdf', buffer })
  await expect(listOf(desk)).toContainText('Chosen in a while')
  await expect(inputs).toHaveCount(0)
})
