import { StandardFonts } from 'pdf-lib'
import type { CDPSession, Page } from 'playwright/test'
import { plainFile } from '../pdf/support/files.ts'
import { linkOf, newId, uploaded, viewOf } from '../support/prepared.ts'
import { becomes } from './support/desk.ts'
import { expect, looksRight, test } from './support/server.ts'
import { begins } from './support/signer.ts'

const PAGES = 2_000
const MB = 1024 * 1024

async function manyPages(): Promise<Uint8Array> {
  const document = await plainFile(0)
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 0; page < PAGES; page++) {
    const sheet = document.addPage([595, 842])
    for (let line = 0; line < 12; line++) sheet.drawText(`Clause ${page + 1}.${line + 1}`, { x: 60, y: 780 - line * 20, size: 12, font })
  }
  return document.save()
}

/** What the page's scripts and its canvases hold, once what is no longer needed has been given back. */
async function held(page: Page, session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const canvases = await page.evaluate(() => [...document.querySelectorAll('canvas')].map(({ width, height }) => width * height * 4))
  return { scripts: usedSize, canvases: canvases.length, pixels: canvases.reduce((sum, bytes) => sum + bytes, 0) }
}

async function look(page: Page, number: number): Promise<void> {
  const sheet = page.locator(`[data-page="${number}"]`)
  await sheet.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await expect(sheet.locator('canvas')).toBeVisible()
}

test('two thousand pages are drawn where somebody looks, and memory of pages left behind is freed', { tag: '@long' }, async ({
  page,
  context,
  server,
  account,
}) => {
  const { pack, document } = await uploaded(account, 'Two thousand leaves', await manyPages())
  const signer = newId()
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { signatories: [{ uuid: signer, role: 'signer-1', name: 'Ben Levy', email: 'ben@example.com' }], signing_order: [[signer]] },
  })
  await account.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [{ uuid: newId(), document_key: document, page: 0, type: 'text', x: 60, y: 300, width: 200, height: 24, signatory_uuid: signer }],
  })
  // Numbers of four digits keep clear of their pages.
  await becomes(context, server.url, account)
  await page.goto(`${server.url}/#documents/${pack}`)
  const thousandth = page.getByRole('button', { name: 'Page 1000', exact: true })
  await thousandth.click()
  await expect(thousandth.locator('canvas')).toBeVisible()
  const clear = await thousandth.evaluate((button) => {
    const number = button.ownerDocument.createRange()
    number.selectNodeContents(button.children[0]!)
    const { left, right } = number.getBoundingClientRect()
    return [left - button.closest('nav')!.getBoundingClientRect().left, button.children[1]!.getBoundingClientRect().left - right]
  })
  expect(Math.min(...clear)).toBeGreaterThanOrEqual(2)
  await page.screenshot({ path: 'test-results/screens/pages-many-editor.png' })
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await page.reload()
  // The sender's overview has a tile for each page, built where somebody looks.
  const tiles = page.getByRole('region', { name: 'Pages' }).getByRole('listitem')
  await expect(tiles.first()).toHaveAttribute('aria-setsize', String(PAGES))
  expect(await tiles.count()).toBeLessThan(200)
  await tiles.first().evaluate((tile) => {
    for (let at = tile.parentElement; at; at = at.parentElement) at.scrollTop = at.scrollHeight
  })
  const last = tiles.filter({ hasText: String(PAGES) })
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-posinset', String(PAGES))
  expect(await tiles.count()).toBeLessThan(200)
  await looksRight(page, 'pages-many-progress')
  await last.getByRole('button').click()
  await expect(page.getByRole('dialog', { name: `Page ${PAGES}` })).toBeVisible()

  await begins(page, await linkOf(account, pack, signer))
  const session = await page.context().newCDPSession(page)
  await look(page, 0)
  for (let number = 1; number <= 10; number++) await look(page, number)
  const before = await held(page, session)

  for (let number = 90; number < PAGES; number += 90) await look(page, number)
  await look(page, PAGES - 1)
  const after = await held(page, session)
  expect(after.canvases).toBeLessThan(12)
  expect(after.pixels).toBeLessThan(12 * 8 * MB)
  expect(after.scripts).toBeLessThan(before.scripts + 10 * MB)
})
