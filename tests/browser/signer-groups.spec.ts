import { asked, linkOf, prepared, uploaded, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { begins } from './support/signer.ts'

const signature = (signer: number) => ({ type: 'signature', x: 60, y: 80 + 80 * signer, width: 160, height: 48, signer, required: true })

test('[D-028 D-117 D-147 D-357 D-362 S-007 S-100] signers are put into groups, which are named, ordered and turned off', async ({
  desk,
  server,
  account,
}) => {
  const { pack, signers } = await prepared(account, 'Grouped', ['Zora Quist', 'Yves Rahn', 'Xenia Sool'], [0, 1, 2].map(signature))
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('tab', { name: 'Signers' }).click()
  const groups = desk.getByRole('switch', { name: 'Signer groups' })
  const add = desk.getByRole('button', { name: 'Add group' })
  await expect(add).toBeHidden()
  await groups.check({ force: true })
  await add.click()
  await add.click()
  const names = desk.getByRole('textbox', { name: 'Name of the signer group' })
  await expect(names).toHaveCount(2)
  await names.nth(0).fill('Clients')
  await names.nth(0).press('Enter')
  await names.nth(1).fill('clients')
  await names.nth(1).press('Enter')
  await expectMessage(desk, 'danger', 'Group names must be unique')
  await expect(names.nth(1)).toHaveValue('Signer group 2')

  // By keys into a group, and the group before everybody.
  const held = (of: string) => desk.getByRole('button', { name: `Drag ${of} to another place in the order` })
  // The first stands open.
  const card = desk.locator(`[data-signer="${signers[0]}"]`)
  await card.getByRole('combobox', { name: 'Signer group' }).selectOption({ label: 'Clients' })
  await held('Xenia Sool').focus()
  await desk.keyboard.press('Space')
  // The keys count from when it was picked up on, and moves follow one another.
  await expect(desk.getByText('Last, in no group')).toBeVisible()
  const group = await desk.locator('[data-group]').first().getAttribute('data-group')
  await expect(async () => {
    await desk.keyboard.press('ArrowDown')
    await expect(desk.getByText(`was moved over droppable area ${group}`)).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await desk.keyboard.press('Space')
  await expect(desk.locator(`[data-signer="${signers[2]}"]`)).toHaveAttribute('data-in-group', /./)
  await desk.getByRole('button', { name: 'Move Clients earlier' }).click()
  await expect
    .poll(async () => {
      const { view } = await viewOf(account, pack)
      const group = (name: string) => view.groups?.find((one) => one.name === name)?.uuid
      return view.steps.map((step) =>
        step.map((uuid) => (uuid === group('Clients') ? 'Clients' : uuid === group('Signer group 2') ? 'two' : uuid)),
      )
    })
    .toEqual([['Clients', signers[2], signers[0]], [signers[1]], ['two']])
  await looksRight(desk, 'signer-groups')
  await desk.getByRole('tab', { name: 'Document' }).click()
  await expect(desk.getByRole('switch', { name: 'One after another' })).toBeDisabled()
  await desk.getByRole('tab', { name: 'Signers' }).click()

  await groups.click({ force: true })
  await desk.getByRole('dialog', { name: 'Turn signer groups off?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(groups).toBeChecked()
  await expect(names).toHaveCount(2)
  await groups.click({ force: true })
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete groups' }).click()
  await expect(names).toHaveCount(0)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(names).toHaveCount(2)
  await expect(card).toHaveAttribute('data-in-group', /./)
})

test('a deleted group comes back with its signers, by the keys for undo and by its message', async ({ desk, server, account }) => {
  const { pack, signers } = await prepared(account, 'Undone', ['Zora Quist', 'Yves Rahn'], [0, 1].map(signature))
  const group = crypto.randomUUID()
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { signer_groups: [{ uuid: group, name: 'Clients' }], signatories: [{ uuid: signers[0], signer_group_uuid: group }] },
  })
  const steps = async () => (await viewOf(account, pack)).view.steps
  const before = await steps()
  expect(before.flat()).toContain(group)
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('tab', { name: 'Signers' }).click()
  for (const undo of [
    () => desk.keyboard.press('ControlOrMeta+z'),
    () => desk.getByRole('alert').getByRole('button', { name: 'Undo' }).first().click(),
  ]) {
    await desk.getByRole('button', { name: 'Delete the group Clients' }).click()
    await expectMessage(desk, 'success', 'The group Clients was deleted. Its signers stay.')
    await expect.poll(async () => (await steps()).flat()).not.toContain(group)
    await undo()
    await expect.poll(steps).toEqual(before)
    await expect(desk.getByRole('textbox', { name: 'Name of the signer group' })).toHaveValue('Clients')
    await expect(desk.locator(`[data-signer="${signers[0]}"]`)).toHaveAttribute('data-in-group', /./)
  }
})

test('the progress shows each group with how many of it have signed, live', async ({ desk, server, account }) => {
  const made = await prepared(account, 'In groups', ['Wim Tann', 'Vera Ulm'], [0, 1].map(signature))
  const [wim, vera] = made.signers as [string, string]
  const group = crypto.randomUUID()
  const save = (data: object) => account.post(`/app/documents/${made.pack}/update_document`, { data })
  await save({ signer_groups: [{ uuid: group, name: 'Tenants' }], signing_order: [[group, wim, vera]] })
  await save({ status: 'awaiting_signatures' })
  await asked(account, made.pack)
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  const signers = desk.getByRole('region', { name: 'Signers' })
  await expect(signers.getByText('Tenants')).toBeVisible()
  await expect(signers.getByText('0 of 2 signed')).toBeVisible()
  await account.post(`/app/documents/${made.pack}/exclude_signatory`, { data: { uuid: vera } })
  await expect(signers.getByText('0 of 1 signed')).toBeVisible()
  await looksRight(desk, 'progress-groups')
})

test('[D-097 D-270 D-273 D-556] a signer rejects one document of several: it is gone for all who sign, and the sender sees it live', async ({
  desk,
  server,
  account,
  browser,
}) => {
  const made = await prepared(account, 'Two papers', ['Uma Vance', 'Tobi Wirth'], [0, 1].map(signature))
  const annex = await uploaded(account, 'Fees', undefined, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document`, { data: { can_reject_individual_documents: true } })
  await account.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures' } })
  await asked(account, made.pack)
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await begins(phone, await linkOf(account, made.pack, made.signers[0]!))
  await phone.getByRole('button', { name: 'Decline' }).click()
  await phone.getByRole('radio', { name: 'Only “Fees”' }).check()
  await phone.getByRole('textbox', { name: 'Reason' }).fill('Too dear')
  await looksRight(phone, 'reject-document')
  await phone.route('**/reject_child_document/**', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await phone.getByRole('button', { name: 'Reject this document' }).click()
  await expect(phone.getByRole('alert').filter({ hasText: 'Something went wrong, please try again' })).toBeVisible()
  await phone.unroute('**/reject_child_document/**')
  await phone.getByRole('button', { name: 'Reject this document' }).click()
  await expect(phone.getByRole('heading', { name: 'Signature' })).toBeVisible()
  await expect(desk.getByText('Uma Vance rejected “Fees”', { exact: true })).toBeVisible()
  await expect(desk.getByText('Too dear', { exact: true })).toBeVisible()
  await looksRight(desk, 'progress-document-rejected')
  // One document is left, which is rejected with the whole: nothing is to choose any more.
  await phone.getByRole('button', { name: 'Decline' }).click()
  await expect(phone.getByRole('radio')).toHaveCount(0)
  await context.close()

  const other = await (await browser.newContext()).newPage()
  await begins(other, await linkOf(account, made.pack, made.signers[1]!))
  const { view } = await viewOf(account, made.pack)
  expect(view.documents.map(({ key, rejected }) => [key, rejected !== undefined])).toEqual([
    [made.document, false],
    [annex.document, true],
  ])
  await expect(other.getByRole('heading', { name: 'Signature' })).toBeVisible()
  await expect(other.getByText('Fees')).toHaveCount(0)
  await other.context().close()

  await desk.goto(`${server.url}/#documents`)
  const row = desk.getByRole('row').filter({ hasText: 'Two papers' })
  await expect(row.getByText('1 rejected')).toBeVisible()
})
