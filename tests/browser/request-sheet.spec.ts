import type { Locator, Page } from 'playwright/test'
import { eventually, linkOf, newId, type PreparedField, prepared, signAs, viewOf } from '../support/prepared.ts'
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

test('the preview shows the mail as each signer gets it, and what is sent says the same', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(
    account,
    'Preview of a lease',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [SIGNATURE, { ...SIGNATURE, y: 240, signer: 1 }],
  )
  const sheet = await open(desk, server.url, pack)
  await expect(sheet.getByText('{name} is replaced by each signer’s name')).toBeVisible()
  const subject = sheet.getByLabel('Subject')
  const usual = (await subject.getAttribute('placeholder'))!
  expect(usual).toBe('Mira Castell asks you to sign “Preview of a lease”')
  await sheet.getByLabel('Message').fill('Hello {name},\nplease sign by Friday.')
  const toggle = sheet.getByRole('button', { name: 'Preview the email' })
  await toggle.press('Enter')
  const preview = sheet.getByRole('region', { name: 'The email as it is sent' })
  await expect(preview).toContainText(usual)
  await expect(preview).toContainText('to anna@example.com')
  await expect(preview).toContainText('Hello Anna Okafor,')
  await sheet.getByRole('combobox', { name: 'As sent to' }).click()
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

/** What of a button reaches beyond it, or beyond the screen. */
const cutOff = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.flatMap((button) => {
      const room = button.getBoundingClientRect()
      const label = document.createRange()
      label.selectNodeContents(button)
      const boxes = [...button.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect())
      const fits = ({ left, right, top, bottom }: DOMRect) =>
        left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom
      const whole = [...boxes, ...label.getClientRects()].every(fits) && room.left >= 0 && room.right <= innerWidth && room.height >= 44
      return whole ? [] : [button.textContent]
    }),
  )

test('on a screen of middle width a signer’s name and address have room next to the checklist', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Between phone and desk', ['Anna Okafor'], [SIGNATURE])
  await desk.setViewportSize({ width: 768, height: 1024 })
  const sheet = await open(desk, server.url, pack)
  const row = sheet.locator('[data-signer]')
  for (const words of [row.getByLabel('Name'), row.getByLabel('Email'), row.getByText('1 field', { exact: true })]) {
    const cut = await words.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(cut, String(words)).toBeLessThanOrEqual(0)
  }
})

test('inputs of signers stand below each other, whatever their rows hold; on a phone an empty name has its role next to it', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const { pack, signers } = await prepared(account, 'Aligned', ['Anna Okafor', 'Jonas Lindqvist', 'Mei Tanaka'], [SIGNATURE])
  await account.post(`/app/documents/${pack}/update_document`, {
    data: {
      signatories: [
        { uuid: signers[0], role: 'Tenant’s legal representative', mobile_number: '+27821234567' },
        { uuid: signers[1], signing_link_notification: false },
        { uuid: signers[2], name: '' },
      ],
    },
  })
  const sheet = await open(desk, server.url, pack)
  for (const label of ['Name', 'Email']) {
    const inputs = sheet.getByRole('listitem').getByLabel(label, { exact: true })
    await expect(inputs).toHaveCount(3)
    const boxes = await Promise.all([0, 1, 2].map(async (at) => (await inputs.nth(at).boundingBox())!))
    expect(new Set(boxes.map(({ x, width }) => `${Math.round(x)} ${Math.round(width)}`)).size, label).toBe(1)
  }
  await looksRight(desk, 'request-aligned')
  const nameless = sheet.getByRole('listitem').filter({ hasText: 'signer-3' })
  await desk.setViewportSize({ width: 390, height: 844 })
  const role = nameless.getByText('signer-3', { exact: true }).filter({ visible: true })
  await expect(role).toHaveCount(1)
  await looksRight(desk, 'request-nameless-390')
  await nameless.getByLabel('Name', { exact: true }).fill('Mei Tanaka')
  await nameless.getByLabel('Email', { exact: true }).focus()
  await expect(role).toHaveCount(0)
})

test('on a phone no button of a sheet is cut off, however long its label and however narrow the screen', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Long labels', ['Maximiliane Alexandra von Hohenstein-Wittelsbach'], [SIGNATURE])
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  const here = sheetOf(desk).getByRole('button', { name: 'Send and sign in person' })
  const both = sheetOf(desk).locator('footer button')
  await expect(here).toBeEnabled()
  await expect(both).toHaveCount(2)
  for (const width of [390, 360, 320]) {
    await desk.setViewportSize({ width, height: 844 })
    expect(await cutOff(both), `${width} px`).toEqual([])
  }
  // As long as another language may make it.
  const label = here.getByText('Send and sign in person')
  await label.evaluate((words) => {
    words.textContent = 'Unterschriften anfordern und gleich auf diesem Gerät unterschreiben'
  })
  expect(await cutOff(both)).toEqual([])
  await sheetOf(desk).getByText('Unterschriften anfordern').click()
  const hand = desk.getByRole('button', { name: 'Hand the device to Maximiliane' })
  await expect(hand).toBeVisible()
  expect(await cutOff(hand)).toEqual([])
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
  const email = sheet.locator(`[data-signer="${view.signatories[1]!.uuid}"]`).getByLabel('Email')
  await expect(email).toBeFocused()
  await email.fill('jonas@example.com')
  await expect(sheet.getByRole('button', { name: 'Show the signer' })).toBeHidden()

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

test('[D-084 D-085] the extras of a document hold subject and message, which its request goes out with', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Extras of an offer', ['Anna Okafor'], [SIGNATURE])
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto(`${server.url}/#documents/${pack}`)
  // The documents are a sheet here, with all that can be done with each.
  await desk.getByRole('button', { name: 'Documents: Extras of an offer' }).click()
  const documents = desk.getByRole('dialog', { name: 'Documents' })
  await documents.getByRole('button', { name: 'More for Extras of an offer' }).press('Enter')
  await expect(desk.getByRole('menuitem')).toHaveText([/Rename/, /Download the PDF/, /./, /Replace the PDF/, /Field rules/])
  await looksRight(desk, 'editor-documents-phone')
  await desk.getByRole('menuitem', { name: 'Rename' }).click()
  const name = documents.getByRole('textbox', { name: 'New name of Extras of an offer' })
  await name.fill('Offer with extras')
  await name.press('Enter')
  await expect(documents.getByRole('button', { name: 'More for Offer with extras' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(documents).toBeHidden()

  await desk.getByRole('button', { name: 'Subject and message' }).click()
  const extras = desk.getByRole('dialog', { name: 'Email to the signers' })
  await expect(extras.getByLabel('Subject of the email')).toBeFocused()
  await desk.keyboard.type('Our offer')
  await desk.keyboard.press('Tab')
  await desk.keyboard.type('Hello {name}, please sign by Friday.')
  await desk.keyboard.press('Tab')
  await expect(extras.getByRole('region', { name: 'The email as it is sent' })).toContainText('Hello Anna Okafor, please sign by Friday.')
  await looksRight(desk, 'editor-extras-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await looksRight(desk, 'editor-extras')
  const kept = await eventually(
    () => viewOf(account, pack),
    ({ view }) => view.settings.subject === 'Our offer' && view.settings.message !== '',
  )
  expect(kept.view.settings.message).toBe('Hello {name}, please sign by Friday.')
  await account.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures', revision: kept.revision } })
  type Mail = { to: string; subject: string; text: string; document_key: string | null }
  const { mails } = await eventually(
    () => account.get<{ mails: Mail[] }>('/app/outbox'),
    (answer) => answer.mails.some(({ document_key }) => document_key === pack),
  )
  const mail = mails.find(({ document_key }) => document_key === pack)!
  expect([mail.subject.endsWith('Our offer'), mail.text.includes('Hello Anna Okafor, please sign by Friday.')]).toEqual([true, true])
})

test('a name written from right to left stands whole before the number of documents', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'عقد الإيجار', ['Anna Okafor'], [SIGNATURE])
  const sheet = await open(desk, server.url, pack)
  const across = await sheet.getByText(/1 document$/).evaluate((lead) => {
    const text = lead.firstChild as Text
    const middleOf = (part: string) => {
      const range = document.createRange()
      const at = text.data.indexOf(part)
      range.setStart(text, at)
      range.setEnd(text, at + part.length)
      const { left, right } = range.getBoundingClientRect()
      return (left + right) / 2
    }
    return ['عقد الإيجار', '1', 'document'].map(middleOf)
  })
  expect(across).toEqual(across.toSorted((a, b) => a - b))
})

test('that requests were queued stands no longer once everybody has signed, also where it was not read meanwhile', async ({
  desk,
  server,
  account,
}) => {
  const { pack, signers, fields } = await prepared(account, 'Signed at once', ['Anna Okafor'], [SIGNATURE])
  const sheet = await open(desk, server.url, pack)
  // A page in the background holds its messages until somebody is back.
  await desk.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  })
  await sheet.getByRole('button', { name: 'Request signatures' }).click()
  const said = desk.getByText('Setup complete. Signature requests have been queued.')
  await expect(said).toBeVisible()
  await desk.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await signAs(server.url, await linkOf(account, pack, signers[0]!), pack, signers[0]!, fields[0]!)
  await expect(said).toHaveCount(0)
})
