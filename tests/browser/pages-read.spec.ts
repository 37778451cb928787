import type { Page } from 'playwright/test'
import { onePage } from '../pdf/support/files.ts'
import { linkOf, sent, uploaded } from '../support/prepared.ts'
import { becomes } from './support/desk.ts'
import { expect, looksRight, test } from './support/server.ts'
import { begins, stands } from './support/signer.ts'

const place = (custom_id: string, x: number, y: number) => ({ type: 'text', x, y, width: 120, height: 24, signer: 0, custom_id }) as const
/** Not in the order in which they are read. */
const FIELDS = [place('third', 72, 500), place('second', 300, 403), place('first', 72, 400)]

const textOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] [data-main-rotation]`)

test('pages are read out as text, and fields stand in them in the order in which the page is read', async ({ page, account }) => {
  const made = await sent(account, 'Read aloud', ['Ada Lovelace'], FIELDS)
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await stands(page, 'First')
  const paper = page.getByRole('region', { name: /^Page 1 of/ })
  await expect(textOf(page, 0)).toContainText(/\w{3,} \w{2,}/)
  await expect(paper.getByRole('button')).toHaveText([/First/, /Second/, /Third/])
  // A word of the page stands where it is drawn, and can be taken along.
  const word = textOf(page, 0)
    .locator('span')
    .filter({ hasText: /\w{3,}/ })
    .first()
  await word.dblclick()
  const selected = await page.evaluate(() => getSelection()?.toString().trim() ?? '')
  expect(selected).not.toBe('')
  expect(await word.textContent()).toContain(selected)
  const [sheet, letters] = [await paper.boundingBox(), await word.boundingBox()]
  expect(letters!.x).toBeGreaterThanOrEqual(sheet!.x)
  expect(letters!.x + letters!.width).toBeLessThanOrEqual(sheet!.x + sheet!.width)
  await looksRight(page, 'sign-selected-text')
})

test('a returning signer sees their page before the scripts have come, and nothing jumps when they have', async ({ browser, account }) => {
  const made = await sent(account, 'Come back', ['Ada Lovelace'], FIELDS)
  const link = await linkOf(account, made.pack, made.signers[0]!)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await begins(page, link)
  await stands(page, 'First')
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(link, { waitUntil: 'commit' })
  const early = page.locator('img[data-first-page]')
  await expect(early).toBeVisible()
  expect(await early.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.screenshot({ path: 'test-results/screens/sign-first-look.png' })
  scripts.resolve()
  await stands(page, 'First')
  await expect(early).toHaveCount(0)
  await expect(page.locator('[data-page="0"] canvas')).toBeVisible()
  await context.close()
})

test('a phone that may move things comes to rest with the field that is asked for in view, down and across the page', async ({
  browser,
  account,
}) => {
  const made = await sent(account, 'Far down', ['Ada Lovelace'], [place('upper', 400, 300), place('lower', 72, 700)])
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  const now = page.locator('[data-now]').first()
  for (const name of ['Upper', 'Lower']) {
    await stands(page, name)
    await expect(now).toHaveAccessibleName(new RegExp(name))
    await expect(now).toBeInViewport({ ratio: 1 })
    if (name === 'Upper') await page.getByRole('button', { name: /^Next/ }).click()
  }
  await context.close()
})

test('a font that a file does not bring is the same for everybody, whatever fonts their device has', async ({
  page,
  context,
  server,
  account,
}) => {
  const times = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> >> >>'
  const { pack } = await uploaded(account, 'Set in Times', onePage('BT /F1 24 Tf 40 400 Td (Millimetre by millimetre) Tj ET', times))
  await becomes(context, server.url, account)
  const standIn = page.waitForResponse(/\/assets\/FoxitSerif-/)
  await page.goto(`${server.url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  expect((await standIn).status()).toBe(200)
})
