import type { Page } from 'playwright/test'
import type { CustomFieldAnswer } from '#contract/custom-fields'
import { prepared, viewOf } from '../support/prepared.ts'
import { listOf, openList, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { counting, standStill } from './support/still.ts'

type Account = Parameters<typeof prepared>[0]
const lease = (account: Account, name = 'Charter') =>
  prepared(account, name, ['Quentin Ames'], [{ type: 'signature', x: 60, y: 80, width: 200, height: 48, signer: 0 }])
const fieldsOf = async (account: Account, pack: string) =>
  (await account.get<{ user_defined_attributes: readonly CustomFieldAnswer[] }>(`/app/documents/${pack}/user_defined_attributes`))
    .user_defined_attributes

async function openDocumentPanel(desk: Page, url: string, pack: string) {
  await desk.goto(`${url}/#documents/${pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  return desk.getByRole('region', { name: 'Custom fields', exact: true })
}

test('[W-066 W-134 W-295] the custom fields panel shows, saves by itself after 1 s and removes; a removal is undone', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await lease(account)
  const panel = await openDocumentPanel(desk, server.url, pack)
  await panel.getByRole('button', { name: 'Add a custom field', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Client number')
  await panel.getByRole('checkbox', { name: 'Required', exact: true }).check()
  await expect.poll(() => fieldsOf(account, pack)).toMatchObject([{ name: 'Client number', required: true }])
  await desk.clock.install()
  await desk.clock.pauseAt(Date.now() + 60_000)
  const saves: string[] = []
  desk.on('request', (request) => request.url().endsWith('/add_update_user_defined_attribute') && saves.push(request.url()))
  await panel.getByRole('textbox', { name: 'Value', exact: true }).fill('0381')
  await desk.keyboard.press('Enter')
  await desk.clock.runFor(999)
  await expect(desk.getByText('Saving changes...')).toBeVisible()
  expect(saves).toEqual([])
  await desk.clock.runFor(2)
  await expect.poll(() => saves.length).toBe(1)
  await desk.clock.resume()
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

test('[W-295] what is typed into a custom field is saved 1 s after the last change', async ({ desk, server, account }) => {
  const { pack } = await lease(account)
  await account.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name: 'Fee', value: '0' } })
  const asked = await counting(desk)
  await desk.clock.install()
  const panel = await openDocumentPanel(desk, server.url, pack)
  const value = panel.getByRole('textbox', { name: 'Value', exact: true })
  await expect(value).toHaveValue('0')
  await standStill(desk)
  const saves = () => asked('POST', /add_update_user_defined_attribute$/)
  for (const typed of ['1', '12']) {
    await value.fill(typed)
    await value.blur()
    await desk.clock.runFor(999)
  }
  expect(await saves()).toBe(0)
  await desk.clock.runFor(1)
  await expect.poll(saves).toBe(1)
  await expect.poll(() => fieldsOf(account, pack)).toMatchObject([{ value: '12' }])
})

test('[S-210] two colons complete a text with a custom field, by keys alone', async ({ desk, server, account }) => {
  const { pack } = await lease(account)
  for (const name of ['Fee', 'Client number', 'Client'])
    await account.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name, value: `${name} of ours` } })
  await openDocumentPanel(desk, server.url, pack)
  const input = desk.getByRole('tabpanel').getByRole('textbox', { name: 'Document name', exact: true })
  const list = desk.getByRole('listbox', { name: 'Custom fields', exact: true })
  await input.fill('')
  await input.pressSequentially('Charter for :')
  await expect(list).toHaveCount(0)
  await input.pressSequentially(':cli')
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

const two = async (account: Account, name: string, [harbour, tonnage]: readonly [string, string]) => {
  const make = async (fields: Record<string, string>) => {
    const { pack } = await lease(account, name)
    for (const [name, value] of Object.entries(fields))
      await account.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name, value } })
    return pack
  }
  return [
    await make({ [harbour]: 'Port Elizabeth', [tonnage]: '1200' }),
    await make({ [harbour]: 'Port Nolloth', [tonnage]: '900' }),
  ] as const
}

test('custom fields are columns of the list, in a chosen order that the browser remembers for a person and workspace; lines on a phone', async ({
  desk,
  server,
  account,
}) => {
  await two(account, 'Charter', ['Harbour', 'Tonnage'])
  await openList(desk, server.url)
  await desk.getByRole('button', { name: 'Columns', exact: true }).click()
  const choice = desk.getByRole('dialog', { name: 'Columns', exact: true })
  await choice.getByRole('checkbox', { name: 'Harbour', exact: true }).check()
  await choice.getByRole('checkbox', { name: 'Tonnage', exact: true }).check()
  await choice.getByRole('button', { name: 'Move Tonnage up', exact: true }).press('Enter')
  await looksRight(desk, 'custom-field-column-choice')
  await choice.getByRole('checkbox', { name: 'Workspace', exact: true }).uncheck()
  await desk.keyboard.press('Escape')
  const heads = listOf(desk).getByRole('columnheader')
  const shown = ['', 'Name', 'Status', 'Signers', 'Tonnage', 'Harbour', 'Changed', 'Actions']
  await expect(heads).toHaveText(shown)
  await desk.reload()
  await expect(heads).toHaveText(shown)
  const cells = listOf(desk).getByRole('row').filter({ hasText: 'Port Nolloth' }).getByRole('cell')
  await expect(cells.nth(4)).toHaveText('900')
  await expect(cells.nth(5)).toHaveText('Port Nolloth')
  await looksRight(desk, 'custom-field-columns')
  await desk.setViewportSize({ width: 390, height: 844 })
  await expect(listOf(desk).getByText('Tonnage: 900')).toBeVisible()
  await expect(listOf(desk).getByText('Harbour: Port Nolloth')).toBeVisible()
  await looksRight(desk, 'custom-field-lines')
  const remembered = await desk.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('documents-columns:')))
  expect(remembered).toEqual([expect.stringMatching(/^documents-columns:[\da-f-]{36}:[\da-f-]{36}$/)])
})

test('the list is filtered by custom fields, by chips that its address keeps, on a phone too', async ({ desk, server, account }) => {
  await two(account, 'Barge', ['Quay', 'Draught'])
  await openList(desk, server.url)
  const names = listOf(desk).getByRole('row').filter({ hasText: 'Barge' })
  await expect(names).toHaveCount(2)
  const add = async (field: string, condition: string, value?: string) => {
    await desk.getByRole('button', { name: 'Filter by a custom field', exact: true }).click()
    const form = desk.getByRole('dialog', { name: 'Filter by a custom field', exact: true })
    await form.getByLabel('Custom field').selectOption(field)
    await form.getByLabel('Condition').selectOption(condition)
    if (value) await form.getByLabel('Value').fill(value)
    await desk.keyboard.press('Enter')
  }
  await add('Quay', 'contains', 'nolloth')
  await expect(names).toHaveCount(1)
  await add('Draught', 'is not', '1200')
  const chips = desk.getByRole('list', { name: 'Filters', exact: true }).getByRole('listitem')
  await expect(chips).toHaveText(['Quay contains “nolloth”', 'Draught is not “1200”'])
  await looksRight(desk, 'custom-field-filters')
  await desk.reload()
  await expect(names).toHaveCount(1)
  await expect(chips).toHaveCount(2)
  await desk.getByRole('radiogroup', { name: 'Status', exact: true }).getByText('Complete').click()
  await expect(names).toHaveCount(0)
  await desk.getByRole('radiogroup', { name: 'Status', exact: true }).getByText('All').click()

  await desk.setViewportSize({ width: 390, height: 844 })
  await chips.getByRole('button', { name: 'Change the filter Quay contains “nolloth”', exact: true }).click()
  await desk.getByLabel('Value').fill('elizabeth')
  await looksRight(desk, 'custom-field-filter-phone')
  await desk.getByRole('button', { name: 'Apply filter', exact: true }).click()
  await expect(desk.getByText('No document meets these filters.')).toBeVisible()
  await chips.getByRole('button', { name: 'Remove the filter Draught is not “1200”', exact: true }).click()
  await expect(names).toHaveCount(1)
  await desk.goBack()
  await expect(chips).toHaveCount(2)
})
