import type { Page } from 'playwright/test'
import { type PreparedField, prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const choose = async (desk: Page, label: string, option: string) => {
  // In the dialog, where one stands over the page.
  await desk.getByRole('combobox', { name: label }).last().click()
  await desk.getByRole('option', { name: option }).click()
}
type List = { readonly contact_list: { readonly key: string } }

test('contacts are put into named lists, one or many, and taken out again', async ({ desk, server, account }) => {
  for (const name of ['Lara', 'Levi', 'Lotte']) await account.post('/app/contacts', { data: { name, email: `${name}@inlists.example` } })
  await desk.goto(`${server.url}/#address_book`)
  const row = (name: string) => desk.getByRole('row', { name: new RegExp(name) })
  const menu = (item: string) =>
    desk
      .getByRole('button', { name: 'Contact lists' })
      .click()
      .then(() => desk.getByRole('menuitem', { name: item }).click())
  const dialog = desk.getByRole('dialog')
  await menu('New list')
  await dialog.getByLabel('Name of the list').fill('Tenants')
  await dialog.getByLabel('Name of the list').press('Enter')
  await expect(desk.getByText('Nobody is in this list yet')).toBeVisible()
  await looksRight(desk, 'contact-list-empty')
  await desk.getByRole('button', { name: 'Show everybody' }).click()

  await desk.getByRole('searchbox', { name: 'Search contacts' }).fill('inlists')
  await expect(desk.getByRole('row')).toHaveText([/Name/, /Lara/, /Levi/, /Lotte/])
  await desk.getByRole('checkbox', { name: 'Select Lara' }).check()
  await desk.getByRole('checkbox', { name: 'Select Levi' }).check()
  await looksRight(desk, 'contact-list-selected')
  await desk.getByRole('toolbar').getByRole('button', { name: 'Put into a list' }).click()
  await dialog.getByRole('button', { name: 'Put into the list' }).click()
  await expectMessage(desk, 'success', '2 contacts are in the list Tenants.')
  await desk.getByRole('button', { name: 'Put Lotte into a list' }).click()
  await choose(desk, 'Contact list', 'New list')
  await dialog.getByLabel('Name of the list').fill('TENANTS')
  await dialog.getByRole('button', { name: 'Put into the list' }).click()
  await expect(dialog.getByText('Another contact list has this name. Choose a different one.')).toBeVisible()
  await looksRight(desk, 'contact-list-into')
  await dialog.getByLabel('Name of the list').fill('Owners')
  await dialog.getByRole('button', { name: 'Put into the list' }).click()
  await expect(dialog).toHaveCount(0)

  await desk.getByRole('searchbox', { name: 'Search contacts' }).fill('')
  await choose(desk, 'Contact list', 'Tenants')
  await expect(desk.getByRole('row')).toHaveText([/Name/, /Lara/, /Levi/])
  await looksRight(desk, 'contact-list')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'contact-list-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Take Lara out of the list' }).click()
  await expect(row('Lara')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Lara')).toBeVisible()

  await menu('Rename list')
  await dialog.getByLabel('Name of the list').fill('Residents')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('combobox', { name: 'Contact list' })).toHaveValue('Residents')
  await menu('Delete list')
  await expect(desk.getByRole('combobox', { name: 'Contact list' })).toHaveValue('Everybody')
  await expectMessage(desk, 'success', 'The list Residents was deleted. Its contacts stay in the address book.')
  await desk.getByRole('button', { name: 'Undo' }).last().click()
  await expect(desk.getByRole('combobox', { name: 'Contact list' })).toHaveValue('Residents')
  await expect(row('Levi')).toBeVisible()

  // A colleague deletes it.
  const { contact_lists } = await account.get<{ contact_lists: readonly { key: string; name: string }[] }>('/app/contact_lists')
  await account.delete(`/app/contact_lists/${contact_lists.find(({ name }) => name === 'Residents')!.key}`)
  await expectMessage(desk, 'warning', 'The list was deleted. Everybody is shown.')
  await expect(row('Lotte')).toBeVisible()
})

test('[D-435] where only contacts from the list may be named, nothing else that is typed becomes a signer’s or a copy’s address', async ({
  desk,
  server,
  account,
}) => {
  const { contact_list } = await account.post<List>('/app/contact_lists', { data: { name: 'Board' } })
  const contact_list_keys = [contact_list.key]
  await account.post('/app/contacts', { data: { name: 'Orla Listed', email: 'orla@only.example', contact_list_keys } })
  await account.post('/app/contacts', { data: { name: 'Orlando Other', email: 'orlando@only.example' } })
  const { pack } = await prepared(account, 'Minutes', ['Paul Outside'], [SIGNATURE])
  await desk.goto(`${server.url}/#documents/${pack}`)
  const only = desk.getByRole('switch', { name: 'Only contacts from this list' })
  await expect(only).toBeDisabled()
  await choose(desk, 'Contact list', 'Board')
  await desk.getByText('Only contacts from this list', { exact: true }).click()
  await expect
    .poll(async () => (await viewOf(account, pack)).view.settings)
    .toMatchObject({ contactList: contact_list.key, onlyContacts: true })
  await looksRight(desk, 'contacts-only-settings')

  await desk.getByRole('tab', { name: 'Signers' }).click()
  const says =
    'Only contacts from the contact list may be used here. Choose one of them, or add this person to the list in the address book.'
  await expect(desk.getByRole('tabpanel').getByText(says)).toBeVisible()
  const email = desk.getByRole('combobox', { name: 'Email' })
  await email.fill('orla')
  const options = desk.getByRole('listbox', { name: 'Contacts' }).getByRole('option')
  await expect(options).toHaveText([/Orla Listed/])
  await email.fill('orlando@only.example')
  await email.press('Tab')
  await expect(email).toHaveValue('paul@example.com')
  await expect(desk.getByRole('tabpanel').getByText(says)).toBeVisible()
  await looksRight(desk, 'contacts-only-refused')
  await email.fill('orla')
  await expect(options).toHaveText([/Orla Listed/])
  await email.press('ArrowDown')
  await email.press('Enter')
  await expect(email).toHaveValue('orla@only.example')
  await expect(desk.getByRole('tabpanel').getByText(says)).toHaveCount(0)
  await expect.poll(async () => (await viewOf(account, pack)).view.signatories[0]).toMatchObject({ email: 'orla@only.example' })

  await desk.getByRole('button', { name: 'Add me as a signer' }).click()
  await expectMessage(desk, 'danger', says)
  await desk.getByRole('tab', { name: 'Document' }).click()
  await desk.getByRole('button', { name: 'Add copy recipient' }).click()
  await email.fill('orlando@only.example')
  await email.press('Tab')
  await expect(email).toHaveValue('')
  await expect(desk.getByRole('tabpanel').getByText(says)).toBeVisible()
  await email.fill('ORLA@only.example')
  await email.press('Tab')
  await expect(desk.getByRole('tabpanel').getByText(says)).toHaveCount(0)
  await expect.poll(async () => (await viewOf(account, pack)).view.copyRecipients).toMatchObject([{ email: 'ORLA@only.example' }])

  // Who is taken out of the list meanwhile is found before anything goes out.
  const { contacts } = await account.get<{ contacts: readonly { key: string }[] }>('/app/contacts?search_query=orla%40only')
  await account.post(`/app/contact_lists/${contact_list.key}/remove_contacts`, { data: { contacts: contacts.map(({ key }) => key) } })
  await desk.goto(`${server.url}/#documents`)
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await expect(desk.getByRole('dialog', { name: 'Request signatures' }).getByText('Some people are not in the contact list')).toBeVisible()
  await looksRight(desk, 'contacts-only-request')
})
