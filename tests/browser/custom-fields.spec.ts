import type { Page } from 'playwright/test'
import type { CustomFieldAnswer } from '#contract/custom-fields'
import { prepared, viewOf } from '../support/prepared.ts'
import { listOf, openList, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

type Account = Parameters<typeof prepared>[0]
const lease = (account: Account) =>
  prepared(account, 'Charter', ['Quentin Ames'], [{ type: 'signature', x: 60, y: 80, width: 200, height: 48, signer: 0 }])
const fieldsOf = async (account: Account, pack: string) =>
  (await account.get<{ user_defined_attributes: readonly CustomFieldAnswer[] }>(`/app/documents/${pack}/user_defined_attributes`))
    .user_defined_attributes

async function openDocumentPanel(desk: Page, url: string, pack: string) {
  await desk.goto(`${url}/#documents/${pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  return desk.getByRole('region', { name: 'Custom fields', exact: true })
}

test('[W-066] [W-134] the custom fields panel shows, saves by itself and removes; a removal is undone', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await lease(account)
  const panel = await openDocumentPanel(desk, server.url, pack)
  await panel.getByRole('button', { name: 'Add a custom field', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Client number')
  await panel.getByRole('textbox', { name: 'Value', exact: true }).fill('0381')
  await panel.getByRole('checkbox', { name: 'Required', exact: true }).check()
  await expect
    .poll(() => fieldsOf(account, pack))
    .toMatchObject([{ id: 'Client_number', name: 'Client number', value: '0381', required: true, visible_on_ui: true }])
  await expect(panel.getByText('{{Client_number}}', { exact: true })).toBeVisible()
  await looksRight(desk, 'custom-fields')

  await panel.getByRole('button', { name: 'Remove Client number', exact: true }).click()
  await expectMessage(desk, 'success', 'Client number was removed.')
  await expect.poll(() => fieldsOf(account, pack)).toEqual([])
  await desk.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => fieldsOf(account, pack)).toMatchObject([{ id: 'Client_number', value: '0381' }])

  await panel.getByRole('button', { name: 'Hide Client number', exact: true }).click()
  await expect(panel.getByRole('textbox')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Show 1 hidden one', exact: true }).click()
  await expect(panel.getByRole('textbox', { name: 'Value', exact: true })).toHaveValue('0381')
})

test('[S-210] two colons complete a text with a custom field, by keys alone', async ({ desk, server, account }) => {
  const { pack } = await lease(account)
  for (const name of ['Fee', 'Client number', 'Client'])
    await account.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name, value: `${name} of ours` } })
  await openDocumentPanel(desk, server.url, pack)
  const input = desk.getByRole('tabpanel').getByRole('textbox', { name: 'Document name', exact: true })
  await input.fill('')
  await input.pressSequentially('Charter for ::cli')
  const list = desk.getByRole('listbox', { name: 'Custom fields', exact: true })
  await expect(list.getByRole('option')).toHaveText([/^Client number/, /^Client\{/])
  await expect(input).toHaveAttribute('aria-activedescendant', /-0$/)
  await expect(desk.getByRole('status').filter({ hasText: '2 custom fields' })).toHaveCount(1)
  await input.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText(/^Client\{/)
  await looksRight(desk, 'completion')
  await input.press('Enter')
  await expect(input).toHaveValue('Charter for {{Client}}')
  await expect(list).toHaveCount(0)
  await input.pressSequentially(' ::x')
  await input.press('Enter')
  await expect.poll(async () => (await viewOf(account, pack)).view.name).toBe('Charter for {{Client}} ::x')
})

test('a custom field is a column of the list, which the browser remembers', async ({ desk, server, account }) => {
  const { pack } = await lease(account)
  await account.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name: 'Harbour', value: 'Port Elizabeth' } })
  await openList(desk, server.url)
  await desk.getByRole('button', { name: 'Workspace. Choose what this column shows.', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Harbour', exact: true }).click()
  const cell = listOf(desk).getByRole('cell').filter({ hasText: 'Port Elizabeth' })
  await expect(cell).toBeVisible()
  await looksRight(desk, 'custom-field-column')
  await desk.reload()
  await expect(cell).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Harbour. Choose what this column shows.', exact: true })).toBeVisible()
})
