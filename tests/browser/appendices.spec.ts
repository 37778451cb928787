import { appendicesOf, withAppendix } from '#tests/appendices'
import { eventually, linkOf, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { begins, finishing, onwards, stands } from './support/signer.ts'

const FIELDS: readonly PreparedField[] = [
  { type: 'text', x: 72, y: 420, width: 220, height: 24, signer: 0, required: true, custom_id: 'delivery_address' },
]

test('the check of a missing file leads to its supporting document, though that part is folded', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Lease without its plan', ['Anna Okafor'], FIELDS)
  await account.post(`/app/documents/${pack}/add_update_appendix`, { data: { description: 'House rules', required: false } })
  await account.post(`/app/documents/${pack}/add_update_appendix`, { data: { description: 'Floor plan', required: true } })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  const panel = desk.getByRole('region', { name: 'Supporting documents' })
  await desk.locator('summary').filter({ hasText: 'Supporting documents' }).click()
  await expect(panel).toBeHidden()
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await desk.getByRole('button', { name: 'Show the supporting document' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Details of Floor plan' })).toBeFocused()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Floor plan' })).toContainText('No file yet')
})

test('[D-083 D-544 D-545 S-187 S-334 W-271] supporting documents are added, given an audience, removed and brought back in the editor', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Lease with house rules', ['Anna Okafor'], FIELDS)
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  const panel = desk.getByRole('region', { name: 'Supporting documents' })
  const add = async (name: string, text: string) => {
    const choosing = desk.waitForEvent('filechooser')
    await panel.getByRole('button', { name: 'Add supporting documents' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  }
  await add('invoice\u202efdp.lnk', 'x')
  await expect(desk.getByRole('alert').filter({ hasText: "We currently don't accept executable files." })).toBeVisible()
  await add('disguised.pdf', 'MZ and more')
  await expectMessage(desk, 'danger', "Error uploading your file:/ We currently don't accept executable files.")
  await panel.getByRole('button', { name: 'Remove disguised.pdf from the list' }).click()
  await add('House rules.txt', 'No loud music after ten.')
  const card = panel.getByRole('listitem').filter({ hasText: 'House rules.txt' })
  await card.getByRole('button', { name: 'Details of House rules.txt' }).click()
  await expect(card.getByRole('textbox', { name: 'Description' })).toHaveValue('Supporting document')
  await expect(card.getByRole('checkbox', { name: 'Everybody' })).toBeChecked()
  await card.getByRole('checkbox', { name: 'Signers' }).check()
  await card.getByRole('checkbox', { name: 'Team members' }).check()
  await card.getByRole('textbox', { name: 'Description' }).fill('Please read them')
  await card.getByRole('textbox', { name: 'Description' }).blur()
  await card.scrollIntoViewIfNeeded()
  await looksRight(desk, 'editor-appendices')
  const now = () => appendicesOf(account, pack)
  await eventually(now, ([one]) => one?.description === 'Please read them' && one.audience.length === 2)
  expect(await now()).toMatchObject([{ filename: 'House rules.txt', audience: ['signatories', 'team'] }])
  await panel.getByRole('button', { name: 'Remove House rules.txt' }).click()
  await eventually(now, (all) => all.length === 0)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await eventually(now, (all) => all.length === 1)
  // What the server says of a save that it refuses is shown; without any words it says what could not be done.
  for (const [message, shown, change] of [
    [
      'This is not the time for it.',
      'This is not the time for it.',
      () => panel.getByRole('button', { name: 'Remove House rules.txt' }).click(),
    ],
    ['', 'An error occurred while adding supporting document', () => add('More rules.txt', 'No smoking.')],
  ] as const) {
    await desk.route('**/add_update_appendix', (route) => route.fulfill({ json: { success: false, code: 'refused-here', message } }))
    await change()
    await expectMessage(desk, 'danger', shown)
    await expect(card).toBeVisible()
  }
})

test('[D-211] a member who may not view teams is not offered them as an audience', { tag: '@long' }, async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Lease without teams', ['Anna Okafor'], FIELDS)
  await withAppendix(account, pack, 'House rules.txt', Buffer.from('No music'))
  const card = desk.getByRole('region', { name: 'Supporting documents' }).getByRole('listitem')
  await desk.route('**/app/session', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    for (const each of session.user_accounts ?? []) each.permissions = each.permissions.filter((one: string) => one !== 'can_view_teams')
    await route.fulfill({ response: answer, json: session })
  })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  await card.getByRole('button', { name: 'Details of House rules.txt' }).click()
  await expect(card.getByRole('checkbox', { name: 'Signers' })).toBeVisible()
  await expect(card.getByRole('checkbox', { name: 'Team members' })).toHaveCount(0)
})

for (const [name, screen] of [
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(name, name === 'phone' ? {} : { tag: '@long' }, () => {
    test.use(screen)
    test(`supporting documents that are for signers are read on the signing page, and by the team, on a ${name}`, async ({
      page,
      desk,
      server,
      account,
    }) => {
      const made = await prepared(account, `Lease to read beside, ${name}`, ['Anna Okafor'], FIELDS)
      const text = 'No loud music after ten.'
      await withAppendix(account, made.pack, 'House rules.txt', Buffer.from(text), { description: 'Please read them' })
      await withAppendix(account, made.pack, 'Our notes.txt', Buffer.from('ours'), { audience: ['team'] })
      const { revision } = await viewOf(account, made.pack)
      await account.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
      await begins(page, await linkOf(account, made.pack, made.signers[0]!))
      await stands(page, 'Delivery address')
      await page.getByText('1 supporting document').click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download House rules.txt' }).click()
      expect((await downloading).suggestedFilename()).toBe('House rules.txt')
      await looksRight(page, `sign-${name}-appendices`)
      await expect(page.getByText('Our notes.txt')).toHaveCount(0)
      await page.getByRole('textbox', { name: 'Delivery address' }).fill('21 Mill Lane')
      await onwards(page).click()
      await stands(page, 'Check and finish')
      await expect(page.getByText('1 supporting document')).toBeVisible()
      await desk.setViewportSize(screen.viewport)
      await desk.goto(`${server.url}/#documents/${made.pack}`)
      const there = desk.getByRole('region', { name: 'Supporting documents' })
      await expect(there.getByRole('listitem')).toHaveCount(2)
      await there.scrollIntoViewIfNeeded()
      await looksRight(desk, `progress-${name}-appendices`)
      const saved = desk.waitForEvent('download')
      await there.getByRole('link', { name: 'Download Our notes.txt' }).click()
      expect((await saved).suggestedFilename()).toBe('Our notes.txt')
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('a file that is asked for is chosen, replaced and removed, refused in words, and stands on the page by its name', {
    tag: '@long',
  }, async ({ page, desk, server, account }) => {
    const field = { type: 'file', x: 72, y: 420, width: 220, height: 24, signer: 0, custom_id: 'proof_of_income' } as const
    const made = await sent(account, 'Lease with a proof', ['Anna Okafor'], [field])
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    await stands(page, 'Proof of income')
    await expect(page.getByText('Supporting document.')).toBeVisible()
    await expect(page.getByText('The sender gets it with the document.')).toBeVisible()
    const choose = async (button: string, name: string, text: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: button }).click()
      await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
    }
    await choose('Choose a file', 'proof.exe', 'x')
    await expect(page.getByRole('alert').filter({ hasText: "We currently don't accept executable files." })).toBeVisible()
    await choose('Choose a file', 'proof.pdf', 'MZ and more')
    await expect(page.getByRole('alert').filter({ hasText: 'Error uploading your file:/ We currently' })).toBeVisible()
    await choose('Choose a file', 'Payslip.txt', 'earns enough')
    const panel = page.getByRole('complementary', { name: 'Your fields' })
    await expect(panel.getByText('Payslip.txt').first()).toBeVisible()
    await choose('Choose another file', 'Payslips.txt', 'earns more')
    await expect(panel.getByText('Payslips.txt').first()).toBeVisible()
    await expect(page.locator('[data-page="0"] svg text').filter({ hasText: 'Payslips.txt' })).toHaveCount(1)
    await looksRight(page, 'sign-phone-file')
    await page.getByRole('button', { name: 'Remove the file' }).click()
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    await choose('Choose a file', 'Payslip.txt', 'earns enough')
    await expect(panel.getByText('Payslip.txt').first()).toBeVisible()
    await onwards(page).click()
    await stands(page, 'Check and finish')
    await expect(page.getByText('Payslip.txt')).toBeVisible()
    await finishing(page).click()
    await stands(page, 'You have signed')
    // The sender has it next to the document.
    await desk.goto(`${server.url}/#documents/${made.pack}`)
    const saved = desk.waitForEvent('download')
    await desk.getByRole('link', { name: 'Download Payslip.txt' }).click()
    expect((await saved).suggestedFilename()).toBe('Payslip.txt')
  })
  test('a signer asked for a file that all signers may have sees that before they choose one', async ({ page, account }) => {
    const field = { type: 'file', x: 72, y: 420, width: 220, height: 24, signer: 0, custom_id: 'proof_of_income' } as const
    const forAll = { attachments_visible_to_all_signers: true }
    const made = await sent(account, 'Lease with a proof for all', ['Anna Okafor', 'Ben Ahmadi'], [field], false, forAll)
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    await stands(page, 'Proof of income')
    await expect(page.getByText('The sender and all signers get it with the document.')).toBeVisible()
    await looksRight(page, 'sign-phone-file-for-all')
  })
})
