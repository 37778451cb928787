import { writeFileSync } from 'node:fs'
import type { Page, TestInfo } from 'playwright/test'
import { sealedPackOf } from '../support/sealed-file.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const item = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menuitem', { name })
}

/** The sheet of a document, and its sealed file as somebody brings it. */
async function comparing(page: Page, url: string, { pack, bytes }: Awaited<ReturnType<typeof sealedPackOf>>, testInfo: TestInfo) {
  const file = testInfo.outputPath('brought.pdf')
  writeFileSync(file, bytes)
  await page.goto(`${url}/#documents/${pack}`)
  await (await item(page, 'Compare a file')).click()
  const sheet = page.getByRole('dialog', { name: 'Compare a file with this document' })
  return { sheet, file, brought: sheet.getByLabel('Choose a PDF', { exact: true }).and(page.locator('input')) }
}

test('[S-154 S-155 S-337] a file that somebody brought is held against a document: it fails to come, is checked, and is judged', async ({
  desk: page,
  account,
  server,
}, testInfo) => {
  const made = await sealedPackOf(server.url, account, 'Deed to compare with')
  await page.goto(`${server.url}/#documents/${made.pack}`)
  await expect(await item(page, 'Verify a signed PDF')).toHaveAttribute('href', '/verify')
  await page.keyboard.press('Escape')
  const { sheet, brought, file } = await comparing(page, server.url, made, testInfo)
  await page.route(/\/app\/uploads\//, (route) => route.abort())
  await brought.setInputFiles(file)
  await expect(sheet.getByRole('status')).toContainText('The file was not checked')
  await expect(sheet.getByRole('status')).toContainText('Failed to upload document.')
  await page.unroute(/\/app\/uploads\//)
  const asked = Promise.withResolvers<void>()
  await page.route(/document_verification_upload_success/, async (route) => {
    await asked.promise
    await route.continue()
  })
  await brought.setInputFiles(file)
  await expect(sheet.getByRole('status')).toContainText('Checking the file')
  asked.resolve()
  await expect(sheet.getByRole('status')).toContainText('It is the final file of this document')
  await looksRight(page, 'compare-final')
})

test('a comparison that is left while it runs is called off, and the next begins again', async ({
  desk: page,
  account,
  server,
}, testInfo) => {
  const made = await sealedPackOf(server.url, account, 'Deed compared in haste')
  const { sheet, brought, file } = await comparing(page, server.url, made, testInfo)
  const check = /document_verification_upload_success/
  await page.route(check, () => undefined)
  await brought.setInputFiles(file)
  await expect(sheet.getByRole('status')).toContainText('Checking the file')
  const calledOff = page.waitForEvent('requestfailed', (request) => check.test(request.url()))
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await calledOff
  await expect(sheet).toHaveCount(0)
  await page.unroute(check)
  await (await item(page, 'Compare a file')).click()
  await expect(sheet.getByRole('status')).toHaveCount(0)
  await brought.setInputFiles(file)
  await expect(sheet.getByRole('status')).toContainText('It is the final file of this document')
})

test('additions to a sealed file: its values, a legal hold and a new seal, each from the document’s menu', { tag: '@long' }, async ({
  desk: page,
  account,
  server,
}) => {
  const made = await sealedPackOf(server.url, account, 'Deed beside its seal')
  await page.goto(`${server.url}/#documents/${made.pack}`)
  const [values] = await Promise.all([page.waitForEvent('download'), (await item(page, 'Values behind the digests')).click()])
  expect(values.suggestedFilename()).toBe('Deed beside its seal.disclosures.json')
  await page.keyboard.press('Escape')

  await (await item(page, 'Place a legal hold')).click()
  const hold = page.getByRole('dialog', { name: 'Legal hold' })
  await hold.getByRole('textbox', { name: 'Reason' }).fill('Dispute 7/2026')
  await looksRight(page, 'legal-hold')
  await hold.getByRole('button', { name: 'Place the hold' }).click()
  await expect(page.getByText(/Under a legal hold since/)).toBeVisible()
  await expect(page.getByText('Dispute 7/2026')).toBeVisible()
  await looksRight(page, 'progress-held')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More actions' }).click()
  await looksRight(page, 'progress-more-390')
  await page.getByRole('menuitem', { name: 'Lift the legal hold' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the hold' }).click()
  await expect(page.getByText(/Under a legal hold since/)).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  const download = page.getByRole('link', { name: 'Download' })
  const before = await download.getAttribute('href')
  await (await item(page, 'Seal again')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Seal again' }).click()
  await expect(download).not.toHaveAttribute('href', before!)
  await expect(await item(page, 'Seal again')).toBeVisible()
})
