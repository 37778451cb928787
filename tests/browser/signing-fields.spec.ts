import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { linkOf, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { becomes } from './support/desk.ts'
import { keptIn } from './support/kept.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight, test } from './support/server.ts'
import { begins, finishing, onwards, stands, typesName } from './support/signer.ts'

const field = (type: string, y: number, more: object = {}): PreparedField => ({
  type,
  x: 72,
  y,
  width: type === 'check' ? 18 : 180,
  height: type === 'check' ? 18 : 40,
  signer: 0,
  required: true,
  ...more,
})

async function sentWith(account: Parameters<typeof sent>[0], name: string, fields: readonly PreparedField[], settings: object) {
  const made = await prepared(account, name, ['Anna Okafor', 'Jonas Lindqvist'], fields)
  await account.post(`/app/documents/${made.pack}/update_document`, { data: settings })
  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  return { ...made, link: await linkOf(account, made.pack, made.signers[0]!) }
}

/** What this tab remembers. */
const keptOf = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))

test('[D-140 D-141 D-142 S-186 S-333 S-381 S-382] drawing, typing and uploading a signature are each offered or withheld', async ({
  page,
  account,
}) => {
  const pad = page.getByRole('img', { name: /drawing area/ })
  const typing = page.getByRole('textbox', { name: /Type it/ })
  const uploading = page.getByRole('button', { name: 'Choose a picture' })
  const allowed = async (drawn: boolean, typed: boolean, uploaded: boolean) => {
    const settings = { can_use_drawn_signature: drawn, can_use_typed_signature: typed, can_use_uploaded_signature: uploaded }
    const { link } = await sentWith(account, 'Ways of signing', [field('signature', 100), field('signature', 200, { signer: 1 })], settings)
    await begins(page, link)
    await stands(page, 'Signature')
    return page.getByRole('radiogroup', { name: 'How you sign' }).getByRole('radio')
  }
  await expect(await allowed(true, true, false)).toHaveCount(2)
  await expect(pad).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Upload' })).toHaveCount(0)

  await expect(await allowed(false, false, true)).toHaveCount(0)
  await expect(uploading).toBeVisible()
  await expect(pad.or(typing)).toHaveCount(0)
  const chooser = page.getByLabel('Picture for Signature')
  await chooser.setInputFiles({ name: 'signature.exe', mimeType: 'image/png', buffer: Buffer.from('MZ') })
  await expect(page.getByText("We currently don't accept executable files.")).toBeVisible()
  // Sent, but not taken yet: held at 99 %, and after 5 s only that it goes on.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/data_field_upload_success/, async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5_000)
  await chooser.setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByRole('button', { name: 'Uploading, 99 %' })).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(page.getByRole('button', { name: 'Uploading, 99 %' })).toBeVisible()
  await page.clock.runFor(100)
  await expect(page.getByRole('button', { name: 'Uploading…' })).toBeVisible()
  await page.clock.resume()
  letGo()
  await expectMessage(page, 'danger', "Error uploading your file:/ Make sure you're uploading an image.")

  await expect(await allowed(false, true, true)).toHaveCount(2)
  await expect(typing).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Draw' })).toHaveCount(0)
})

test('[S-188 S-336] an image is asked for on a phone, what is none is refused in words, and the page shows the picture', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { link } = await sentWith(account, 'A picture', [field('image', 100, { height: 120 }), field('text', 300)], {})
  await begins(page, link)
  await stands(page, 'Image')
  await expect(page.getByText('Upload an image')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await onwards(page).click()
  await stands(page, 'Image')
  const chooser = page.getByLabel('Picture for Image')
  await chooser.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') })
  await expectMessage(page, 'danger', 'Error uploading your file:/ Image fields must be images of JPEG, JPG, Webp or PNG format.')
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#3a6ea5' } })
    .jpeg()
    .toBuffer()
  await chooser.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByRole('img', { name: 'Image, as uploaded' })).toBeVisible()
  await expect(page.locator('[data-page="0"] svg image')).toHaveAttribute('href', /^blob:/)
  await looksRight(page, 'signing-image-phone')
  await onwards(page).click()
  await stands(page, 'Text')
})

test('a highlight says what it wants of a signer who comes to it, a link leads to its address, and nobody is asked for either', {
  tag: '@long',
}, async ({ page, account }) => {
  const address = 'https://example.org/terms'
  const { link } = await sentWith(
    account,
    'Marked and linked',
    [
      field('highlight', 90, { required: false }),
      field('link', 160, { required: false, data: address, signer: 'self' }),
      field('text', 240),
    ],
    {},
  )
  await begins(page, link)
  await stands(page, 'Text')
  await expect(onwards(page)).toHaveText('Review')
  const leads = page.getByRole('link', { name: `Link to ${address}, opens in a new tab` })
  await expect(leads).toHaveAttribute('href', address)
  expect([await leads.getAttribute('target'), await leads.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  const marked = page.getByRole('button', { name: 'Highlight: Please make sure you understand this highlighted section.' })
  const note = page.getByText('Please make sure you understand this highlighted section.')
  await expect(note).toBeHidden()
  await leads.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(marked).toBeFocused()
  await expect(note).toBeVisible()
  await looksRight(page, 'signing-highlight-link')
  await leads.focus()
  await page.setViewportSize({ width: 390, height: 844 })
  await marked.click()
  await expect(note).toBeInViewport({ ratio: 0.9 })
  await looksRight(page, 'signing-highlight-link-phone')
})

test('[D-192 D-199 D-201] a field is coloured, begins with what is known of its signer, stands under its headings, and says on its button what the sender wrote', async ({
  page,
  account,
}) => {
  const { link } = await sentWith(
    account,
    'With extras',
    [
      field('text', 100, { auto_fill: 'name', background_colour: '#fef3c7', field_group: 'Tenant|Contact' }),
      field('text', 160, { background_colour: '#dbeafe' }),
      field('approve', 220, { approve_decline_button_text: 'We agree to the rent' }),
      field('decline', 280, { required: false, approve_decline_button_text: 'We cannot agree' }),
    ],
    {},
  )
  await begins(page, link)
  const first = page.getByRole('button', { name: /^Field 1: Text/ })
  const second = page.getByRole('button', { name: /^Field 2: Text/ })
  await expect(first.locator('path').first()).toHaveAttribute('fill', '#fef3c7')
  await expect(first).toContainText('Anna Okafor')
  await expect(second).toHaveCSS('background-color', 'rgb(219, 234, 254)')
  await first.click()
  await expect(page.getByText('Tenant › Contact')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Anna Okafor')
  await looksRight(page, 'signing-field-extras')
  await page.getByRole('button', { name: /^Field 3: Approval/ }).click()
  await page.getByRole('checkbox', { name: 'We agree to the rent' }).check()
  await page.getByRole('button', { name: /^Field 4: Decline/ }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'We cannot agree' })).toBeVisible()
  await looksRight(page, 'signing-field-extras-phone')
})

test('[D-098 D-399] a question comes up by itself, is answered by keys alone, and can be postponed and answered differently', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { link } = await sentWith(
    account,
    'A question',
    [field('question', 100, { description: 'Which colour shall the door have?' }), field('question', 160), field('text', 300)],
    {},
  )
  await begins(page, link)
  const asked = page.getByRole('dialog', { name: 'Which colour shall the door have?' })
  await expect(asked.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await looksRight(page, 'signing-question-phone')
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(page.getByRole('button', { name: 'Answer the question' })).toBeFocused()
  await onwards(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Answer the question' }).click()
  await page.keyboard.type('Blue')
  await page.keyboard.press('Enter')
  await expect(asked).toBeHidden()
  await expect(page.locator('[data-page="0"] svg').filter({ hasText: 'Blue' })).toBeVisible()
  await page.getByRole('button', { name: 'Change the answer' }).click()
  await asked.getByRole('textbox').fill('Green')
  await asked.getByRole('button', { name: 'Answer' }).click()
  await onwards(page).click()
  const second = page.getByRole('dialog', { name: 'This field will appear as a popup to the signer' })
  await expect(second).toBeVisible()
  await second.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Green' })).toBeVisible()
  await expect(asked).toBeHidden()
  await looksRight(page, 'signing-question-answered-phone')
})

test('an empty tick box looks empty, a date is today at a press, and “Saved” is said after each save and not before the first', async ({
  page,
  account,
}) => {
  const { link } = await sentWith(account, 'Small things', [field('check', 100, { required: false }), field('date', 160)], {})
  await begins(page, link)
  const saved = page.getByRole('banner').getByText('Saved', { exact: true })
  const box = page.getByRole('button', { name: /^Field 1: Tick box/ })
  const tick = page.getByRole('checkbox', { name: /^Tick/ })
  await expect(tick).toBeVisible()
  await expect(saved).toHaveCount(0)
  await expect(box).toBeVisible()
  await expect(box.locator('svg')).toHaveCount(0)
  await expect(box).toHaveAccessibleName(/, Empty$/)
  await looksRight(page, 'signing-box-empty')
  await tick.check()
  await expect(saved).toBeVisible()
  await expect(box.locator('svg')).toHaveCount(1)
  await page.route('**/add_update_data_field', async (route) => {
    await expect(saved).toHaveCount(0)
    await route.continue()
  })
  await tick.uncheck()
  await expect(saved).toBeVisible()
  await expect(box.locator('svg')).toHaveCount(0)
  await expect(box).toHaveAccessibleName(/, Empty$/)

  await onwards(page).click()
  const day = page.getByLabel('Date', { exact: true })
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(day).toHaveValue(await page.evaluate(() => new Date().toLocaleDateString('sv')))
  await expect(page.getByRole('button', { name: 'Today' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await day.fill('')
  await looksRight(page, 'signing-date-today-phone')
})

test('[D-198] what the sender wants confirmed is asked before a signer goes on from its field, and holds up nobody who says no', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const read = 'Have you read the terms on page 2?'
  const { link } = await sentWith(
    account,
    'Confirmed',
    [field('approve', 100, { continue_if_signer_question: read }), field('text', 300), field('date', 400)],
    {},
  )
  await begins(page, link)
  await page.getByRole('checkbox', { name: 'I approve this document' }).check()
  await onwards(page).click()
  const asked = page.getByRole('dialog', { name: read })
  await expect(asked).toBeVisible()
  await looksRight(page, 'signing-confirmed-phone')
  await asked.getByRole('button', { name: 'Not yet' }).click()
  await stands(page, 'Approval')
  // By the list of fields as by the button, but nobody goes on who looks back.
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = page.getByRole('navigation', { name: 'Your fields' })
  await list.getByRole('button', { name: 'Date' }).click()
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Not yet' }).click()
  await stands(page, 'Approval')
  // An unconfirmed field is visited again, however it was left.
  await page.reload()
  await stands(page, 'Text')
  await page.getByRole('textbox', { name: 'Text' }).fill('Seen')
  await list.getByRole('button', { name: 'Date' }).click()
  await expect(asked).toBeHidden()
  await page.getByRole('textbox', { name: 'Date' }).fill('2026-03-01')
  await onwards(page).click()
  await stands(page, 'Approval')
  await list.getByRole('button', { name: 'Text' }).click()
  await asked.getByRole('button', { name: 'Yes, continue' }).click()
  await stands(page, 'Text')
  await expect(asked).toBeHidden()
  await onwards(page).click()
  await expect(finishing(page)).toBeVisible()
})

test('[D-027 D-108 D-109 D-376] a signer adds a note in a window of its own and reads the notes in another, where the document may be annotated', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const made = await sentWith(account, 'Annotated', [field('text', 100, { required: false })], { can_be_annotated: true })
  await begins(page, made.link)
  await page.getByRole('button', { name: 'Notes' }).click()
  const notes = page.getByRole('dialog', { name: 'Notes' })
  await expect(notes.getByText('No notes yet.')).toBeVisible()
  await notes.getByRole('button', { name: 'Add a note' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a note' })
  await adding.getByLabel('On').selectOption('Page 2')
  await adding.getByRole('button', { name: 'Save note' }).click()
  await expect(adding.getByText('Please write a note.')).toBeVisible()
  await adding.getByRole('textbox', { name: 'Note' }).fill('Is clause 3 meant?')
  await looksRight(page, 'signing-add-note-phone')
  await adding.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByRole('listitem')).toHaveText(/You · Page 2.*Is clause 3 meant\?/)
  await looksRight(page, 'signing-notes-phone')
  await notes.getByRole('button', { name: 'Change note' }).click()
  await page.getByRole('dialog', { name: 'Write a note' }).getByRole('textbox').fill('Is clause 4 meant?')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Is clause 4 meant?')
  await notes.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: '1 note' })).toBeVisible()
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(async () => {
    const { view } = await viewOf(account, made.pack)
    const note = view.fields[view.fieldOrder[1]!]
    expect(note).toMatchObject({ type: 'note', page: 1, assignee: made.signers[0], value: 'Is clause 4 meant?' })
  }).toPass()
})

test('[D-197] a signer sets up the one in the role that the sender named, who is asked by that, with the team looking on', async ({
  page,
  browser,
  server,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const made = await prepared(
    account,
    'Who signs next',
    ['Anna Okafor', 'Nobody Yet'],
    [
      field('signer_setup', 100, { signer_role_to_setup: 'signer-2', identification_used_during_setup: true }),
      field('signature', 200, { signer: 1 }),
    ],
  )
  const { pack, signers } = made
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { sequential_signing: true, signatories: [{ uuid: signers[1], name: '', email: '' }] },
  })
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await begins(page, await linkOf(account, pack, signers[0]!))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await becomes(context, server.url, account)
  const team = await context.newPage()
  await team.goto(`${server.url}/#documents/${pack}`)
  await expect(team.getByText('No contact details')).toBeVisible()
  const details = page.getByRole('group', { name: 'Who signs as signer-2?' })
  await details.getByLabel('Name').fill('Jonas Lindqvist')
  await details.getByLabel('Email').fill('jonas')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please confirm that you have checked who this signer is.')
  await details.getByRole('checkbox', { name: 'I have checked who this person is' }).check()
  await details.getByRole('button', { name: 'Set up this signer' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address.')
  await looksRight(page, 'signing-set-up-phone')
  // What can only be given as a whole comes back with a reload, and stays nowhere once it was given.
  await page.reload()
  await expect(details.getByLabel('Email')).toHaveValue('jonas')
  await expect(details.getByRole('checkbox', { name: 'I have checked who this person is' })).toBeChecked()
  await details.getByLabel('Email').fill('jonas.l@example.com')
  await details.getByRole('button', { name: 'Set up this signer' }).click()
  await expect(page.getByText('signer-2 is set up.')).toBeVisible()
  expect(await keptOf(page)).not.toContain('Jonas')
  await expect(team.getByText('Set up by Anna Okafor')).toBeVisible()
  await looksRight(team, 'progress-set-up')
  await context.close()
  expect((await viewOf(account, pack)).view.signatories[1]).toMatchObject({ name: 'Jonas Lindqvist', email: 'jonas.l@example.com' })
  await onwards(page).click()
  await looksRight(page, 'signing-set-up-review-phone')
  await finishing(page).click()
  await expect(async () => {
    expect((await viewOf(account, pack)).view.signatories[1]?.request?.state).toBe('sent')
  }).toPass()
})

test('what a signer had begun to say of another stays in no tab in which their link is void', async ({ page, account }) => {
  const { link, pack } = await sentWith(
    account,
    'Half a set-up',
    [field('signer_setup', 100, { signer_role_to_setup: 'signer-2' }), field('signature', 200, { signer: 1 })],
    { sequential_signing: true },
  )
  await begins(page, link)
  await page.getByLabel('Name').fill('Ines Half')
  expect(await keptOf(page)).toContain('Ines Half')
  // Nobody is there to hear of it.
  await page.goto('about:blank')
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup', revision } })
  await page.goto(link)
  await expect(page.getByText('This link no longer works')).toBeVisible()
  expect(await keptOf(page)).not.toContain('Ines Half')
})

test('what a signer who goes on later had begun to say waits on their own device, and on nobody else’s', async ({ page, account }) => {
  const made = await sentWith(
    account,
    'Put off half-way',
    [field('signer_setup', 100, { signer_role_to_setup: 'signer-2' }), field('signature', 200, { signer: 1 })],
    { sequential_signing: true },
  )
  const later = async () => {
    await page.getByLabel('Name').fill('Ines Half')
    expect(await keptOf(page)).toContain('Ines Half')
    await page.getByRole('button', { name: 'Continue later' }).click()
    await stands(page, 'Come back when it suits you')
  }
  const { signing_link: lent } = await account.post<{ signing_link: string }>(
    `/app/documents/${made.pack}/generate_signing_link_for_signatory/${made.signers[0]}`,
    { token_type: 'sign_in_person' },
  )
  await begins(page, lent)
  await later()
  expect(await keptOf(page)).not.toContain('Ines Half')
  expect(await keptIn(page)).toBe('[]')
  await page.reload()
  await stands(page, 'You are finished')

  await page.goto(made.link)
  await later()
  expect(await keptOf(page)).toContain('Ines Half')
})

test('[D-300 D-301 D-302 D-599] one signature and one set of initials fill all that are empty, once they are whole, and the panel goes on after 250 ms', async ({
  page,
  account,
}) => {
  const made = await sentWith(
    account,
    'One click',
    [
      field('signature', 100),
      field('signature', 160),
      field('signature', 220),
      field('initial', 300),
      field('initial', 360),
      field('signature', 420, { signer: 1 }),
    ],
    { one_click_signing: true, one_click_initial: true },
  )
  await begins(page, made.link)
  await stands(page, 'Signature')
  await expect(page.getByRole('checkbox', { name: /Use it for/ })).toHaveCount(0)
  await expect(page.getByText('All 3 of your signature fields are filled with it.')).toBeVisible()
  await expect(onwards(page)).toHaveText('Next: Initials')
  await typesName(page, 'Anna Okafor')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5_000)
  await onwards(page).click()
  await page.clock.runFor(240)
  await stands(page, 'Signature')
  await page.clock.runFor(20)
  await stands(page, 'Initials')
  await page.clock.resume()
  await typesName(page, 'AO')
  await onwards(page).click()
  await stands(page, 'Check and finish')

  // Another look for one of them stays with that one.
  await page.getByRole('button', { name: 'Change Signature' }).nth(1).click()
  await typesName(page, 'A. Okafor')
  await onwards(page).click()
  await stands(page, 'Check and finish')
  await finishing(page).click()
  await stands(page, 'You have signed')
  const { view } = await viewOf(account, made.pack)
  expect(made.fields.map((key) => (view.fields[key]!.value as { text: string } | null)?.text ?? null)).toEqual([
    'Anna Okafor',
    'A. Okafor',
    'Anna Okafor',
    'AO',
    'AO',
    null,
  ])
})

test('[D-368 D-369 D-380] what is missing is said in the words of the specification, and what may stay empty is asked for once', async ({
  page,
  account,
  context,
}) => {
  const made = await sent(
    account,
    'Missing',
    ['Anna Okafor'],
    [
      field('check', 100, { custom_id: 'terms_read' }),
      field('check', 140, { custom_id: 'by_road', checkbox_group: 'transport', is_mutually_exclusive: true }),
      field('check', 180, { custom_id: 'by_rail', checkbox_group: 'transport', is_mutually_exclusive: true }),
      field('text', 220, { custom_id: 'remark', required: false }),
      field('signature', 300),
    ],
  )
  const link = await linkOf(account, made.pack, made.signers[0]!)
  await begins(page, link)
  await stands(page, 'Terms read')
  await expect(page.getByText(/only one can be ticked/)).toHaveCount(0)
  await onwards(page).click()
  await expect(page.getByText('This field must be ticked before submitting.', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: /Terms read/ }).check()
  await onwards(page).click()

  await stands(page, 'By road')
  await expect(page.getByText('Of these two boxes only one can be ticked.', { exact: true })).toBeVisible()
  await onwards(page).click()
  await stands(page, 'By rail')
  await onwards(page).click()
  await expect(page.getByText('A field must be ticked before submitting.', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: /By rail/ }).check()
  await onwards(page).click()

  await stands(page, 'Remark')
  await onwards(page).click()
  await stands(page, 'Signature')
  await expect(onwards(page)).toHaveText('Review')
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await stands(page, 'Check and finish')

  // The signature is taken away in another tab.
  const second = await context.newPage()
  await second.goto(link)
  await second
    .getByRole('navigation', { name: 'Your fields' })
    .getByRole('button', { name: /Signature/ })
    .click()
  await second.getByRole('textbox', { name: /Type it/ }).fill('')
  await expect(page.getByRole('listitem').filter({ hasText: 'Signature' })).toContainText('–')
  await second.close()
  await finishing(page).click()
  await expect(page.getByText('There are still incomplete fields. Please fill out all fields that are assigned to you.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the next open field' }).click()
  await stands(page, 'Signature')
  await page.getByRole('button', { name: /Field 4: Remark/ }).click()
  await stands(page, 'Remark')
  await page.getByRole('textbox', { name: 'Remark' }).fill('none')
  await page
    .getByRole('navigation', { name: 'Your fields' })
    .getByRole('button', { name: /By road/ })
    .click()
  await stands(page, 'By road')
  await onwards(page).click()
  // The emptied signature is asked for again, and cannot be gone past.
  await stands(page, 'Signature')
  await onwards(page).click()
  await expect(page.getByText('A drawn signature is required in order to proceed.')).toBeVisible()
})

test('a comb says how many characters it takes and refuses one more; several lines are typed in several', { tag: '@long' }, async ({
  page,
  account,
}) => {
  const fields = [
    field('text', 100, { label: 'رقم الحساب', height: 24, text_layout: 'comb', comb_cells: 8 }),
    field('text', 130, { custom_id: 'code', height: 24, max_length: 4 }),
    field('text', 160, { custom_id: 'address', height: 24, text_layout: 'multi-line' }),
  ]
  const made = await sent(account, 'Combs', ['Anna Okafor'], fields)
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  const number = page.getByRole('textbox', { name: 'رقم الحساب' })
  await expect(number).toHaveAccessibleDescription('0 of 8 characters')
  await number.fill('123456789')
  await expect(page.getByText('Only 8 characters fit here.')).toBeVisible()
  await onwards(page).click()
  await stands(page, 'رقم الحساب')
  await looksRight(page, 'sign-comb-full')
  await number.fill('1234 678')
  await expect(page.getByText('8 of 8 characters')).toBeVisible()
  await expect(page.getByText(/characters fit here/)).toHaveCount(0)
  await looksRight(page, 'sign-comb')
  await onwards(page).click()
  await stands(page, 'Code')
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toHaveAccessibleDescription('0 of 4 characters')
  await code.fill('12345')
  await expect(page.getByText('Only 4 characters fit here.')).toBeVisible()
  await code.fill('1234')
  await expect(page.getByText('4 of 4 characters')).toBeVisible()
  await onwards(page).click()
  await stands(page, 'Address')
  // A text too long for its field is refused, with how much of it fits.
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('Mill Lane 21, the house behind the mill. '.repeat(30))
  await expect(page.getByText(/Only \d+ of these 1230 characters fit here/)).toBeVisible()
  await looksRight(page, 'sign-overflow')
  await onwards(page).click()
  await stands(page, 'Address')
  await address.fill('Mill Lane 21\nGreen Point')
  await expect(page.getByText(/characters fit here/)).toHaveCount(0)
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
  const { view } = await viewOf(account, made.pack)
  expect(made.fields.map((key) => view.fields[key]!.value)).toEqual(['1234 678', '1234', 'Mill Lane 21\nGreen Point'])
})

test('somebody whose name no font has is shown where to write it in other letters, and signs by drawing or by those', async ({
  page,
  account,
}) => {
  const fields = [field('text', 100, { custom_id: 'tenant', auto_fill: 'name' }), field('signature', 200)]
  const made = await sent(account, 'Transliterated', ['ᠮᠣᠩᠭᠣᠯ'], fields)
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  const tenant = page.getByRole('textbox', { name: 'Tenant' })
  await expect(tenant).toHaveValue('')
  await expect(tenant).toHaveAccessibleDescription(/No font here can show your name/)
  await tenant.fill('Mongol')
  await onwards(page).click()
  await stands(page, 'Signature')
  await page.getByText('Type', { exact: true }).click()
  const other = page.getByRole('textbox', { name: /in other letters \(transliteration\)/ })
  await expect(other).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
  await looksRight(page, 'sign-transliterated')
  await other.fill('Mongol')
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
})

test('an Arabic text runs from the right, and a character that the document cannot show is refused where it is typed', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Scripts', ['Anna Okafor'], [field('text', 100, { custom_id: 'town' }), field('signature', 200)])
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  const town = page.getByRole('textbox', { name: 'Town' })
  await town.fill('Cape Town 𓂀')
  await expect(page.getByText('The document cannot show this character: “𓂀”. Please leave it out.')).toBeVisible()
  await onwards(page).click()
  await stands(page, 'Town')
  await looksRight(page, 'sign-unshowable')
  await town.fill('الرياض')
  await expect(page.getByText(/cannot show/)).toHaveCount(0)
  expect(await town.evaluate((input) => getComputedStyle(input).direction)).toBe('rtl')
  await onwards(page).click()
  await stands(page, 'Signature')
  await typesName(page, 'Anna 𓂀')
  await expect(page.getByText(/cannot show this character/)).toBeVisible()
  await onwards(page).click()
  await stands(page, 'Signature')
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
  const { view } = await viewOf(account, made.pack)
  expect(view.fields[made.fields[0]!]!.value).toBe('الرياض')
})
