import type { Locator, Page } from 'playwright/test'
import { HEADERS } from '#contract/envelope'
import type { Client } from '../../cli/demo/client.ts'
import { prepared } from '../support/prepared.ts'
import { colleague, personalWorkspaceOf, workspaceOf } from './support/colleague.ts'
import { listOf, openList, rowOf, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const PHONE = { width: 390, height: 844 }
const picker = (page: Page) => page.getByRole('button', { name: /^Workspace: .* Choose another$/ })
const newWorkspace = async (account: Client, name: string) =>
  (await account.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name } })).data.account.key
const middleOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox())!
  return y + height / 2
}
/** A document in this workspace; the client then works where it did before. */
async function preparedIn(account: Client, workspace: string, name: string): Promise<string> {
  const home = await workspaceOf(account)
  account.remember({ [HEADERS.workspace]: workspace })
  const { pack } = await prepared(account, name, ['Anna Okafor'], [])
  account.remember({ [HEADERS.workspace]: home })
  return pack
}

test('[W-005 W-031 W-032 W-033 W-034 W-254] a workspace is set up from the picker, refused in its words, renamed, and shows its members', async ({
  desk,
  server,
}) => {
  await openList(desk, server.url)
  await picker(desk).click()
  await desk.getByRole('button', { name: 'Set up a new team' }).click()
  await expect(desk.getByRole('heading', { name: 'Setup team', level: 1 })).toBeVisible()
  const name = desk.getByRole('textbox', { name: 'Workspace name' })
  await expect(name).toBeFocused()
  await looksRight(desk, 'workspace-setup')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('A valid name is required')).toBeVisible()
  await name.fill('Northlight Joinery')
  const create = /\/app\/accounts\/$/
  await desk.route(create, (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 })
  await desk.getByRole('button', { name: 'Save' }).click()
  await expectMessage(desk, 'danger', 'An error occurred while creating this workspace')
  await expect(name).toHaveValue('Northlight Joinery')

  const line = Promise.withResolvers<void>()
  await desk.route(create, async (route) => {
    await line.promise
    await route.fallback()
  })
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  line.resolve()
  await expect(desk.getByRole('heading', { name: 'Update Northlight Joinery', level: 1 })).toBeVisible()
  await expect(picker(desk)).toHaveAccessibleName('Workspace: Northlight Joinery. Choose another')
  await expect(desk.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveText([
    /Mira Castell.*mira@example\.com.*Administrator/,
  ])
  await looksRight(desk, 'workspace')
  await desk.setViewportSize(PHONE)
  await looksRight(desk, 'workspace-390')
  // On a narrow screen the way out stays next to the name that it is about.
  const [name390, out390] = [desk.getByText('mira@example.com'), desk.getByRole('button', { name: 'Remove Mira Castell' })]
  expect(Math.abs((await middleOf(out390)) - (await middleOf(name390)))).toBeLessThan(24)
  await desk.setViewportSize({ width: 1440, height: 900 })

  await name.fill('Northlight & Sons')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expectMessage(desk, 'success', 'Workspace saved.')
  await expect(desk.getByRole('heading', { name: 'Update Northlight & Sons', level: 1 })).toBeVisible()
  await expect(picker(desk)).toHaveAccessibleName('Workspace: Northlight & Sons. Choose another')
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Update Northlight & Sons', level: 1 })).toBeVisible()
})

test('[W-138 W-253] a workspace that cannot be read leads to the documents and says so', async ({ desk, server }) => {
  await desk.goto(`${server.url}/#team/0198c0de-0000-7000-8000-000000000000`)
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expectMessage(desk, 'danger', 'An error occurred while fetching this workspace')
})

test('[W-256 W-258 W-259] what fails of a member without any words is said in the words of the page', async ({ desk, server, account }) => {
  const workspace = await newWorkspace(account, 'Failing')
  const person = { first_name: 'Nils', last_name: 'Holm', email_address: 'nils@example.com', is_admin: false }
  await account.post(`/app/accounts/${workspace}/add_user_account`, { data: person })
  await desk.goto(`${server.url}/#team/${workspace}`)
  const row = desk.getByRole('listitem').filter({ hasText: 'Nils Holm' })
  await expect(row).toBeVisible()
  await desk.route(/(update|remove|add)_user_account$/, (route) => route.fulfill({ status: 500, body: 'no' }))
  await row.getByRole('switch').click({ force: true })
  await expectMessage(desk, 'danger', 'An error occurred while updating the user. Please try again.')
  await row.getByRole('button', { name: 'Remove Nils Holm' }).click()
  const removal = desk.getByRole('dialog', { name: 'Remove from the workspace' })
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expectMessage(removal, 'danger', 'An error occurred while removing the user. Please refresh the screen and try again.')
  await removal.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await desk.getByRole('button', { name: 'Add person' }).click()
  const form = desk.getByRole('dialog', { name: 'Add a person' })
  await form.getByLabel('First name').fill('Pia')
  await form.getByLabel('Email').fill('pia@example.com')
  await form.getByRole('button', { name: 'Add person' }).click()
  await expectMessage(form, 'danger', 'An error occurred while adding a new user to the team. Please try again.')
  await expect(form.getByLabel('First name')).toHaveValue('Pia')
})

test('removing a member says what is taken over and by whom, and another is chosen by typing and the keys; leaving says the same', async ({
  desk,
  server,
  account,
  window,
}) => {
  const [thea, ulla] = [await colleague(server, account, 'Thea', 'Marsh'), await colleague(server, account, 'Ulla', 'Berg')]
  const home = await workspaceOf(account)
  for (const who of [thea, ulla]) await who.get('/app/documents')
  const { pack } = await prepared(thea, 'Begun by Thea', ['Anna Okafor'], [])
  await thea.get(`/app/documents/${pack}/convert_to_template`)
  await thea.post('/app/applications/', { data: { name: 'Theas importer' } })
  const counted = ['1 draft', '1 template', '1 application']
  const removal = (page: Page, name: string) => page.getByRole('dialog', { name })

  const theirs = await window(thea)
  await theirs.goto(`${server.url}/#team/${home}`)
  await theirs.getByRole('button', { name: 'Remove Thea Marsh' }).click()
  const leaving = removal(theirs, 'Leave the workspace')
  await expect(leaving.getByRole('region', { name: 'Taken over' }).getByRole('listitem')).toHaveText(counted)
  await expect(leaving.getByRole('combobox', { name: 'Who takes over' })).toHaveValue('Mira Castell (mira@example.com)')
  await leaving.getByRole('button', { name: 'Cancel' }).click()

  await desk.goto(`${server.url}/#team/${home}`)
  const open = desk.getByRole('button', { name: 'Remove Thea Marsh' })
  const dialog = removal(desk, 'Remove from the workspace')
  // It is asked for again where the answer did not come.
  await desk.route(/\/begun$/, (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 })
  await open.click()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('region', { name: 'Taken over' }).getByRole('listitem')).toHaveText(counted)
  await expect(dialog.getByText('Applications keep their secrets. Refresh those that Thea Marsh knows.')).toBeVisible()
  await looksRight(desk, 'member-removal')
  await desk.setViewportSize(PHONE)
  await looksRight(desk, 'member-removal-390')
  await desk.setViewportSize({ width: 1440, height: 900 })

  const successor = dialog.getByRole('combobox', { name: 'Who takes over' })
  await expect(successor).toHaveValue('Mira Castell (mira@example.com)')
  await successor.fill('ulla')
  await expect(desk.getByRole('option')).toHaveText(['Ulla Berg (ulla@example.com)'])
  await successor.press('ArrowDown')
  await successor.press('Enter')
  await expect(successor).toHaveValue('Ulla Berg (ulla@example.com)')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectMessage(desk, 'success', 'User has been removed from the team.')
  await expect(open).toHaveCount(0)
  await expect(desk.getByRole('heading', { name: /^Members/ })).toBeFocused()
  const { user_accounts } = await account.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
    `/app/accounts/${home}/user_accounts`,
  )
  const ullas = user_accounts.find(({ user }) => user.full_name === 'Ulla Berg')!
  const begun = () => account.get<{ begun: object }>(`/app/accounts/${home}/user_accounts/${ullas.key}/begun`)
  await expect.poll(async () => (await begun()).begun).toMatchObject({ drafts: 1, templates: 1, applications: 1 })
  await desk.getByRole('button', { name: 'Remove Ulla Berg' }).click()
  await expect(dialog.getByRole('region', { name: 'Taken over' }).getByRole('listitem')).toHaveText(counted)
})

test('a personal workspace says that it is its owner’s alone, and leads to a new team', async ({ desk, server, account }) => {
  const personal = await personalWorkspaceOf(account)
  await desk.goto(`${server.url}/#team/${personal}`)
  await expect(desk.getByRole('heading', { name: 'This workspace is yours alone' })).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Workspace name' })).toHaveCount(0)
  await looksRight(desk, 'workspace-personal')
  await desk.getByRole('main').getByRole('button', { name: 'Set up a new team' }).click()
  await expect(desk.getByRole('heading', { name: 'Setup team', level: 1 })).toBeVisible()
})

test('among many workspaces one is found by typing and chosen by the keys, on a phone too; everything on the page follows it', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const home = await workspaceOf(account)
  const keys = new Map<string, string>()
  for (const name of ['Atelier', 'Bakery', 'Ćevapi', 'Dairy', 'مكتب الصيانة', 'Forge', 'Guild'])
    keys.set(name, await newWorkspace(account, name))
  await prepared(account, 'Kept at home', ['Anna Okafor'], [])
  await preparedIn(account, keys.get('Forge')!, 'In the forge')
  await openList(desk, server.url)
  await expect(rowOf(desk, 'Kept at home')).toBeVisible()
  await picker(desk).focus()
  await desk.keyboard.press('Enter')
  const search = desk.getByRole('textbox', { name: 'Find a workspace' })
  await expect(search).toBeFocused()
  await expect(desk.getByRole('option', { name: /Mira’s team/ })).toBeVisible()
  await looksRight(desk, 'workspace-picker')
  await search.fill('cevapi')
  await expect(desk.getByRole('option')).toHaveText([/Ćevapi/])
  await search.fill('nowhere')
  await expect(desk.getByText('No workspace matches “nowhere”.')).toBeVisible()
  await search.fill('forge')
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Enter')
  await expect(picker(desk)).toHaveAccessibleName('Workspace: Forge. Choose another')
  await expect(rowOf(desk, 'In the forge')).toBeVisible()
  await expect(rowOf(desk, 'Kept at home')).toHaveCount(0)

  // A list of one workspace is not that of another: each is fetched again.
  for (const [hash, call] of [
    ['address_book', '/app/contacts'],
    ['recipient_datas', '/app/recipient_datas'],
    ['bulk_sends', '/app/bulk_sends'],
    ['applications', '/app/applications/'],
    ['trash', '/app/documents'],
  ] as const) {
    await desk.goto(`${server.url}/#${hash}`)
    const asks = (workspace: string) =>
      desk.waitForRequest((request) => new URL(request.url()).pathname === call && request.headers()[HEADERS.workspace] === workspace)
    for (const [name, key] of [
      ['Guild', keys.get('Guild')!],
      ['Forge', keys.get('Forge')!],
    ] as const) {
      const asked = asks(key)
      await picker(desk).click()
      await desk.getByRole('option', { name }).click()
      await asked
    }
  }

  await desk.goto(`${server.url}/#documents`)
  await desk.setViewportSize(PHONE)
  await desk.getByRole('button', { name: 'Open the menu' }).click()
  await picker(desk).click()
  await looksRight(desk, 'workspace-picker-390')
  await desk.getByRole('option', { name: 'مكتب الصيانة' }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expect(desk.getByText('In the forge')).toHaveCount(0)
  await desk.setViewportSize({ width: 1440, height: 900 })
  await expect(picker(desk)).toHaveAccessibleName('Workspace: مكتب الصيانة. Choose another')

  // A link into another workspace of theirs switches to it, by the document as by the workspace's own page.
  const linked = await preparedIn(account, keys.get('Bakery')!, 'Linked from a mail')
  await desk.goto(`${server.url}/#documents/${linked}`)
  await expect(desk.getByRole('textbox', { name: 'Document name' }).first()).toHaveValue('Linked from a mail')
  await desk.goto(`${server.url}/#documents`)
  await expect(picker(desk)).toHaveAccessibleName('Workspace: Bakery. Choose another')
  await expect(rowOf(desk, 'Linked from a mail')).toBeVisible()
  await desk.goto(`${server.url}/#documents?user_account=${home}`)
  await expect(picker(desk)).toHaveAccessibleName('Workspace: Mira’s team. Choose another')
  await expect(rowOf(desk, 'Kept at home')).toBeVisible()
  await desk.goto(`${server.url}/#team/${keys.get('Dairy')}`)
  await expect(desk.getByRole('heading', { name: 'Update Dairy', level: 1 })).toBeVisible()
  await expect(picker(desk)).toHaveAccessibleName('Workspace: Dairy. Choose another')
  // It is left where another workspace is chosen: its page is that of one.
  await picker(desk).click()
  await desk.getByRole('option', { name: 'Atelier' }).click()
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
})

test('a member of one workspace and administrator of another is offered in each what they may do there', async ({
  server,
  account,
  window,
}) => {
  const nanna = await colleague(server, account, 'Nanna', 'Berg')
  const own = await newWorkspace(nanna, 'Nanna’s own')
  const page = await window(nanna)
  await openList(page, server.url)
  await expect(page.getByRole('link', { name: 'Outbox' })).toHaveCount(0)
  await page.goto(`${server.url}/#documents?user_account=${own}`)
  await expect(picker(page)).toHaveAccessibleName('Workspace: Nanna’s own. Choose another')
  await expect(page.getByRole('link', { name: 'Outbox' })).toBeVisible()
  await expect(listOf(page)).toHaveCount(0)
})
