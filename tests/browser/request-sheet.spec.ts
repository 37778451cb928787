import type { Page } from 'playwright/test'
import { eventually, newId, type PreparedField, prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Request signatures' })

async function open(page: Page, url: string, pack: string) {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  await page.getByRole('button', { name: 'Request signatures' }).click()
  return sheetOf(page)
}

test('the preview shows the mail as each signer gets it, and what is sent says the same', async ({ desk, server, account }) => {
  const { pack } = await prepared(
    account,
    'Preview of a lease',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [SIGNATURE, { ...SIGNATURE, y: 240, signer: 1 }],
  )
  const sheet = await open(desk, server.url, pack)
  await expect(sheet.getByText('{name} becomes each signer’s name')).toBeVisible()
  const subject = sheet.getByLabel('Subject')
  const usual = (await subject.getAttribute('placeholder'))!
  expect(usual).toBe('Mira Castell asks you to sign “Preview of a lease”')
  await sheet.getByLabel('Message').fill('Hello {name},\nplease sign by Friday.')
  const toggle = sheet.getByRole('button', { name: 'Preview the mail' })
  await toggle.press('Enter')
  const preview = sheet.getByRole('region', { name: 'The mail as it is sent' })
  await expect(preview).toContainText(usual)
  await expect(preview).toContainText('to anna@example.com')
  await expect(preview).toContainText('Hello Anna Okafor,')
  await sheet.getByRole('combobox', { name: 'As it is sent to' }).click()
  await desk.getByRole('option', { name: 'Jonas Lindqvist' }).click()
  await expect(preview).toContainText('Hello Jonas Lindqvist,')
  await preview.scrollIntoViewIfNeeded()
  await looksRight(desk, 'request-preview')
  const paragraphs = await preview.locator('p').allInnerTexts()

  await sheet.getByRole('button', { name: 'Request signatures' }).click()
  await expect(desk).toHaveURL(/#documents$/)
  type Mail = { to: string; subject: string; text: string; document_key: string | null }
  const { mails } = await eventually(
    () => account.get<{ mails: Mail[] }>('/app/outbox'),
    (answer) => answer.mails.some(({ to, document_key }) => document_key === pack && to === 'jonas@example.com'),
  )
  const mail = mails.find(({ to, document_key }) => document_key === pack && to === 'jonas@example.com')!
  expect(mail.subject).toBe(paragraphs[0])
  for (const paragraph of paragraphs.slice(1)) expect(mail.text).toContain(paragraph.trim())
})

test('[D-329] each entry of the checklist leads to what it is about, and the focus goes there', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const { pack, fields } = await prepared(
    account,
    'Leading to gaps',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [SIGNATURE, { type: 'choice', x: 72, y: 240, width: 160, height: 24, signer: 1, options_as_csv: '' }],
  )
  const { view } = await viewOf(account, pack)
  const copy = newId()
  await account.post(`/app/documents/${pack}/update_document`, {
    data: {
      document_name: '',
      signatories: [{ uuid: view.signatories[1]!.uuid, email: 'not an address' }],
      cc_recipients: [{ uuid: copy, name: 'Archive', email: 'archive' }],
    },
  })
  const sheet = await open(desk, server.url, pack)
  const request = desk.getByRole('button', { name: 'Request signatures' })
  await looksRight(desk, 'request-gaps')

  await sheet.getByRole('button', { name: 'Show the name' }).press('Enter')
  await expect(desk.locator('#document-name')).toBeFocused()
  await desk.keyboard.type('Leading to gaps')
  await desk.keyboard.press('Enter')

  await request.click()
  await sheet.getByRole('button', { name: 'Show the signer' }).press('Enter')
  const email = desk.locator(`[data-signer="${view.signatories[1]!.uuid}"]`).getByLabel('Email')
  await expect(email).toBeFocused()
  await email.fill('jonas@example.com')
  await desk.keyboard.press('Tab')

  await request.click()
  await sheet.getByRole('button', { name: 'Show the field' }).press('Enter')
  await expect(desk.locator(`[data-field="${fields[1]}"]`)).toBeFocused()
  await desk.getByLabel('Options').fill('30 days')
  await desk.keyboard.press('Tab')

  await request.click()
  await sheet.getByRole('button', { name: 'Show the document' }).press('Enter')
  const address = desk.locator(`[data-recipient="${copy}"]`).getByLabel('Email')
  await expect(address).toBeFocused()
  await address.fill('archive@example.com')
  await desk.keyboard.press('Tab')

  await request.click()
  await expect(sheet.getByRole('button', { name: 'Request signatures' })).toBeEnabled()
  await desk.keyboard.press('Escape')
  await expect(request).toBeFocused()
})
