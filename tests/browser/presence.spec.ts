import type { Page } from 'playwright/test'
import { linkOf, type PreparedField, prepared, sent } from '../support/prepared.ts'
import { colleague } from './support/colleague.ts'
import { becomes, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'
import { begins } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const TEXT: PreparedField = { type: 'text', x: 72, y: 220, width: 200, height: 24, signer: 0, custom_id: 'delivery_address' }

async function open(page: Page, url: string, pack: string): Promise<void> {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
}

test('who else is here is shown with where they are and what they do, moves nothing, and is gone when they leave', {
  tag: '@long',
}, async ({ desk, browser, server, account }) => {
  const { pack, fields } = await prepared(account, 'Two at one table', ['Anna Okafor'], [SIGNATURE, TEXT])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await becomes(context, server.url, await colleague(server, account, 'Ravi', 'Menon'))
  const other = await context.newPage()
  await open(desk, server.url, pack)
  await open(other, server.url, pack)
  const here = desk.getByRole('list', { name: 'Who else is here' })
  await expect(here.getByText('Ravi Menon is looking at page 1')).toBeAttached()
  await expect(other.getByText('Mira Castell is looking at page 1')).toBeAttached()

  const text = desk.locator(`[data-field="${fields[1]}"]`)
  const mark = desk.locator(`[data-peers="${fields[1]}"]`)
  const before = await text.boundingBox()
  await other.locator(`[data-field="${fields[1]}"]`).click()
  await expect(mark).toContainText('Ravi')
  await expect(text).toHaveAccessibleDescription('Ravi selected this')
  // Whose field it is stays what it is called.
  await expect(text).toHaveAccessibleName('Delivery address for Anna Okafor, page 1')
  expect(await text.boundingBox()).toEqual(before)
  const frame = await mark.evaluate((element) => getComputedStyle(element, '::before').borderTopStyle)
  expect(frame).toBe('dashed')
  await looksRight(desk, 'editor-others')

  await other.getByLabel('Help for the signer').pressSequentially('Where the goods go')
  await expect(text).toHaveAccessibleDescription('Ravi is typing here')
  await other.locator(`[data-field="${fields[1]}"]`).click()
  await expect(text).toHaveAccessibleDescription('Ravi selected this')

  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'Fields of the document' }).click()
  await expect(desk.getByRole('button', { name: /Delivery address/ })).toContainText('Ravi selected this')
  await looksRight(desk, 'editor-others-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })

  await context.close()
  await expect(mark).toHaveCount(0)
  await expect(here).toHaveCount(0)
})

test('a watching member sees in which field a signer types, and a signer that the sender is here, where the workspace says so', {
  tag: '@long',
}, async ({ desk, browser, server, account }) => {
  const made = await sent(account, 'Watched while it is signed', ['Anna Okafor'], [{ ...TEXT, y: 60, required: true }, SIGNATURE])
  const session = await account.get<{ user: { default_user_account_key: string } }>('/app/session')
  const shows = (show_sender_presence: boolean) =>
    account.post(`/app/accounts/${session.user.default_user_account_key}/update_account_settings`, { data: { show_sender_presence } })
  await shows(true)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const anna = await context.newPage()
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await begins(anna, await linkOf(account, made.pack, made.signers[0]!))
  const row = desk.getByRole('listitem').filter({ hasText: 'anna@example.com' })
  await expect(row).toContainText('On page 1')
  await anna.getByRole('textbox', { name: 'Delivery address' }).fill('21 Mill Lane')
  await expect(row).toContainText('Typing in “Delivery address”')
  await expect(row).toContainText('On page 1')
  await desk.reload()
  await expect(anna.getByText('The sender is here')).toBeVisible()
  await shows(false)
  await context.close()
})
