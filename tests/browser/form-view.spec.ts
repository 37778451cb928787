import type { Locator, Page } from 'playwright/test'
import type { Client } from '../../cli/demo/client.ts'
import { linkOf, newId, type Prepared, prepared, uploaded, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { begins, finishing, typesName } from './support/signer.ts'

const at = (row: number) => ({ x: 60, y: 60 + 40 * row, width: 220, height: 26 })
const lease = (account: Client, ...signers: readonly [string, ...string[]]) =>
  prepared(account, 'Tenancy form', signers, [
    { type: 'text', ...at(0), signer: 0, required: true, label: 'Full name' },
    { type: 'choice', ...at(1), signer: 0, options_as_csv: '14 days,30 days,60 days', required: true, label: 'Payment term' },
    { type: 'date', ...at(2), signer: 0, required: false, label: 'Moving in' },
    {
      type: 'check',
      ...at(3),
      width: 20,
      height: 20,
      signer: 0,
      required: false,
      label: 'Cats',
      checkbox_group: 'Pets',
      is_mutually_exclusive: true,
    },
    { type: 'check', ...at(4), width: 20, height: 20, signer: 0, required: false, label: 'Dogs', checkbox_group: 'Pets' },
    { type: 'signature', ...at(5), height: 48, signer: 0, required: true, label: 'Signature' },
    { type: 'initial', ...at(7), height: 30, signer: 0, required: false, label: 'Initials' },
    { type: 'file', ...at(9), signer: 0, required: false, label: 'Passport' },
  ])

type Entry = { readonly uuid: string; readonly type: string; readonly label: string; readonly data: string | null }
const formOf = async (account: Client, pack: string) =>
  (await account.get<{ data: { form_view: readonly Entry[] } }>(`/app/form_views/get_form_view/${pack}`)).data.form_view
const arrange = (account: Client, pack: string, entries: readonly (readonly [type: string, label: string, data?: string])[]) =>
  account.post('/app/form_views/update_form_view', {
    data: { entity_key: pack, form_view: entries.map(([type, label, data = null]) => ({ uuid: newId(), type, label, data })) },
  })
const always = (account: Client, pack: string) =>
  account.post(`/app/documents/${pack}/update_document`, { data: { always_use_form_view: true } })
async function linkTo(account: Client, { pack, signers }: Prepared): Promise<string> {
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  return linkOf(account, pack, signers[0]!)
}

const editorOf = (page: Page) => page.getByRole('main', { name: 'Form view' })
const entriesOf = (page: Page) => page.getByRole('list', { name: 'Entries of the form' }).getByRole('listitem')
const textsOf = (page: Page) =>
  entriesOf(page).evaluateAll((rows) =>
    rows.map((row) => {
      const text = row.querySelector<HTMLTextAreaElement | HTMLInputElement>('[data-control="text"]')!
      return text.value || text.placeholder
    }),
  )
const sizeOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).fontSize)

test('[D-066 D-112 S-099] a form is arranged from headings, paragraphs and fields in the place of the pages, and two who arrange it see each other', async ({
  desk,
  window,
  server,
  account,
}) => {
  const { pack } = await lease(account, 'Gwen Form')
  await desk.goto(`${server.url}/#documents/${pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await desk.getByText('Form', { exact: true }).click()
  const form = editorOf(desk)
  await expect(form.getByText('No form yet.')).toBeVisible()
  await expect(desk.locator('[data-page="0"]')).toHaveCount(0)
  await looksRight(desk, 'form-editor-empty')
  await form.getByRole('button', { name: 'Add all 8' }).click()
  await expect(entriesOf(desk)).toHaveCount(8)
  await form.getByRole('textbox', { name: 'Question for Full name' }).focus()
  await form.getByRole('button', { name: 'Add a heading' }).click()
  // The new entry has the focus, and follows the one that was looked at.
  await desk.keyboard.type('About you')
  await desk.keyboard.press('Enter')
  await expect
    .poll(() => textsOf(desk))
    .toEqual(['Full name', 'About you', 'Payment term', 'Moving in', 'Cats', 'Dogs', 'Signature', 'Initials', 'Passport'])
  await form.getByRole('button', { name: 'Move up: About you' }).press('Enter')
  await expect.poll(async () => (await textsOf(desk)).slice(0, 2)).toEqual(['About you', 'Full name'])
  await expect(form.getByRole('status')).toHaveText('About you: now 1 of 9')
  // It is at its end: the focus goes to the other way.
  await expect(form.getByRole('button', { name: 'Move down: About you' })).toBeFocused()

  // By drag, behind the third.
  const rows = entriesOf(desk)
  await rows
    .nth(7)
    .locator('[draggable]')
    .dragTo(rows.nth(2), { targetPosition: { x: 80, y: 40 } })
  await expect.poll(async () => (await textsOf(desk)).slice(2, 4)).toEqual(['Payment term', 'Initials'])

  await form.getByRole('textbox', { name: 'Question for Payment term' }).fill('When do you pay?')
  await form.getByRole('button', { name: 'Add a paragraph' }).click()
  await desk.keyboard.type('We send an invoice each month.')
  const other = await window()
  await other.goto(`${server.url}/#documents/${pack}`)
  await other.getByText('Form', { exact: true }).click()
  await expect
    .poll(() => textsOf(other))
    .toEqual([
      'About you',
      'Full name',
      'When do you pay?',
      'We send an invoice each month.',
      'Initials',
      'Moving in',
      'Cats',
      'Dogs',
      'Signature',
      'Passport',
    ])
  // Each changes another entry at the same time.
  await Promise.all([
    editorOf(other).getByRole('button', { name: 'Move up: Signature' }).click(),
    form.getByRole('textbox', { name: 'Text of the heading' }).fill('Yourself'),
  ])
  for (const page of [desk, other]) {
    await expect.poll(async () => [(await textsOf(page))[0], (await textsOf(page)).indexOf('Signature')]).toEqual(['Yourself', 7])
  }
  await looksRight(desk, 'form-editor')

  // An entry that is deleted comes back, to its place.
  await form.getByRole('button', { name: 'Remove from the form: Initials' }).click()
  await expectMessage(desk, 'info', 'Removed from the form: Initials')
  await expect.poll(() => textsOf(other)).not.toContain('Initials')
  await expect(form.getByText('Fields not in the form yet')).toBeVisible()
  await desk.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(async () => (await textsOf(other)).indexOf('Initials')).toBe(4)
  await expect.poll(async () => (await formOf(account, pack)).map(({ type }) => type).slice(0, 4)).toEqual(['h2', 'field', 'field', 'p'])
  // Kept through a reload, as every change was saved.
  await desk.reload()
  await desk.getByText('Form', { exact: true }).click()
  await expect(entriesOf(desk)).toHaveCount(10)
})

test('all that is done to a form is undone and done again by keys, and what leaves it with its fields is said', async ({
  desk,
  server,
  account,
}) => {
  const { pack, document } = await lease(account, 'Paul Form')
  await uploaded(account, 'Annex', undefined, pack)
  const { view } = await viewOf(account, pack)
  const annex = view.documents.find(({ key }) => key !== document)!.key
  await account.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [0, 1].map((n) => ({
      ...{ uuid: newId(), document_key: annex, page: 1, type: 'text', ...at(n), required: false, label: `Annex ${n}` },
      signatory_uuid: view.signatories[0]!.uuid,
    })),
  })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByText('Form', { exact: true }).click()
  const form = editorOf(desk)
  await form.getByRole('button', { name: 'Add all 10' }).click()
  // Each document under its name.
  const [lead, of] = [
    ['Tenancy form', 'Full name', 'Payment term'],
    ['Passport', 'Annex', 'Annex 0', 'Annex 1'],
  ]
  await expect.poll(async () => (await textsOf(desk)).slice(0, 3)).toEqual(lead)
  await expect.poll(async () => (await textsOf(desk)).slice(-4)).toEqual(of)
  await expect(entriesOf(desk).last()).toContainText('Paul Form · Annex')

  const undone = async (count: number, first: string) => {
    const done = await textsOf(desk)
    await desk.keyboard.press('Control+z')
    await expect.poll(async () => [(await textsOf(desk)).length, (await textsOf(desk))[0]]).toEqual([count, first])
    await desk.keyboard.press('Control+Shift+z')
    await expect.poll(() => textsOf(desk)).toEqual(done)
    await desk.keyboard.press('Control+z')
    await expect.poll(async () => [(await textsOf(desk)).length, (await textsOf(desk))[0]]).toEqual([count, first])
  }
  // The focus is in the new entry's text, or in that of the removed one's neighbour: nothing was typed there.
  await form.getByRole('button', { name: 'Add a paragraph' }).click()
  await expect(entriesOf(desk)).toHaveCount(13)
  await undone(12, 'Tenancy form')
  await form.getByRole('button', { name: 'Remove from the form: Tenancy form' }).click()
  await expect.poll(async () => (await textsOf(desk))[0]).toBe('Full name')
  await undone(12, 'Tenancy form')
  await form.getByRole('button', { name: 'Move down: Tenancy form' }).press('Enter')
  await expect.poll(async () => (await textsOf(desk))[1]).toBe('Tenancy form')
  await undone(12, 'Tenancy form')
  await form.getByRole('textbox', { name: 'Text of the heading' }).first().fill('Your tenancy')
  await desk.keyboard.press('Enter')
  await expect.poll(async () => (await textsOf(desk))[0]).toBe('Your tenancy')
  await undone(12, 'Tenancy form')
  await expect(desk.getByText('Saved', { exact: true })).toBeVisible()

  await account.get(`/app/documents/${annex}/delete_document`)
  await expectMessage(desk, 'info', '2 entries have left the form with their fields.')
  await expect.poll(async () => (await textsOf(desk)).slice(-2)).toEqual(['Passport', 'Annex'])
})

test('[D-113 D-114 D-115 D-116] headings of a form are 34, 30 and 24 pixels high and paragraphs 16, where it is arranged and where it is filled in', async ({
  desk,
  server,
  account,
}) => {
  const made = await lease(account, 'Hugo Form')
  await arrange(account, made.pack, [
    ['h1', 'First level'],
    ['h2', 'Second level'],
    ['h3', 'Third level'],
    ['p', 'Read this first.'],
  ])
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await desk.getByText('Form', { exact: true }).click()
  const form = editorOf(desk)
  await expect(entriesOf(desk)).toHaveCount(4)
  const sizes = ['34px', '30px', '24px', '16px']
  for (const [row, size] of sizes.entries()) expect(await sizeOf(entriesOf(desk).nth(row).locator('textarea'))).toBe(size)
  await form.getByRole('combobox', { name: 'Kind of this entry' }).nth(3).selectOption('Heading 1')
  await expect.poll(() => sizeOf(entriesOf(desk).nth(3).locator('textarea'))).toBe('34px')
  await desk.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(() => sizeOf(entriesOf(desk).nth(3).locator('textarea'))).toBe('16px')

  await always(account, made.pack)
  await begins(desk, await linkTo(account, made))
  for (const [at, name] of ['First level', 'Second level', 'Third level'].entries()) {
    expect(await sizeOf(desk.getByRole('heading', { name, exact: true, level: at + 1 }))).toBe(sizes[at])
  }
  expect(await sizeOf(desk.getByText('Read this first.'))).toBe('16px')
})

test('[D-031] a signer fills in a form instead of the pages, changes between both and signs', async ({ desk: page, server, account }) => {
  const made = await lease(account, 'Ines Form')
  const [name, term, moving] = made.fields as [string, string, string]
  await arrange(account, made.pack, [
    ['h1', 'Your part of the agreement'],
    ['p', 'Fill in what belongs to you. The page on the right shows where each answer goes.'],
    ['field', 'When do you pay?', term],
    ['field', '', name],
  ])
  await begins(page, await linkTo(account, made))
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  await page.getByRole('button', { name: 'Fill in as a form' }).click()
  const form = page.getByRole('form', { name: 'Your form' })
  const groupsOf = () => form.getByRole('group').evaluateAll((all) => all.map((one) => one.getAttribute('data-form-field')).filter(Boolean))
  // Fields in no entry follow: nobody gets stuck.
  expect(await groupsOf()).toEqual([term, name, moving, ...made.fields.slice(3)])
  await expect(form.getByRole('heading', { name: 'Also for you' })).toBeVisible()
  await looksRight(page, 'form-signing')

  // What is missing is said all at once, with the way to each.
  await form.getByRole('button', { name: 'Review' }).click()
  const summary = form.getByRole('alert')
  await expect(summary).toContainText('3 fields still need you:')
  await expect(form.getByRole('radio', { name: '14 days' })).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'Full name' })).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('textbox', { name: 'Full name' })).toHaveAccessibleDescription('This field is required.')
  await looksRight(page, 'form-signing-errors')
  await summary.getByRole('button', { name: 'Full name' }).click()
  await expect(form.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  await page.keyboard.type('Ines Form')
  await form.getByRole('radio', { name: '30 days' }).check()
  await expect(summary).toContainText('A field still needs you:')
  await form.getByLabel('Moving in', { exact: true }).fill('2026-12-24')
  await form.getByRole('checkbox', { name: 'Cats' }).check()
  await form.getByRole('checkbox', { name: 'Dogs' }).check()
  await expect(form.getByRole('checkbox', { name: 'Cats' })).not.toBeChecked()
  const chooser = page.waitForEvent('filechooser')
  await form
    .getByRole('group', { name: /Passport/ })
    .getByRole('button', { name: /Choose/ })
    .click()
  await (await chooser).setFiles({ name: 'passport.txt', mimeType: 'text/plain', buffer: Buffer.from('passport') })
  await expect(form.getByText('passport.txt')).toBeVisible()

  // The same values on the pages, and a place for each that is one press away.
  await page.getByRole('button', { name: 'Sign on the pages instead' }).click()
  await expect(page.locator(`[data-field="${name}"]`)).toHaveAttribute('data-filled')
  await page.getByRole('button', { name: 'Fill in as a form' }).click()
  await expect(form.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ines Form')
  await form.getByRole('button', { name: 'Show on page 1: Signature' }).click()
  await expect(page.locator(`aside [data-field="${made.fields[5]}"][data-now]`)).toBeInViewport()
  await page.reload()
  // The chosen view and all answers are kept.
  await expect(form.getByRole('radio', { name: '30 days' })).toBeChecked()

  await form.getByRole('button', { name: 'Sign: Signature' }).click()
  const window = page.getByRole('dialog', { name: 'Signature' })
  await typesName(page, 'Ines Form')
  await looksRight(page, 'form-signing-signature')
  await window.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByRole('button', { name: 'Change Signature' })).toBeFocused()
  await form.getByRole('button', { name: 'Review' }).click()
  await finishing(page).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const { view } = await viewOf(account, made.pack)
  expect([name, term, moving].map((key) => view.fields[key]?.value)).toEqual(['Ines Form', '30 days', '2026-12-24'])

  // The replay shows the form as it stood.
  await page.goto(`${server.url}/#replay/${made.pack}?as=${made.signers[0]}&at=9999`)
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  const then = page.getByRole('region', { name: 'The form at this moment' })
  await expect(then.getByRole('heading', { name: 'Your part of the agreement' })).toBeVisible()
  await expect(then.getByRole('definition')).toHaveText([
    '30 days',
    'Ines Form',
    /2026/,
    'Empty',
    'Ticked',
    'Ines Form',
    'Empty',
    'passport.txt',
  ])
  await looksRight(page, 'form-replay')
})

test('[D-153] where the form view is always used, editor and signers begin with it at every width', async ({
  desk,
  window,
  server,
  account,
}) => {
  const made = await lease(account, 'Jule Form')
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await desk.getByRole('switch', { name: 'Always use the form view' }).click({ force: true })
  await expect.poll(async () => (await viewOf(account, made.pack)).view.settings.alwaysFormView).toBe(true)
  // Who arranges the pages just now stays there.
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  for (const width of [1440, 768, 767, 390]) {
    const other = await window()
    await other.setViewportSize({ width, height: 844 })
    await other.goto(`${server.url}/#documents/${made.pack}`)
    await expect(other.getByRole('heading', { name: 'Form view', level: 1 })).toBeVisible()
    await expect(other.locator('[data-page="0"]')).toHaveCount(0)
  }
  const link = await linkTo(account, made)
  for (const [turn, width] of [1440, 390].entries()) {
    await desk.setViewportSize({ width, height: 844 })
    if (turn === 0) await begins(desk, link)
    else await desk.reload()
    await expect(desk.getByRole('form', { name: 'Your form' })).toBeVisible()
  }
})

test('on a phone a form in Arabic keeps answers while there is no connection, and leads to the place of each on its page', async ({
  page,
  context,
  account,
}) => {
  const made = await lease(account, 'Karim Form')
  const [name, term] = made.fields as [string, string]
  await arrange(account, made.pack, [
    ['h1', 'عقد الإيجار'],
    ['p', 'يرجى ملء الحقول التالية.'],
    ['field', 'ما اسمك الكامل؟', name],
    ['field', 'متى تدفع؟', term],
  ])
  await always(account, made.pack)
  await page.setViewportSize({ width: 390, height: 844 })
  await begins(page, await linkTo(account, made))
  const form = page.getByRole('form', { name: 'Your form' })
  const heading = form.getByRole('heading', { name: 'عقد الإيجار' })
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await looksRight(page, 'form-signing-phone')
  await context.setOffline(true)
  await form.getByRole('textbox', { name: 'ما اسمك الكامل؟' }).fill('كريم')
  await form.getByRole('radio', { name: '60 days' }).check()
  await expect(page.getByText(/Offline/).first()).toBeVisible()
  await form.getByRole('button', { name: 'Show on page 1: ما اسمك الكامل؟' }).click()
  await expect(page.locator(`[data-field="${name}"][data-now]`)).toBeInViewport()
  await looksRight(page, 'form-signing-phone-page')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await context.setOffline(false)
  await expect.poll(async () => (await viewOf(account, made.pack)).view.fields[name]?.value !== null).toBe(true)
  await page.reload()
  await expect(form.getByRole('textbox', { name: 'ما اسمك الكامل؟' })).toHaveValue('كريم')
  await page.getByRole('button', { name: 'Pages', exact: true }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(form.getByRole('radio', { name: '60 days' })).toBeChecked()
})

test('[D-536 D-541] where the form cannot be saved, the server’s own words say so as a danger, and the entry can be tried again', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await lease(account, 'Lena Form')
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Form', exact: true }).click()
  const refusal = { success: false, code: 'form-field-twice', message: 'The form asks for this field already. Move that entry instead.' }
  await desk.route('**/app/form_views/update_form_view', (route) => route.fulfill({ status: 409, json: refusal }), { times: 2 })
  await desk.getByRole('button', { name: 'Add to the form: Full name' }).click()
  await expectMessage(desk, 'danger', refusal.message)
  await expect(entriesOf(desk)).toHaveCount(0)
  await desk.unroute('**/app/form_views/update_form_view')
  await desk.getByRole('button', { name: 'Try again' }).click()
  await expect(entriesOf(desk)).toHaveCount(1)
  await expect.poll(() => formOf(account, pack)).toMatchObject([{ type: 'field' }])
  await looksRight(desk, 'form-editor-phone')
})

test('conditions come and go within the form, and sections of others are left out', async ({ page, account }) => {
  const made = await lease(account, 'Mona Form', 'Nils Form')
  const [name, term, moving] = made.fields as [string, string, string]
  const theirs = newId()
  await account.post(`/app/documents/${made.pack}/add_update_data_field`, {
    data: [
      { uuid: theirs, document_key: made.document, page: 1, type: 'text', ...at(0), signatory_uuid: made.signers[1], label: 'Witness' },
    ],
  })
  await account.post(`/app/documents/${made.pack}/field_rules/${newId()}/add_update_delete`, {
    data: { field_or_group: moving, infix_logic: `[${term}] is "60 days"` },
  })
  await arrange(account, made.pack, [
    ['h1', 'For the tenant'],
    ['field', '', name],
    ['field', '', term],
    ['h2', 'Late payers'],
    ['field', 'When do you move in?', moving],
    ['h1', 'For the witness'],
    ['p', 'You saw it.'],
    ['field', '', theirs],
  ])
  await always(account, made.pack)
  await begins(page, await linkTo(account, made))
  const form = page.getByRole('form', { name: 'Your form' })
  await expect(form.getByRole('heading', { name: 'For the tenant' })).toBeVisible()
  await expect(form.getByRole('heading', { name: 'For the witness' })).toHaveCount(0)
  await expect(form.getByText('You saw it.')).toHaveCount(0)
  await expect(form.getByRole('heading', { name: 'Late payers' })).toHaveCount(0)
  await form.getByRole('radio', { name: '60 days' }).check()
  await expect(form.getByLabel('When do you move in?', { exact: true })).toBeVisible()
  await expect(page.getByText('A field has been added for your answer: Moving in.')).toBeVisible()
  await form.getByRole('radio', { name: '14 days' }).check()
  await expect(form.getByRole('heading', { name: 'Late payers' })).toHaveCount(0)
})

test('a form of 300 fields in two documents takes each keystroke, by keys alone', async ({ page, account }) => {
  const { pack, document } = await uploaded(account, 'Hundreds')
  const second = (await uploaded(account, 'More hundreds', undefined, pack)).document
  const signer = newId()
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { document_name: 'Hundreds', signatories: [{ uuid: signer, role: 'signer-1', name: 'Olga Form', email: 'olga@example.com' }] },
  })
  const fields = Array.from({ length: 300 }, (_, n) => ({
    uuid: newId(),
    document_key: n < 150 ? document : second,
    page: 0,
    type: 'text',
    x: 20 + 110 * (n % 5),
    y: 20 + 26 * (Math.floor(n / 5) % 30),
    width: 100,
    height: 20,
    signatory_uuid: signer,
    required: false,
    label: `Question ${n + 1}`,
  }))
  for (const from of [0, 100, 200]) {
    await account.post(`/app/documents/${pack}/add_update_data_field`, { data: fields.slice(from, from + 100) })
  }
  await always(account, pack)
  await begins(page, await linkTo(account, { pack, document, signers: [signer], fields: [] }))
  const form = page.getByRole('form', { name: 'Your form' })
  await expect(form.getByRole('textbox')).toHaveCount(300)
  await expect(form.getByRole('heading', { name: 'More hundreds' })).toBeAttached()
  await form.getByRole('textbox', { name: 'Question 1', exact: true }).focus()
  for (let n = 0; n < 3; n++) {
    await page.keyboard.type(`answer ${n}`)
    await page.keyboard.press('Tab')
    // The way to its place on the page, then the next question.
    await page.keyboard.press('Tab')
  }
  await expect(form.getByRole('textbox', { name: 'Question 3', exact: true })).toHaveValue('answer 2')
  const last = form.getByRole('textbox', { name: 'Question 300', exact: true })
  await last.fill('the last')
  await expect(page.getByText('4 of 300 filled in')).toBeVisible()
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[fields[299]!.uuid]?.value).not.toBeNull()
  await page.reload()
  await expect(last).toHaveValue('the last')
})
