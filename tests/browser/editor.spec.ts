import type { Locator, Page } from 'playwright/test'
import { onePage, plainBytes } from '../pdf/support/files.ts'
import { type Prepared, type PreparedField, prepared, SENDER, uploaded, viewOf } from '../support/prepared.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight, test } from './support/server.ts'

async function openEditor(page: Page, url: string, pack: string): Promise<void> {
  await page.goto(`${url}/#documents/${pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
}

const fields = (page: Page) => page.locator('[data-field]')
const named = (page: Page, name: RegExp) => page.getByRole('button', { name }).and(fields(page))
const tool = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name, exact: true })
const saved = (page: Page) => expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible()

/** Where a field stands on its page, in points. */
async function place(field: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return field.evaluate((element) => {
    const [page, box] = [element.closest('[data-page]')!.getBoundingClientRect(), element.getBoundingClientRect()]
    const points = (pixels: number) => Math.round((pixels * 595.276) / page.width)
    return { x: points(box.x - page.x), y: points(box.y - page.y), width: points(box.width), height: points(box.height) }
  })
}

async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 })
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
  // The last step is shown with the next frame; letting go counts where the pointer is.
  await page.mouse.up()
}

const signature = (more: Partial<PreparedField> = {}): PreparedField => ({
  type: 'signature',
  x: 72,
  y: 120,
  width: 160,
  height: 48,
  signer: 0,
  required: true,
  ...more,
})

test('[S-003 D-275 D-276 D-373 D-563] fields are placed by click, drag and key, moved, resized, and are there after a reload', {
  tag: '@firefox',
}, async ({ page, server, account }) => {
  const { pack } = await prepared(account, 'Placing', ['Anna Okafor'], [])
  await openEditor(page, server.url, pack)
  const sheet = (await page.locator('[data-page="0"]').first().boundingBox())!

  await tool(page, 'Signature').click()
  await page.mouse.move(sheet.x + 200, sheet.y + 200)
  await page.mouse.down()
  await page.mouse.move(sheet.x + 204, sheet.y + 204)
  await page.mouse.up()
  await expect(named(page, /^Signature for Anna Okafor, required/)).toHaveCount(1)
  expect(await place(fields(page).first())).toMatchObject({ width: 160, height: 48 })

  await drag(page, { x: sheet.x + 360, y: sheet.y + 320 }, { x: 120, y: 60 })
  await expect(fields(page)).toHaveCount(2)
  expect((await place(fields(page).nth(1))).width).not.toBe(160)
  await page.keyboard.press('Escape')

  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(named(page, /^Text for Anna Okafor/)).toBeFocused()

  const first = fields(page).first()
  const before = await place(first)
  const box = (await first.boundingBox())!
  await drag(page, { x: box.x + 40, y: box.y + 20 }, { x: 20, y: 90 })
  await expect.poll(async () => (await place(first)).y).toBeGreaterThan(before.y + 50)
  const moved = (await first.boundingBox())!
  await drag(page, { x: moved.x + moved.width, y: moved.y + moved.height }, { x: 60, y: 30 })
  await expect.poll(async () => (await place(first)).width).toBeGreaterThan(before.width + 30)

  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert').getByText('saved', { exact: true })).toBeVisible()
  await saved(page)
  const held = await Promise.all([0, 1, 2].map((at) => place(fields(page).nth(at))))
  await page.reload()
  await expect(fields(page)).toHaveCount(3)
  expect(await Promise.all([0, 1, 2].map((at) => place(fields(page).nth(at))))).toEqual(held)
})

test('[D-528 D-537 D-557 D-565 S-093 S-094 S-349] arrow keys move by one point and with shift by ten; undo takes all of it back as one step, once they rest; it is saved 1 s later, again where that fails', {
  tag: '@firefox',
}, async ({ page, server, account }) => {
  const { pack } = await prepared(account, 'Nudging', ['Anna Okafor'], [signature()])
  await openEditor(page, server.url, pack)
  await named(page, /^Signature/).focus()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  const saves: string[] = []
  const logged: string[] = []
  const answer = Promise.withResolvers<void>()
  await page.route(
    '**/add_update_data_field',
    async (route) => {
      saves.push(route.request().url())
      await answer.promise
      await route.fulfill({ status: 500, json: { success: false } })
    },
    { times: 1 },
  )
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  const undo = page.getByRole('button', { name: 'Undo' })
  // In one breath: nudges that are further apart than 250 ms are steps of their own.
  await page.evaluate(() => {
    const press = (key: string, shiftKey: boolean) =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
    press('ArrowRight', false)
    press('ArrowRight', false)
    press('ArrowDown', true)
  })
  await page.clock.runFor(249)
  await expect.poll(() => place(fields(page).first())).toMatchObject({ x: 74, y: 130 })
  await expect(undo).toBeDisabled()
  await page.clock.runFor(1)
  await expect(undo).toBeEnabled()
  await page.clock.runFor(998)
  await expect(page.getByText('Saving changes...')).toBeVisible()
  expect(saves).toEqual([])
  await page.clock.runFor(2)
  await expect.poll(() => saves.length).toBe(1)
  // It is looked at four times a second, and called by other words after twenty looks.
  await page.clock.runFor(3_500)
  await expect(page.getByText('Saving changes...')).toBeVisible()
  await page.clock.runFor(500)
  await expect(page.getByText('Saving your changes...')).toBeVisible()
  answer.resolve()
  await expect.poll(() => logged).toEqual(['saving a field failed 1 times in a row and is tried again'])
  await page.clock.runFor(600)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.resume()
  await page.keyboard.press('Control+z')
  await expect.poll(() => place(fields(page).first())).toMatchObject({ x: 72, y: 120 })
})

test('a tick box that is selected is moved by its middle and sized by the handles around it; Ctrl K searches from the editor', async ({
  page,
  server,
  account,
}) => {
  const tick: PreparedField = { type: 'check', x: 200, y: 200, width: 16, height: 16, signer: 0 }
  const { pack } = await prepared(account, 'Ticking', ['Anna Okafor'], [tick])
  await openEditor(page, server.url, pack)
  const field = fields(page).first()
  await field.click()
  const middle = async () => {
    const { x, y, width, height } = (await field.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  await drag(page, await middle(), { x: 120, y: 90 })
  await expect.poll(async () => (await place(field)).x).toBeGreaterThan(260)
  expect(await place(field)).toMatchObject({ width: 16, height: 16 })
  const handle = (await field.locator('[data-handle="se"]').boundingBox())!
  await drag(page, { x: handle.x + 4, y: handle.y + 4 }, { x: 40, y: 40 })
  await expect.poll(async () => (await place(field)).width).toBeGreaterThan(30)

  // The first result is chosen, and Escape leaves what opened last.
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search).toBeVisible()
  await expect(search.locator('[data-selected]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(field).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Request signatures' }).click()
  const sheet = page.getByRole('dialog', { name: 'Request signatures' })
  await page.keyboard.press('Control+k')
  await expect(search).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Ticking')
  await expect(search.locator('[data-selected]')).toHaveText(/Ticking/)
})

test('a field that is placed is offered a label from the words next to it, which interrupts nothing and is taken by keyboard', async ({
  page,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Labelling', ['Anna Okafor'], [])
  await openEditor(page, server.url, pack)
  await page.getByRole('button', { name: 'Page 2' }).first().click()
  const second = page.locator('[data-page="1"]').first()
  await expect(second.locator('canvas')).toBeVisible()
  const sheet = (await second.boundingBox())!
  const at = (x: number, y: number) => [sheet.x + (x * sheet.width) / 595.276, sheet.y + (y * sheet.width) / 595.276] as const
  await tool(page, 'Signature').click()
  await page.mouse.click(...at(160, 382))
  const offer = page.locator('[data-label-offer]').getByRole('textbox', { name: 'Label' })
  await expect(offer).toHaveValue(/^Signature/)
  await looksRight(page, 'editor-label-offer')
  // The next is placed without a word about the first.
  await page.mouse.click(...at(420, 382))
  await expect(fields(page)).toHaveCount(2)
  await expect(offer).not.toBeFocused()
  await expect(offer).toHaveValue(/^Signature/)
  await page.keyboard.press('F2')
  await expect(offer).toBeFocused()
  await page.keyboard.type('Signature of the tenant')
  await page.keyboard.press('Enter')
  await expect(offer).toBeHidden()
  await expect(named(page, /^Signature of the tenant for Anna Okafor/)).toBeFocused()
  const labels = async () => Object.values((await viewOf(account, pack)).view.fields).map(({ label }) => label ?? '')
  await expect.poll(labels).toEqual(['', 'Signature of the tenant'])
})

test('on a phone the words next to a field that was just added are its label at one press, until the next one is added', async ({
  page,
  server,
  account,
}) => {
  // Where the first field goes, and far from where the others do.
  const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
  const file = onePage('BT /F1 10 Tf 40 811 Td (Full name: ________) Tj ET', font, '[0 0 595 842]')
  const { pack } = await uploaded(account, 'Labels on a phone', file)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/#documents/${pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Fields of the document' }).click()
  const row = page.getByRole('listitem')
  const drawer = page.getByRole('dialog', { name: 'Field' })
  const offer = page.getByRole('button', { name: /^Label it/ })
  const adds = async (type: string) => {
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('menuitem', { name: type, exact: true }).click()
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
  const labels = async () => Object.values((await viewOf(account, pack)).view.fields).map(({ label }) => label ?? '')
  await adds('Text')
  await expect(offer).toHaveText('Label it “Full name”')
  await looksRight(page, 'editor-label-offer-390')
  await offer.press('Enter')
  await expect(offer).toHaveCount(0)
  await expect(row).toHaveText([/^Full name/])
  await expect.poll(labels).toEqual(['Full name'])
  // One step back, and it is not offered for what is not new any more.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveText([/^Text/])
  await expect.poll(labels).toEqual([''])
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(0)
  // Not pressed, it keeps nobody from the next, which has no words next to it.
  await adds('Text')
  await expect(offer).toBeVisible()
  await adds('Signature')
  await expect(row).toHaveCount(2)
  await expect(offer).toHaveCount(0)
  await expect.poll(async () => (await labels()).filter(Boolean)).toEqual([])
})

test('[D-370] a field that would overlap another is not added, and the message says so', async ({ page, server, account }) => {
  const { pack } = await prepared(account, 'Overlap', ['Anna Okafor'], [signature()])
  await openEditor(page, server.url, pack)
  const box = (await fields(page).first().boundingBox())!
  await tool(page, 'Signature').click()
  await page.mouse.click(box.x + 60, box.y + 30)
  await expect(page.getByText('Some fields were going to overlap others, so we skipped those...')).toBeVisible()
  await expect(fields(page)).toHaveCount(1)
})

test('[D-372] a copy that would lie off the page is put back onto it, and the message says so', async ({ page, server, account }) => {
  const { pack } = await prepared(account, 'Edge', ['Anna Okafor'], [signature({ x: 420, y: 200 })])
  await openEditor(page, server.url, pack)
  await fields(page).first().click()
  await page.keyboard.press('Control+d')
  await expect(page.getByText('Some fields were off the page and have been repositioned')).toBeVisible()
  await expect(fields(page)).toHaveCount(2)
  const copy = await place(fields(page).nth(1))
  expect(copy.x + copy.width).toBeLessThanOrEqual(595)
})

test('[D-374 D-431 D-432] a locked document takes no new field and keeps the others where they are', async ({ page, server, account }) => {
  const { pack } = await prepared(account, 'Locked', ['Anna Okafor'], [signature()])
  await openEditor(page, server.url, pack)
  await page.getByText('Lock the fields').click()
  await expect(page.getByRole('switch', { name: 'Lock the fields' })).toBeChecked()
  await expect(tool(page, 'Signature')).toBeDisabled()
  const box = (await fields(page).first().boundingBox())!
  await drag(page, { x: box.x + 40, y: box.y + 20 }, { x: 80, y: 80 })
  await page.keyboard.press('ArrowRight')
  expect(await place(fields(page).first())).toMatchObject({ x: 72, y: 120 })
})

test('[D-065 D-067 D-068 D-069 D-070 D-082 D-277] the editor shows pages with fields, settings of document, signers and field, and a minimap', async ({
  page,
  server,
  account,
}) => {
  const { pack } = await prepared(
    account,
    'Supply agreement',
    ['Jonas Lindqvist', 'Anna Okafor'],
    [
      signature(),
      signature({ x: 320, signer: 1 }),
      signature({ type: 'text', y: 220, height: 24, signer: 1, custom_id: 'delivery_address' }),
      signature({ type: 'check', x: 72, y: 270, width: 16, height: 16, signer: 'self', required: false }),
    ],
  )
  await openEditor(page, server.url, pack)
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 2' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Document name' }).first().fill('Supply and installation agreement')
  await page.keyboard.press('Enter')
  const inOrder = page.getByRole('tabpanel').getByRole('switch', { name: 'One after another' })
  await expect(inOrder).not.toBeChecked()
  await page.getByText('One after another').click()
  await expect(inOrder).toBeChecked()
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('jonas@example.com')
  await named(page, /^Delivery address for Anna Okafor/).click()
  await expect(page.getByLabel('Custom ID')).toHaveValue('delivery_address')
  await looksRight(page, 'editor-field')
  await page.keyboard.press('Control+a')
  await expect(page.getByText('4 fields selected')).toBeVisible()
  await page.getByRole('button', { name: 'Preview as' }).click()
  await page.getByRole('menuitem', { name: 'Anna Okafor' }).click()
  await expect(page.getByText('You see the document as Anna Okafor will see it.')).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'What Anna Okafor is asked for' })
  const asked = panel.getByRole('navigation', { name: 'Your fields' }).getByRole('button')
  await expect(asked.first()).toHaveAttribute('aria-current', 'step')
  await panel.getByRole('button', { name: /^Next: / }).click()
  await expect(asked.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(asked.first()).not.toHaveAttribute('aria-current')
  await looksRight(page, 'editor-preview')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Signers' })).toBeVisible()
  await saved(page)
  const { view } = await viewOf(account, pack)
  expect([view.name, view.settings.sequential]).toEqual(['Supply and installation agreement', true])
})

test('[D-077 D-536 D-541] below 768 px the fields are a list with the same settings, from there on the pages are shown', async ({
  page,
  server,
  account,
}) => {
  const { pack } = await uploaded(account, 'Narrow', await plainBytes(1, [1191, 842]))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/#documents/${pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Signers' }).click()
  await page.getByRole('button', { name: 'Add signer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Anna Okafor')
  await page.getByRole('button', { name: 'Fields of the document' }).click()
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Date' }).click()
  await expect(page.getByRole('dialog').getByLabel('Custom ID')).toHaveValue('date_1')
  await looksRight(page, 'editor-narrow')
  await page.keyboard.press('Escape')
  // What is nobody's by its type is not shown as if somebody were missing.
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Cover-up block' }).click()
  await expect(page.getByRole('dialog').getByLabel('Custom ID')).toHaveValue('block_1')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem')).toHaveText(['DateAnna OkaforAO', 'Cover-up blockNo signer'])
  // A refused save is reported in the server's words, and the value is as before.
  const refusal = { success: false, code: 'refused', message: 'Nobody may place fields just now.' }
  await page.route('**/add_update_data_field', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click()
  await expectMessage(page, 'danger', `A change to “Text” was not saved. ${refusal.message}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem')).toHaveText(['DateAnna OkaforAO', 'Cover-up blockNo signer'])
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.getByRole('main', { name: 'Fields of the document' })).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  const palette = page.getByRole('toolbar', { name: 'Field types' })
  await expect(palette).toBeVisible()
  // All of a page is seen next to the palette, and zooming out does not make it larger.
  const widthBetween = async () => {
    const boxes = [palette, page.locator('[data-page="0"]').first(), page.getByRole('main')].map((each) => each.boundingBox())
    const [left, sheet, canvas] = await Promise.all(boxes)
    if (!left || !sheet || !canvas) return 0
    return sheet.x >= left.x + left.width && sheet.x + sheet.width <= canvas.x + canvas.width ? sheet.width : 0
  }
  await expect.poll(widthBetween).toBeGreaterThan(0)
  const width = await widthBetween()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByRole('button', { name: 'Fit width' })).toHaveAttribute('aria-pressed', 'false')
  expect(await widthBetween()).toBeCloseTo(width, 1)
  // One panel at a time: the inspector unfolds at a tab, in the place of the palette, and a page is never smaller than can be read.
  await page.getByRole('button', { name: 'Fit width' }).click()
  const widthOfPage = async () => (await page.locator('[data-page="0"]').first().boundingBox())?.width ?? 0
  await expect.poll(widthOfPage).toBeGreaterThan(500)
  const inspector = page.getByRole('tabpanel')
  await expect(inspector).toBeHidden()
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(inspector.getByLabel('Name', { exact: true })).toHaveValue('Anna Okafor')
  await expect(palette).toBeHidden()
  expect(await widthOfPage()).toBeGreaterThan(400)
  await looksRight(page, 'editor-tablet')
  await page.getByRole('button', { name: 'Hide the inspector' }).click()
  await expect(inspector).toBeHidden()
  await expect(palette).toBeVisible()
  await page.getByRole('button', { name: 'Documents: Narrow' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add document' })).toBeVisible()
})

test('[D-016] the sheet leads to what is missing, then sends and goes back to the list', async ({ page, server, account }) => {
  const made: Prepared = await prepared(
    account,
    'Lease',
    ['Anna Okafor'],
    [signature(), signature({ type: 'choice', y: 220, height: 24, options_as_csv: '' })],
  )
  await openEditor(page, server.url, made.pack)
  await page.getByRole('button', { name: 'Request signatures' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('There are choice fields that have no choices setup.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Request signatures' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Show the field' }).click()
  await page.getByLabel('Options').fill('30 days\n60 days')
  await page.getByRole('button', { name: 'Request signatures' }).click()
  // A second signer is added here and now; what is wrong stands at its input, before anything else is pressed.
  await sheet.getByRole('button', { name: 'Add signer' }).press('Enter')
  const added = sheet.locator('[data-signer]').last()
  await expect(added.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Jonas Lindqvist')
  await page.keyboard.press('Tab')
  await page.keyboard.type('jonas@example')
  const address = added.getByLabel('Email')
  await expect(address).toHaveAccessibleDescription('Please enter a valid email address.')
  await looksRight(page, 'request-signers')
  await address.pressSequentially('.com')
  await expect(address).toHaveAccessibleDescription('')
  await sheet.getByText('One after another').click()
  await expect(
    sheet.getByText('No mail server is set up: the request to Anna is kept in the outbox. Hand over the signing link.'),
  ).toBeVisible()
  await expect(sheet.getByText(/straight away/)).toBeHidden()
  await sheet.getByLabel('Message').fill('Please sign by Friday.')
  await sheet.getByRole('button', { name: 'Request signatures' }).click()
  const said = page.getByRole('alert').filter({ hasText: 'Setup complete. Signature requests have been queued.' })
  await expect(said).toContainText('No mail server is set up: the requests are kept in the outbox.')
  await expect(page).toHaveURL(/#documents$/)
  const { view } = await viewOf(account, made.pack)
  expect(view.signatories[1]).toMatchObject({ name: 'Jonas Lindqvist', email: 'jonas@example.com' })
  expect(view).toMatchObject({ status: 'awaiting_signatures', settings: { sequential: true, message: 'Please sign by Friday.' } })
  // The link is offered there and then, and nothing says that a mail went out.
  await said.getByRole('button', { name: 'Get the signing links' }).click()
  const handed = page.getByRole('dialog', { name: 'Signing link for Anna Okafor' })
  await expect(handed.getByRole('textbox')).toHaveValue(/\/sign\//)
  await expect(handed.getByText(/which other devices cannot reach/)).toBeVisible()
  await looksRight(page, 'link-on-localhost')
  await page.keyboard.press('Escape')
  await expect(page.getByText('a signature request to Anna Okafor was kept in the outbox')).toBeVisible()
  await expect(page.getByText(/Kept in the outbox \d/)).toBeVisible()
})

test('[D-529] without a connection the changes wait, are counted, and are saved when it is back, even after a reload', async ({
  page,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Offline', ['Anna Okafor'], [signature()])
  await openEditor(page, server.url, pack)
  await page.route('**/add_update_data_field', (route) => route.abort())
  await fields(page).first().focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('Offline: 1 change waits')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Offline: 1 change waits')).toBeVisible()
  await expect.poll(() => place(fields(page).first())).toMatchObject({ x: 82 })
  expect((await viewOf(account, pack)).view.fields).toMatchObject({
    [Object.keys((await viewOf(account, pack)).view.fields)[0]!]: { x: 72_000 },
  })
  await page.unroute('**/add_update_data_field')
  await saved(page)
  expect(Object.values((await viewOf(account, pack)).view.fields)[0]).toMatchObject({ x: 82_000 })
})
