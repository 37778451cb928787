import type { Page } from 'playwright/test'
import { type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const fields = (page: Page) => page.locator('[data-field]')
const saved = (page: Page) => expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible()
const tool = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name, exact: true })
const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }

async function open(page: Page, url: string, pack: string): Promise<{ readonly x: number; readonly y: number; readonly scale: number }> {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  const { x, y, width } = (await page.locator('[data-page="0"]').first().boundingBox())!
  return { x, y, scale: width / 595.276 }
}

test('[D-185] a field of every type is placed by dragging it from the palette, and all are there after a reload', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Every type', ['Anna Okafor'], [])
  const sheet = await open(desk, server.url, pack)
  const types = [
    'Signature',
    'Initials',
    'Date',
    'Approval',
    'Decline',
    'Text',
    'Question',
    'Tick box',
    'Choice',
    'Image',
    'Cover-up block',
    'Highlight',
    'Link',
    'Note',
    'Reserved area',
    'Signer setup',
    'File',
  ]
  for (const [at, type] of types.entries()) {
    const from = (await tool(desk, type).boundingBox())!
    await desk.mouse.move(from.x + 20, from.y + from.height / 2)
    await desk.mouse.down()
    await desk.mouse.move(sheet.x + 160 * sheet.scale, sheet.y + 80 * sheet.scale, { steps: 3 })
    const [x, y] = [115 + 185 * (at % 3), 80 + 112 * Math.floor(at / 3)]
    await desk.mouse.move(sheet.x + x * sheet.scale, sheet.y + y * sheet.scale, { steps: 3 })
    await desk.mouse.up()
    await expect(fields(desk)).toHaveCount(at + 1)
  }
  await saved(desk)
  await desk.reload()
  await expect(fields(desk)).toHaveCount(types.length)
  const { view } = await viewOf(account, pack)
  const placed = view.fieldOrder.map((key) => view.fields[key]!.type)
  expect(placed).toEqual([
    'signature',
    'initial',
    'date',
    'approve',
    'decline',
    'text',
    'question',
    'check',
    'choice',
    'image',
    'block',
    'highlight',
    'link',
    'note',
    'blank',
    'signer_setup',
    'file',
  ])
})

test('[S-236] a field that somebody else locks meanwhile cannot be sized any more, undo says why it does not move, and moves it once it is unlocked', {
  tag: '@long',
}, async ({ desk, window, server, account }) => {
  const { pack, fields: keys } = await prepared(account, 'Locked meanwhile', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  const field = desk.locator(`[data-field="${keys[0]}"]`)
  await field.click()
  await expect(field.locator('[data-handle]')).toHaveCount(8)
  const was = (await field.boundingBox())!
  await desk.keyboard.press('ArrowRight')
  await saved(desk)
  await tool(desk, 'Date').click()
  await expect(tool(desk, 'Date')).toHaveAttribute('aria-pressed', 'true')
  const elsewhere = await window()
  await open(elsewhere, server.url, pack)
  const lock = elsewhere.getByRole('switch', { name: 'Lock the fields' })
  await lock.check({ force: true })
  await expect(field.locator('[data-handle]')).toHaveCount(0)
  await expect(tool(desk, 'Date')).toBeDisabled()
  await expect(tool(desk, 'Date')).toHaveAttribute('aria-pressed', 'false')
  const moved = (await field.boundingBox())!
  expect(moved.x).toBeGreaterThan(was.x)
  await desk.keyboard.press('Control+z')
  await expect(desk.getByText('The fields of this document are locked.')).toHaveCount(1)
  expect((await field.boundingBox())!.x).toBe(moved.x)
  await lock.uncheck({ force: true })
  await expect(field.locator('[data-handle]')).toHaveCount(8)
  await desk.keyboard.press('Control+z')
  await expect.poll(async () => (await field.boundingBox())!.x).toBe(was.x)
})

test('the inspector colours a field, words its button, puts it under headings, has it filled in, and takes a link’s address', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const box = { x: 72, width: 180, height: 30 } as const
  const { pack, fields: keys } = await prepared(
    account,
    'Inspected extras',
    ['Anna Okafor'],
    [
      { ...box, type: 'text', y: 120, signer: 0 },
      { ...box, type: 'approve', y: 180, signer: 0 },
      { ...box, type: 'link', y: 240, signer: 'self' },
      { ...box, type: 'highlight', y: 300, signer: 'self' },
    ],
  )
  await open(desk, server.url, pack)
  const at = (index: number) => desk.locator(`[data-field="${keys[index]}"]`)
  await at(0).click()
  await desk.getByRole('radio', { name: 'Yellow' }).check()
  await desk.getByRole('combobox', { name: 'Prefill' }).click()
  await desk.getByRole('option', { name: 'The signer’s name' }).click()
  await desk.getByRole('combobox', { name: 'Section' }).fill('Tenant | Contact')
  await desk.keyboard.press('Enter')
  await expect(at(0)).toHaveCSS('background-color', 'rgb(254, 243, 199)')
  await looksRight(desk, 'editor-field-extras')
  await at(1).click()
  await desk.getByRole('textbox', { name: 'Button text' }).fill('We agree to the rent')
  await desk.keyboard.press('Enter')
  await at(2).click()
  const address = desk.getByRole('textbox', { name: 'Link' })
  await address.fill('javascript:alert(1)')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Enter the address of a page (https://…) or a mailbox (mailto:…).')).toBeVisible()
  await address.fill('example.org/terms')
  await desk.keyboard.press('Enter')
  await expect(at(2)).toContainText('https://example.org/terms')
  await looksRight(desk, 'editor-link')
  await at(3).click()
  await expect(desk.getByText('Signers can read its help text')).toBeVisible()
  await expect(desk.getByRole('switch', { name: 'Required' })).toHaveCount(0)
  await looksRight(desk, 'editor-highlight')
  await saved(desk)
  await desk.reload()
  await expect(at(0)).toHaveCSS('background-color', 'rgb(254, 243, 199)')
  const { view } = await viewOf(account, pack)
  const [text, approve, link] = keys.map((key) => view.fields[key]!)
  expect(text).toMatchObject({ background: '#fef3c7', autoFill: 'name', hierarchy: ['Tenant', 'Contact'] })
  expect(approve).toMatchObject({ buttonText: 'We agree to the rent' })
  expect(link).toMatchObject({ value: 'https://example.org/terms', assignee: 'self' })
})

test('that one of a group of tick boxes may be ticked is said of any of them, and holds for all', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const box = { type: 'check', x: 72, width: 20, height: 20, signer: 'self' } as const
  const boxes = [120, 160, 200].map((y) => ({ ...box, y }))
  const { pack, fields: keys } = await prepared(account, 'One of a group', ['Anna Okafor'], boxes)
  await open(desk, server.url, pack)
  const at = (index: number) => desk.locator(`[data-field="${keys[index]}"]`)
  const one = desk.getByRole('switch', { name: 'Only one per group' })
  for (const index of [0, 1, 2]) {
    await at(index).click()
    const group = desk.getByRole('combobox', { name: 'Tick box group' })
    // It is about this box, and no more about the one before.
    await expect(group).toHaveValue('')
    await group.fill('Heating')
    await desk.keyboard.press('Enter')
    await desk.getByRole('checkbox').check()
  }
  await desk.getByText('Only one per group', { exact: true }).click()
  await expect(one).toBeChecked()
  await at(0).click()
  await expect(one).toBeChecked()
  await looksRight(desk, 'editor-tick-group')
  await saved(desk)
  const ticked = async () => {
    const { view } = await viewOf(account, pack)
    return keys.map((key) => [view.fields[key]!.exclusive, view.fields[key]!.value])
  }
  const [first, second, third] = await ticked()
  expect([first![0], second![0], third![0]]).toEqual([true, true, true])
  expect([first![1], second![1], third![1]].filter((value) => value === 'checked')).toHaveLength(1)
  await desk.keyboard.press('ControlOrMeta+z')
  await expect(one).not.toBeChecked()
  await saved(desk)
  await expect.poll(ticked).toEqual([0, 1, 2].map(() => [false, 'checked']))
})

test('the inspector says whom a field has set up, what is asked before going on, and who reads a note', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const box = { x: 72, width: 180, height: 40 } as const
  const { pack, fields: keys } = await prepared(
    account,
    'Inspected set-up',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [
      { ...box, type: 'signer_setup', y: 120, signer: 0 },
      { ...box, type: 'note', y: 200, signer: 'self', data: 'Ask for the rent' },
      { ...box, type: 'blank', y: 280, signer: 0 },
    ],
  )
  await account.post(`/app/documents/${pack}/update_document`, { data: { sequential_signing: true } })
  await open(desk, server.url, pack)
  const at = (index: number) => desk.locator(`[data-field="${keys[index]}"]`)
  await at(0).click()
  await expect(desk.getByText('No role available. Sign in order')).toBeVisible()
  await desk.getByRole('combobox', { name: 'Role to set up' }).click()
  await desk.getByRole('option', { name: 'signer-2' }).click()
  await expect(desk.getByText('No role available. Sign in order')).toHaveCount(0)
  await desk.getByText('They confirm that they checked who the person is').click()
  await desk.getByRole('textbox', { name: 'Label' }).fill(' عنوان المستأجر ')
  await desk.keyboard.press('Enter')
  await expect(at(0)).toHaveAccessibleName(/عنوان المستأجر/)
  await desk.getByRole('textbox', { name: 'Confirmation question' }).fill('Is this the tenant?')
  await desk.keyboard.press('Enter')
  await desk.getByText('Don’t copy to templates').click()
  await looksRight(desk, 'editor-signer-setup')
  await at(1).click()
  await expect(desk.getByText('Only your team and the signer of this field can read it.')).toBeVisible()
  await expect(desk.getByRole('switch', { name: 'Required' })).toHaveCount(0)
  await looksRight(desk, 'editor-note')
  await at(2).click()
  await expect(desk.getByText('Stays empty for a stamp or for ink on paper')).toBeVisible()
  await saved(desk)
  const { view } = await viewOf(account, pack)
  expect(view.fields[keys[0]!]).toMatchObject({
    setUp: { role: 'signer-2', identification: true },
    label: 'عنوان المستأجر',
    continueQuestion: 'Is this the tenant?',
    temporary: true,
  })
})

test('[D-110] the sender’s own fields are filled in one after the other in a window of their own', async ({ desk, server, account }) => {
  const box = { x: 72, width: 180, height: 24, signer: 'self' } as const
  const { pack, fields: keys } = await prepared(
    account,
    'Own fields',
    ['Anna Okafor'],
    [
      { ...box, type: 'check', y: 300, width: 16, height: 16 },
      { ...box, type: 'text', y: 120, custom_id: 'provider' },
      { ...box, type: 'date', y: 200, auto_assign_date: true },
      { ...SIGNATURE, y: 500 },
    ],
  )
  await open(desk, server.url, pack)
  await desk.getByRole('tab', { name: 'Document' }).click()
  await desk.getByRole('button', { name: 'Fill in your 2 fields' }).click()
  const filling = desk.getByRole('dialog', { name: 'Your fields' })
  await expect(filling.getByRole('listitem')).toHaveText([/^Provider, page 1/, /^Tick box, page 1/])
  await filling.getByRole('textbox', { name: 'Provider' }).fill('Mill & Sons')
  await filling.getByRole('checkbox').check()
  await expect(filling.getByText('2 of 2 fields filled in.')).toBeVisible()
  await looksRight(desk, 'editor-own-fields')
  await desk.keyboard.press('Escape')
  await saved(desk)
  const { view } = await viewOf(account, pack)
  expect(keys.map((key) => view.fields[key]!.value)).toEqual(['checked', 'Mill & Sons', null, null])
})

test('a frame selects what it touches; deleting several is one step, undone and done again', async ({ desk, server, account }) => {
  const { pack } = await prepared(
    account,
    'Frame',
    ['Anna Okafor'],
    [SIGNATURE, { ...SIGNATURE, x: 260 }, { ...SIGNATURE, y: 500, type: 'text', height: 24 }],
  )
  const sheet = await open(desk, server.url, pack)
  const at = (x: number, y: number) => [sheet.x + x * sheet.scale, sheet.y + y * sheet.scale] as const
  await desk.mouse.move(...at(60, 100))
  await desk.mouse.down()
  await desk.mouse.move(...at(200, 150), { steps: 3 })
  await desk.mouse.move(...at(300, 180), { steps: 3 })
  await desk.mouse.up()
  await expect(desk.getByText('2 fields selected')).toBeVisible()
  await desk.keyboard.press('Delete')
  await expect(fields(desk)).toHaveCount(1)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(fields(desk)).toHaveCount(3)
  await desk.getByRole('button', { name: 'Redo' }).click()
  await expect(fields(desk)).toHaveCount(1)
  await saved(desk)
  const { view } = await viewOf(account, pack)
  expect(Object.values(view.fields).filter(({ removed }) => !removed)).toHaveLength(1)
})

test('[D-146 D-473] how a signer is written to is chosen where the document offers it, by members with the permission', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'By which channel', ['Anna Okafor'], [])
  await open(desk, server.url, pack)
  const offer = desk.getByRole('switch', { name: 'Choose how to contact each signer' })
  const choice = desk.getByLabel('Contact by')
  const signers = async () => {
    await desk.getByRole('tab', { name: 'Signers' }).click()
    await expect(desk.getByLabel('Role', { exact: true })).toBeVisible()
  }
  await signers()
  await expect(choice).toHaveCount(0)
  await desk.getByRole('tab', { name: 'Document' }).click()
  await desk.getByText('Choose how to contact each signer').click()
  await expect(offer).toBeChecked()
  await signers()
  await expect(choice).toHaveValue('email')
  await choice.selectOption('email-or-sms')
  await expect(desk.getByText('If this installation cannot send text messages')).toBeVisible()
  await looksRight(desk, 'editor-channel')
  await saved(desk)
  await expect.poll(async () => (await viewOf(account, pack)).view.signatories[0]!.channel).toBe('email-or-sms')

  await desk.route('**/app/session', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const workspace of body.user_accounts)
      workspace.permissions = workspace.permissions.filter((each: string) => each !== 'can_configure_communication_channel')
    await route.fulfill({ response: answer, json: body })
  })
  await desk.reload()
  await signers()
  await expect(choice).toHaveCount(0)
  await desk.getByRole('tab', { name: 'Document' }).click()
  await expect(desk.getByRole('switch', { name: 'One after another' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('[D-017 D-360 D-361] signers are added, put in order and removed, with their fields only after a question', async ({
  desk,
  server,
  account,
}) => {
  const { pack, signers } = await prepared(account, 'Signers', ['Anna Okafor', 'Jonas Lindqvist'], [SIGNATURE])
  await open(desk, server.url, pack)
  await desk.getByRole('tab', { name: 'Signers' }).click()
  await desk.getByRole('button', { name: 'Move Jonas Lindqvist earlier' }).click()
  await expect.poll(async () => (await viewOf(account, pack)).view.steps.flat()).toEqual([signers[1], signers[0]])
  // Where fields are placed for somebody, one more is added as well, and named at once.
  await desk.getByRole('tab', { name: 'Document' }).click()
  await desk.getByRole('combobox', { name: 'New fields are for' }).click()
  await desk.getByRole('option', { name: 'Add signer' }).click()
  await expect(desk.getByLabel('Name', { exact: true })).toBeFocused()
  await desk.keyboard.type('Priya Raman')
  await expect(desk.getByRole('combobox', { name: 'New fields are for' })).toHaveValue('Priya Raman')
  await desk.getByLabel('Role', { exact: true }).fill('witness')
  await desk.getByLabel('Email', { exact: true }).fill('priya@')
  await expect(desk.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Please enter a valid email address.')
  await desk.getByLabel('Email', { exact: true }).fill('priya@example.com')
  await desk.getByLabel('Mobile number').fill('+27 82 123 4567')
  await desk.keyboard.press('Tab')
  await saved(desk)
  await expect
    .poll(async () => (await viewOf(account, pack)).view.signatories.find(({ name }) => name === 'Priya Raman'))
    .toMatchObject({ role: 'witness', email: 'priya@example.com' })

  const question = desk.getByRole('dialog', { name: 'Remove this signer?' })
  await desk.getByRole('button', { name: 'Remove Anna Okafor' }).click()
  await expect(question).toContainText("Delete/reassign the signer's data fields first before removing the signer")
  await looksRight(desk, 'editor-remove-signer')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(fields(desk)).toHaveCount(1)
  await desk.getByRole('button', { name: 'Remove Anna Okafor' }).click()
  await question.getByRole('button', { name: 'Remove signer and fields' }).click()
  await expect(fields(desk)).toHaveCount(0)
  await expect(desk.getByRole('button', { name: 'Remove Anna Okafor' })).toHaveCount(0)
})

test('two who prepare the same document see each other, and each other’s changes', async ({ desk, window, server, account }) => {
  const { pack } = await prepared(account, 'Together', ['Anna Okafor'], [SIGNATURE])
  const other = await window()
  const sheet = await open(desk, server.url, pack)
  await open(other, server.url, pack)
  await tool(desk, 'Text').click()
  await desk.mouse.click(sheet.x + 200 * sheet.scale, sheet.y + 400 * sheet.scale)
  await desk.keyboard.press('Escape')
  await expect(fields(other)).toHaveCount(2)
  const top = (page: Page) =>
    fields(page)
      .first()
      .evaluate((field) => Math.round(Number.parseFloat(field.style.top)))
  const before = await top(desk)
  await fields(other).first().focus()
  await other.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => top(desk)).toBeGreaterThan(before)
  expect(await top(desk)).toBe(await top(other))
  await desk.getByRole('textbox', { name: 'Document name' }).first().fill('Together at last')
  await desk.keyboard.press('Tab')
  await expect(other.getByRole('textbox', { name: 'Document name' }).first()).toHaveValue('Together at last')
})

test('the sender’s own field is filled in here, and nothing goes out before it is', async ({ desk, server, account }) => {
  const { pack, fields: keys } = await prepared(
    account,
    'Own field',
    ['Anna Okafor'],
    [SIGNATURE, { type: 'text', x: 72, y: 220, width: 200, height: 24, signer: 'self', required: true, custom_id: 'reference' }],
  )
  await open(desk, server.url, pack)
  const sheet = desk.getByRole('dialog', { name: 'Request signatures' })
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await expect(sheet.getByText("There are self-assigned fields that haven't been completed. Please complete these fields.")).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the field' }).click()
  const reference = desk.getByRole('tabpanel').getByRole('textbox', { name: 'Reference' })
  await reference.fill('Purchase order 7731 of the canteen. '.repeat(30))
  await expect(reference).toHaveAccessibleDescription(/Only \d+ of these \d+ characters fit here/)
  await reference.fill('PO 7731')
  await expect(desk.getByText(/characters fit here/)).toHaveCount(0)
  await desk.keyboard.press('Tab')
  await expect(fields(desk).nth(1).locator('svg text')).toHaveText('PO 7731')
  await saved(desk)
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[keys[1]!]!.value).toBe('PO 7731')
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await expect(sheet.getByRole('button', { name: 'Request signatures' })).toBeEnabled()
})

test('[D-109] the team reads its notes while the document is out, and adds a note that no signer reads', async ({
  desk,
  server,
  account,
}) => {
  const made = await sent(
    account,
    'Said on the way',
    ['Anna Okafor'],
    [{ ...SIGNATURE }, { type: 'note', x: 300, y: 40, width: 160, height: 48, signer: 'self', data: 'Check the rent' }],
  )
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await desk.getByRole('button', { name: '1 note' }).click()
  const notes = desk.getByRole('dialog', { name: 'Notes' })
  await expect(notes.getByRole('listitem')).toHaveText(/Your team · Page 1.*Check the rent/)
  await notes.getByRole('button', { name: 'Add a note' }).click()
  await desk.getByRole('dialog', { name: 'Add a note' }).getByRole('textbox').fill('Anna was told')
  await desk.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(2)
  await looksRight(desk, 'progress-notes')
  await expect(async () => {
    const { view } = await viewOf(account, made.pack)
    expect(view.fields[view.fieldOrder[2]!]).toMatchObject({ type: 'note', assignee: 'self', value: 'Anna was told' })
  }).toPass()
})

test('[W-167 W-168 W-169] characters that no custom id can have are left out, with a warning that goes after five seconds', async ({
  desk,
  server,
  account,
}) => {
  const { pack, fields: keys } = await prepared(account, 'Custom ids', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  await desk.locator(`[data-field="${keys[0]}"]`).click()
  const customId = desk.getByRole('textbox', { name: 'Custom id' })
  await customId.fill('a<b>c+d-e/f*g%h!i=j_k.l')
  await desk.clock.install()
  await desk.clock.pauseAt(Date.now() + 1_000)
  await desk.keyboard.press('Enter')
  const warning = /cannot have the characters < > \+ - \/ \* % ! =: they were left out/
  await expectMessage(desk, 'warning', warning)
  await expect(customId).toHaveValue('abcdefghij_k.l')
  await desk.clock.runFor(4_900)
  await expectMessage(desk, 'warning', warning)
  await desk.clock.runFor(1_000)
  await expect(desk.getByText(warning)).toHaveCount(0)
  await desk.clock.resume()
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[keys[0]!]!.customId).toBe('abcdefghij_k.l')
  await customId.fill('quantity_2')
  await desk.keyboard.press('Enter')
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[keys[0]!]!.customId).toBe('quantity_2')
  await expect(desk.getByText('were left out')).toHaveCount(0)
})

test('[W-300 W-301 W-302 W-303] fields are grey while they are nobody’s and dark blue where they are the sender’s; blocks are black and highlights yellow', async ({
  desk,
  server,
  account,
}) => {
  const box = { x: 72, width: 160, height: 24 } as const
  const { pack, fields: keys } = await prepared(
    account,
    'Colours',
    ['Anna Okafor'],
    [
      { ...box, y: 100, type: 'text', signer: 'self' },
      { ...box, y: 140, type: 'text', signer: 0 },
      { ...box, y: 180, type: 'text', signer: 0 },
      { ...box, y: 220, type: 'highlight', signer: 0 },
    ],
  )
  await account.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: keys[2], signatory_uuid: null }] })
  const sheet = await open(desk, server.url, pack)
  const frame = (key: string) =>
    desk.locator(`[data-field="${key}"]`).evaluate((field) => {
      const [r = 0, g = 0, b = 0] = getComputedStyle(field, '::before').borderTopColor.match(/\d+/g)!.map(Number)
      return { r, g, b }
    })
  const nobodys = await frame(keys[2]!)
  expect(nobodys.r).toBe(nobodys.g)
  expect(nobodys.g).toBe(nobodys.b)
  expect(nobodys.r).toBeGreaterThan(80)
  const own = await frame(keys[0]!)
  expect(own.b).toBeGreaterThan(own.r + 40)
  expect(own.r + own.g + own.b).toBeLessThan(255)
  expect(await frame(keys[1]!)).not.toEqual(own)

  await tool(desk, 'Cover-up block').click()
  await desk.mouse.click(sheet.x + 300 * sheet.scale, sheet.y + 500 * sheet.scale)
  await expect(fields(desk)).toHaveCount(5)
  await saved(desk)
  const { view } = await viewOf(account, pack)
  const block = Object.values(view.fields).find(({ type }) => type === 'block')!
  expect(block.background).toBe('#000000')
  const painted = (key: string) =>
    desk
      .locator(`[data-field="${key}"] svg path`)
      .first()
      .evaluate((path) => getComputedStyle(path).fill)
  expect(await painted(block.key)).toBe('rgb(0, 0, 0)')
  expect(await painted(keys[3]!)).toBe('rgb(250, 204, 21)')
  await desk.keyboard.press('Escape')
  await looksRight(desk, 'editor-colours')
})

test('[D-566] a tick is worked out again for another size at most once in half a second, and fits its box in the end', async ({
  desk,
  server,
  account,
}) => {
  const { pack, fields: keys } = await prepared(
    account,
    'A tick that grows',
    ['Anna Okafor'],
    [{ type: 'check', x: 100, y: 200, width: 60, height: 60, signer: 'self', data: 'checked' }],
  )
  const sheet = await open(desk, server.url, pack)
  const field = desk.locator(`[data-field="${keys[0]}"]`)
  await field.click()
  const frames = () => field.locator('svg').first().getAttribute('viewBox')
  const before = await frames()
  await desk.clock.install()
  await desk.clock.pauseAt(Date.now() + 1_000)
  const corner = (await field.locator('[data-handle="se"]').boundingBox())!
  await desk.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
  await desk.mouse.down()
  const seen = new Set<string | null>([before])
  for (let step = 1; step <= 8; step++) {
    await desk.mouse.move(corner.x + step * 6 * sheet.scale, corner.y + step * 6 * sheet.scale)
    await desk.clock.runFor(50)
    seen.add(await frames())
  }
  // The first change at once, and no other within the 400 ms that passed.
  expect(seen.size).toBe(2)
  await desk.mouse.up()
  await desk.clock.runFor(1_100)
  seen.add(await frames())
  expect(seen.size).toBe(3)
  await desk.clock.resume()
  await saved(desk)
  const { width, height } = (await viewOf(account, pack)).view.fields[keys[0]!]!
  const [, , w, h] = (await frames())!.split(' ').map(Number)
  expect([w, h]).toEqual([width / 1000, height / 1000])
})
