import { readFile } from 'node:fs/promises'
import { type ReadTable, readContacts } from '../../web/features/contacts/csv.ts'
import { type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }

test('[W-012 W-270] contacts are suggested while a signatory is filled in: used last first, by keyboard, and picking one fills in all of them', async ({
  desk,
  server,
  account,
}) => {
  await account.post('/app/contacts', { data: { name: 'Wanda Never', email: 'wanda@contacts.example', mobile_number: '+27821234567' } })
  await sent(account, 'Used', ['Wandile Used'], [SIGNATURE])
  const { pack } = await prepared(account, 'To be filled in', ['Blank'], [SIGNATURE])
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('tab', { name: 'Signers' }).click()
  const name = desk.getByRole('combobox', { name: 'Name' })
  await name.fill('wand')
  const options = desk.getByRole('listbox', { name: 'Contacts' }).getByRole('option')
  await expect(options).toHaveText([/Wandile Used/, /Wanda Never/])
  await expect(name).toHaveAttribute('aria-expanded', 'true')
  await looksRight(desk, 'contact-suggestions')
  await name.press('ArrowDown')
  await name.press('ArrowDown')
  await expect(name).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!)
  await name.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(name).toHaveValue('Wanda Never')
  await expect(name).toBeFocused()
  await expect(desk.getByRole('combobox', { name: 'Email' })).toHaveValue('wanda@contacts.example')
  await expect(desk.getByRole('combobox', { name: 'Mobile number' })).toHaveValue('+27821234567')
  await expect
    .poll(async () => (await viewOf(account, pack)).view.signatories[0])
    .toMatchObject({ name: 'Wanda Never', email: 'wanda@contacts.example', mobile: '+27821234567' })

  // Escape leaves the list and keeps the typed text.
  const email = desk.getByRole('combobox', { name: 'Email' })
  await email.fill('wandile@')
  await expect(options).toHaveText([/Wandile Used/])
  await email.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(email).toHaveValue('wandile@')

  await desk.route('**/get_contacts_by_query*', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await email.fill('wanda@')
  const problem = desk.getByRole('alert').filter({ hasText: 'An error occurred while fetching contacts' })
  await expect(problem).toBeVisible()
  await expect(problem.locator('[class*="danger"]')).toHaveCount(1)
})

test('[S-053 W-149] #address_book shows the address book: added, searched, changed, removed and brought back', async ({
  desk,
  server,
  account,
}) => {
  // Other tests of this account may have come before, and named people.
  const { contacts } = await account.get<{ contacts: readonly { key: string; name: string }[] }>('/app/contacts')
  for (const { key, name } of contacts) if (name !== 'Mira Castell') await account.delete(`/app/contacts/${key}`)
  await desk.goto(`${server.url}/#documents`)
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
  await expect(desk.getByRole('heading', { name: 'Address book', level: 1 })).toBeVisible()
  const row = (name: string) => desk.getByRole('row', { name })
  await expect(row('Mira Castell')).toBeVisible()

  await desk.getByRole('button', { name: 'Add contact' }).click()
  const form = desk.getByRole('dialog', { name: 'Add a contact' })
  await form.getByLabel('Name', { exact: true }).fill('Zora Added')
  await form.getByLabel('Email').fill('not an address')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a valid email.', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await looksRight(desk, 'address-book-add')
  await form.getByLabel('Email').fill('zora@contacts.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(row('Zora Added')).toBeVisible()
  await looksRight(desk, 'address-book')

  await desk.getByRole('searchbox', { name: 'Search contacts' }).fill('zora')
  await expect(desk.getByRole('row')).toHaveCount(2)
  await desk.getByRole('button', { name: 'Edit Zora Added' }).click()
  const edit = desk.getByRole('dialog', { name: 'Edit contact' })
  await edit.getByLabel('Mobile number').fill('+27 82 765 4321')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row('Zora Added')).toContainText('+27827654321')

  await desk.getByRole('button', { name: 'Remove Zora Added' }).click()
  await expect(row('Zora Added')).toHaveCount(0)
  await expect(desk.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await looksRight(desk, 'address-book-nobody')
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Zora Added')).toContainText('+27827654321')

  await desk.getByRole('searchbox', { name: 'Search contacts' }).fill('')
  for (const name of ['Zora Added', 'Mira Castell']) await desk.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(desk.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  await looksRight(desk, 'address-book-empty')
  await desk.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row('Mira Castell')).toBeVisible()

  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'address-book-phone')
  await desk.route('**/app/contacts?*', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.route('**/app/contacts', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.reload()
  await expect(desk.getByRole('alert').filter({ hasText: 'An error occurred while fetching contacts' })).toBeVisible()
  await looksRight(desk, 'address-book-failed')
})

test('a contact that somebody adds is there in another window at once, and suggested where an address is corrected', async ({
  desk,
  window,
  server,
  account,
}) => {
  const { pack } = await sent(account, 'To be corrected', ['Wrong Address'], [SIGNATURE])
  const there = await window()
  await there.goto(`${server.url}/#address_book`)
  await expect(there.getByRole('row', { name: 'Wrong Address' })).toBeVisible()
  await account.post('/app/contacts', { data: { name: 'Live Added', email: 'live@contacts.example' } })
  await expect(there.getByRole('row', { name: 'Live Added' })).toBeVisible()

  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Actions for Wrong Address' }).click()
  await desk.getByRole('menuitem', { name: 'Correct the address' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Correct the address of Wrong Address' })
  const email = dialog.getByLabel('Email')
  const options = desk.getByRole('listbox', { name: 'Contacts' }).getByRole('option')
  await email.fill('live@')
  await expect(options).toHaveText([/Live Added/])
  await looksRight(desk, 'contact-corrected')
  // Escape leaves the list, not the dialog.
  await email.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await email.press('ArrowDown')
  await expect(options).toHaveCount(1)
  await email.press('ArrowDown')
  await email.press('Enter')
  await expect(email).toHaveValue('live@contacts.example')
  await dialog.getByRole('button', { name: 'Save and send again' }).click()
  await expect(desk.getByText('The address is corrected and a new request is being sent.')).toBeVisible()
})

test('an administrator erases somebody who stands in the address book alone', async ({ desk, server, account }) => {
  await account.post('/app/contacts', { data: { name: 'Only Known', email: 'only@contacts.example' } })
  await desk.goto(`${server.url}/#records`)
  const section = desk.getByRole('region', { name: 'Personal data requests' })
  const contact = section.getByRole('textbox', { name: 'Email address or mobile number' })
  await contact.fill('only@contacts.example')
  await contact.press('Enter')
  await expect(section.getByRole('list', { name: 'Can be deleted' })).toContainText('Address book')
  await looksRight(desk, 'records-address-book')
  await section.getByRole('button', { name: 'Delete from the address book…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Delete this person’s data?' })
  await expect(dialog).toContainText('This person is deleted permanently from the address book')
  await dialog.getByRole('textbox').fill('only@contacts.example')
  await dialog.getByRole('textbox').press('Enter')
  const done = desk.getByRole('alert').filter({ hasText: 'Deleted from the address book.' })
  await expect(done).toBeVisible()
  await expect(done.locator('[class*="success"]')).toHaveCount(1)
  await expect(section.getByRole('list', { name: 'Deleted' })).toContainText('Address book')
  await desk.goto(`${server.url}/#address_book`)
  await expect(desk.getByRole('row', { name: 'Mira Castell' })).toBeVisible()
  await expect(desk.getByRole('row', { name: 'Only Known' })).toHaveCount(0)
})

test('a table is imported after a look at what will happen, broken rows named by their number, and exported so that it reads back the same', {
  tag: '@long',
}, async ({ desk, server }) => {
  await desk.goto(`${server.url}/#address_book`)
  await desk.getByRole('button', { name: 'Import' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Import contacts' })
  const choose = (text: string) =>
    dialog.locator('input[type="file"]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  await choose('street;town\n1 Way;Here\n')
  await expect(dialog.getByRole('alert')).toContainText('No column of this file is called')
  const rows = Array.from({ length: 1_200 }, (_, n) => `P\u00e9rson ${n};person${n}@import.example`)
  await choose(['Name;E-Mail', ...rows, 'Broken;broken@', 'Again;PERSON5@import.example'].join('\r\n'))
  await expect(dialog.getByRole('heading', { name: '1,200 contacts will be imported' })).toBeVisible()
  await expect(
    dialog.getByText(
      'Contacts that are already in the address book are updated. 1 row repeats a contact: the last one counts. Read as Windows-1252.',
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('list', { name: '1 row cannot be imported' }).getByRole('listitem')).toHaveText(
    'Row 1202Please enter a valid email.',
  )
  await looksRight(desk, 'address-book-import')
  await dialog.getByRole('button', { name: 'Import 1,200 contacts' }).click()
  await expect(dialog.getByRole('heading', { name: '1,200 contacts were imported' })).toBeVisible()
  await expect(dialog.getByRole('list', { name: '1 row was not imported' }).getByRole('listitem')).toHaveCount(1)
  await looksRight(desk, 'address-book-imported')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await desk.getByRole('searchbox', { name: 'Search contacts' }).fill('person5@import')
  await expect(desk.getByRole('row', { name: /Again/ })).toBeVisible()

  const downloading = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Export' }).click()
  const exported = await readFile(await (await downloading).path())
  const read = readContacts(exported) as ReadTable
  expect(read.broken).toEqual([])
  expect(read.good.map(({ contact }) => contact)).toContainEqual({
    name: 'P\u00e9rson 17',
    email: 'person17@import.example',
    mobile_number: '',
  })
})
