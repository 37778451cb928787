import type { Page } from 'playwright/test'
import { plainBytes } from '../pdf/support/files.ts'
import { eventually, type PreparedField, prepared, uploaded, viewOf } from '../support/prepared.ts'
import { losesAnswer } from './support/bad-line.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const fields = (page: Page) => page.locator('[data-field]')
const documents = (page: Page) => page.getByRole('list', { name: 'Documents', exact: true })
const saved = (page: Page) => expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible()

async function open(page: Page, url: string, pack: string): Promise<void> {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
}

async function choose(page: Page, press: () => Promise<void>, name: string, bytes: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press()
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
}

test('[S-183 S-184] replacing the PDF asks first: declined it stays, accepted its fields are where they were or are named', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Swapped sheets', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  const conversion = async () => (await viewOf(account, pack)).view.documents[0]!.conversion
  const before = await conversion()
  const replaceWith = async (name: string, bytes: Uint8Array) => {
    await desk.getByRole('button', { name: 'More for Swapped sheets' }).click()
    await choose(desk, () => desk.getByRole('menuitem', { name: 'Replace the PDF…' }).click(), name, bytes)
  }
  const question = desk.getByRole('dialog', { name: 'Replace the PDF of Swapped sheets?' })
  await replaceWith('Newer.pdf', await plainBytes(1))
  await expect(question).toContainText('This will replace the pdf onto which fields are overlaid. Do you want to continue?')
  await looksRight(desk, 'editor-replace')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await conversion()).toEqual(before)

  await replaceWith('Newer.pdf', await plainBytes(1))
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(desk.getByText('The PDF of Swapped sheets was replaced. Its fields keep their places.')).toBeVisible()
  await expect(fields(desk)).toHaveCount(1)
  await expect(desk.getByRole('button', { name: 'Page 2', exact: true })).toHaveCount(0)
  expect(await conversion()).not.toEqual(before)
})

test('[D-071 D-072 D-074 D-076] a document is added to the pack from the editor, renamed and downloaded by its tab', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Purchase of a boat', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  await choose(desk, () => desk.getByRole('button', { name: 'Add document' }).click(), 'Inventory and equipment.pdf', await plainBytes(2))
  const tabs = documents(desk).getByRole('listitem')
  await expect(tabs).toHaveCount(2)
  // Fifteen characters and no more, the whole name on hover.
  await expect(tabs.nth(1).getByRole('button').first()).toHaveText(/^Inventory and e…?2$/)
  await expect(tabs.nth(1).getByRole('button').first()).toHaveAttribute('aria-current', 'true')
  await expect(fields(desk)).toHaveCount(0)

  await desk.getByRole('button', { name: 'More for Inventory and equipment' }).click()
  await looksRight(desk, 'editor-document-menu')
  const started = desk.waitForEvent('download')
  await desk.getByRole('menuitem', { name: 'Download the PDF' }).click()
  expect((await started).suggestedFilename()).toBe('Inventory and equipment.pdf')
  await desk.getByRole('button', { name: 'More for Inventory and equipment' }).click()
  await desk.getByRole('menuitem', { name: 'Rename' }).click()
  const name = desk.getByRole('textbox', { name: 'New name of Inventory and equipment' })
  await expect(name).toBeFocused()
  await name.fill('Annex')
  await name.press('Enter')
  await expect(tabs.nth(1).getByRole('button').first()).toBeFocused()
  await saved(desk)
  const { view } = await viewOf(account, pack)
  expect(view.documents.map((document) => document.name)).toEqual(['Purchase of a boat', 'Annex'])
  expect(view.name).toBe('Purchase of a boat')
})

test('[D-073 D-384 D-385] a document is deleted by its tab, with its fields, and the editor goes on with the others', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Sale of a barn', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  const tabs = documents(desk).getByRole('listitem')
  await desk.getByRole('button', { name: 'More for Sale of a barn' }).click()
  await expect(desk.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect(desk.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await choose(desk, () => desk.getByRole('button', { name: 'Add document' }).click(), 'Mistaken.pdf', await plainBytes(1))
  await expect(tabs).toHaveCount(2)

  const question = desk.getByRole('dialog', { name: 'Delete document' })
  const ask = async () => {
    await desk.getByRole('button', { name: 'More for Mistaken' }).click()
    await desk.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question).toContainText('Are you sure you want to delete this document (Mistaken)? This action cannot be undone.')
  }
  await ask()
  await looksRight(desk, 'editor-document-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectMessage(desk, 'warning', 'Document (Mistaken) deletion cancelled.')
  await expect(tabs).toHaveCount(2)
  await ask()
  const lost = await losesAnswer(desk, '/app/documents/*/delete_document', 'GET')
  const again = desk.waitForResponse((response) => response.url().endsWith('/delete_document'))
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(tabs).toHaveCount(1)
  await expect(tabs.first().getByRole('button').first()).toHaveAttribute('aria-current', 'true')
  await expect(fields(desk)).toHaveCount(1)
  expect((await viewOf(account, pack)).view).toMatchObject({ trashed: null, documents: [{ name: 'Sale of a barn' }] })
  expect(lost()).toBe(1)
  expect((await again).status()).toBe(404)
  await expect(desk.getByRole('button', { name: 'More for Sale of a barn' })).toBeEnabled()
  await expect(desk.getByText('This could not be found.')).toHaveCount(0)
})

test('the tab of a single document renames the whole of it', async ({ desk, server, account }) => {
  const { pack } = await uploaded(account, 'Only sheet')
  await open(desk, server.url, pack)
  await desk.getByRole('button', { name: 'More for Only sheet' }).click()
  await desk.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await desk.getByRole('textbox', { name: 'New name of Only sheet' }).fill('Single sheet')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('textbox', { name: 'Document name' }).first()).toHaveValue('Single sheet')
  await expect(documents(desk).getByRole('button', { name: /^Single sheet/ })).toBeFocused()
})

test('[D-175] signers are left out of the mails, all at once or one by one, and the sheet says so before anything goes out', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const { pack } = await prepared(
    account,
    'Quiet request',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [SIGNATURE, { ...SIGNATURE, y: 240, signer: 1 }],
  )
  await open(desk, server.url, pack)
  const everybody = desk.getByRole('switch', { name: 'Email the signers' })
  await expect(everybody).toBeChecked()
  await everybody.click({ force: true })
  await expect(everybody).not.toBeChecked()
  await desk.getByRole('tab', { name: 'Signers' }).click()
  await desk.getByRole('switch', { name: 'Email the request' }).click({ force: true })
  await looksRight(desk, 'editor-signer-details')
  await desk.getByRole('tab', { name: 'Document' }).click()
  await expect(desk.getByText('1 of 2 signers get an email.')).toBeVisible()
  await saved(desk)
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Request signatures' })
  await expect(sheet.getByText('Jonas gets no email. Send them the signing link.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Request signatures' }).click()
  await expect(desk.getByText('Setup complete. Signature requests have been queued.')).toBeVisible()
  const { mails } = await eventually(
    () => account.get<{ mails: { to: string; document_key: string | null }[] }>('/app/outbox'),
    (answer) => answer.mails.some(({ document_key }) => document_key === pack),
  )
  expect(mails.filter(({ document_key }) => document_key === pack).map(({ to }) => to)).toEqual([expect.stringContaining('anna')])
})
