import { PERMISSIONS, rightsOfPreset } from '#domain/workspace'
import type { Client } from '../../cli/demo/client.ts'
import { sent } from '../support/prepared.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { openList, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

interface Row {
  readonly key: string
  readonly is_admin: boolean
  readonly user: { readonly full_name: string }
  readonly permissions: {
    readonly document_permissions: Record<string, boolean>
    readonly user_profile_permissions: Record<string, boolean>
  }
}
const rowOf = async (account: Client, name: string) => {
  const team = `/app/accounts/${await workspaceOf(account)}/user_accounts`
  return (await account.get<{ user_accounts: readonly Row[] }>(team)).user_accounts.find(({ user }) => user.full_name === name)!
}
const flag = async (account: Client, name: string, permission: string) => {
  const { permissions } = await rowOf(account, name)
  return { ...permissions.document_permissions, ...permissions.user_profile_permissions }[permission]
}

test('administrators switch each permission of a member, by keyboard too; other administrators see it at once, and the member reads what they may do', async ({
  desk,
  window,
  server,
  account,
}) => {
  const rohan = await colleague(server, account, 'Rohan', 'Menon')
  const team = `${server.url}/#team/${await workspaceOf(account)}`
  await desk.goto(team)
  await desk
    .getByRole('button', { name: `Permissions of Rohan Menon: ${rightsOfPreset('preparer').permissions.size} of ${PERMISSIONS.length}` })
    .click()
  const panel = desk.getByRole('dialog', { name: 'Permissions of Rohan Menon' })
  await expect(panel.getByRole('radio', { name: 'Preparer' })).toBeChecked()
  await expect(panel.getByRole('switch')).toHaveCount(PERMISSIONS.length)
  const links = panel.getByRole('switch', { name: 'Generate signing links' })
  await expect(links).toHaveAccessibleDescription('Read out the signing link of a signer, to pass it on themselves.')
  await looksRight(desk, 'rights')

  // Another administrator has the same panel open.
  const other = await window()
  await other.goto(team)
  await other.getByRole('button', { name: /^Permissions of Rohan Menon/ }).click()
  const theirs = other.getByRole('dialog', { name: 'Permissions of Rohan Menon' })
  await expect(theirs.getByRole('switch', { name: 'Generate signing links' })).toBeChecked()
  await links.focus()
  await desk.keyboard.press('Space')
  await theirs.getByRole('switch', { name: 'Mark documents as complete' }).press('Space')
  for (const shown of [panel, theirs]) {
    await expect(shown.getByRole('switch', { name: 'Generate signing links' })).not.toBeChecked()
    await expect(shown.getByRole('switch', { name: 'Mark documents as complete' })).not.toBeChecked()
    await expect(shown.getByRole('radio', { name: 'Custom' })).toBeChecked()
    await expect(shown.getByText('changed', { exact: true })).toHaveCount(2)
    await expect(shown.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  }
  expect([
    await flag(account, 'Rohan Menon', 'can_generate_signing_link'),
    await flag(account, 'Rohan Menon', 'can_sign_in_person'),
  ]).toEqual([false, true])

  await panel.getByRole('searchbox', { name: 'Find a permission' }).fill('signing link')
  await expect(panel.getByRole('switch')).toHaveCount(1)
  await panel.getByRole('searchbox').fill('no such thing')
  await expect(panel.getByText('No permission matches')).toBeVisible()
  await panel.getByRole('searchbox').fill('')
  await panel.getByText('Off 6').click()
  await expect(panel.getByRole('switch')).toHaveCount(6)
  await looksRight(desk, 'rights-changed')

  // The member reads them, and switches none.
  const own = await window(rohan)
  await own.setViewportSize({ width: 390, height: 844 })
  await own.goto(team)
  await expect(own.getByText('Mira Castell')).toBeVisible()
  await expect(own.getByRole('button', { name: /^Permissions of/ })).toHaveCount(0)
  await own.getByRole('button', { name: /^What I may do/ }).click()
  const mine = own.getByRole('dialog', { name: 'What I may do' })
  await expect(mine.getByRole('listitem').filter({ hasText: 'Generate signing links' }).getByLabel('Not allowed')).toBeVisible()
  await expect(
    mine.getByRole('listitem').filter({ hasText: 'Start signing in person' }).getByLabel('Allowed', { exact: true }),
  ).toBeVisible()
  await expect(mine.getByRole('switch')).toHaveCount(0)
  await looksRight(own, 'rights-own-phone')

  await panel.getByRole('button', { name: 'Reset to Member' }).click()
  await expect(
    mine.getByRole('listitem').filter({ hasText: 'Generate signing links' }).getByLabel('Allowed', { exact: true }),
  ).toBeVisible()
  await expect(panel.getByRole('radio', { name: 'Preparer' })).toBeChecked()
  await desk.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('a preset sets every permission and the role; the last who manages the workspace keeps that, in these words', async ({
  desk,
  server,
  account,
}) => {
  await colleague(server, account, 'Dario', 'Vitale')
  await desk.goto(`${server.url}/#team/${await workspaceOf(account)}`)
  await desk.getByRole('button', { name: /^Permissions of Dario Vitale/ }).click()
  const panel = desk.getByRole('dialog', { name: 'Permissions of Dario Vitale' })
  const preset = (name: string) => panel.getByRole('radiogroup', { name: 'Preset' }).getByText(name, { exact: true }).click()
  await preset('Viewer')
  await expect(panel.getByText('Reads the documents of the workspace and signs.')).toBeVisible()
  await expect.poll(() => flag(account, 'Dario Vitale', 'can_upload_documents')).toBe(false)
  await preset('Administrator')
  await expect.poll(async () => (await rowOf(account, 'Dario Vitale')).is_admin).toBe(true)
  expect(await flag(account, 'Dario Vitale', 'can_upload_documents')).toBe(true)
  await preset('Preparer')
  await expect.poll(async () => (await rowOf(account, 'Dario Vitale')).is_admin).toBe(false)
  expect(await flag(account, 'Dario Vitale', 'can_read_outbox')).toBe(false)
  await panel.getByRole('button', { name: 'Close' }).click()

  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'Permissions of Mira Castell: All' }).click()
  const mine = desk.getByRole('dialog', { name: 'Permissions of Mira Castell' })
  const manage = mine.getByRole('switch', { name: 'Manage the workspace' })
  await manage.press('Space')
  await expectMessage(desk, 'danger', 'You need to assign another administrator.')
  await expect(manage).toBeChecked()
  await looksRight(desk, 'rights-phone')

  // A switch that could not be saved stands as it did before.
  await desk.route('**/update_user_account_permissions', (route) => route.fulfill({ status: 500, json: { success: false } }))
  const outbox = mine.getByRole('switch', { name: 'Read the outbox' })
  await outbox.press('Space')
  await expectMessage(desk, 'danger', 'The permissions could not be saved. Try again.')
  await expect(outbox).toBeChecked()
})

test('who reads the history of a document asks why somebody could see it, at any time, and is led to the event', async ({
  desk,
  server,
  account,
}) => {
  const signature = { type: 'signature', x: 60, y: 100, width: 160, height: 40, signer: 0 } as const
  const { pack } = await sent(account, 'Access', ['Ada Lovelace'], [signature])
  await colleague(server, account, 'Perla', 'Lund')
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Who could see this' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Why can somebody see this?' })
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Person' }).fill(name)
    await desk.getByRole('option', { name }).click()
  }
  await choose('Perla Lund')
  await expect(dialog.getByRole('heading', { name: 'Perla Lund can see this document' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText(
    /Member of the workspace.*by Mira Castell.*of the workspace.*permissions since then/,
  )
  await looksRight(desk, 'access')
  await dialog.getByLabel('At').fill('2020-01-01T10:00')
  await expect(dialog.getByRole('heading', { name: 'Perla Lund could not see this document' })).toBeVisible()
  await expect(dialog.getByText('Nothing connects them with the document.')).toBeVisible()
  await dialog.getByLabel('At').fill('')
  // Answered by now, or it would be refused instead of the next.
  await expect(dialog.getByRole('heading', { name: 'Perla Lund can see this document' })).toBeVisible()
  await desk.route('**/access?*', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await choose('Ada Lovelace')
  await expect(dialog.getByText('This could not be found out. Try again.')).toBeVisible()
  await desk.unroute('**/access?*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Ada Lovelace can see this document' })).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'access-phone')
  const link = dialog.getByRole('listitem').filter({ hasText: 'Signing link' }).getByRole('link')
  await expect(link).toHaveAttribute('href', new RegExp(`#replay/${pack}\\?at=\\d+$`))
})

test('[D-452 D-453 S-216] what a member has no permission for is not offered', async ({ window, server, account }) => {
  const vito = await colleague(server, account, 'Vito', 'Rossi')
  const { key } = await rowOf(account, 'Vito Rossi')
  const page = await window(vito)
  await page.goto(`${server.url}/#documents`)
  const rail = page.getByRole('navigation', { name: 'Main' })
  const offered = ['People', 'Bulk sends', 'Recipient lists']
  for (const name of offered) await expect(rail.getByRole('link', { name })).toBeVisible()
  const team = `/app/accounts/${await workspaceOf(account)}`
  const flags = (on: boolean) =>
    account.post(`${team}/update_user_account_permissions`, {
      data: { user_account_key: key, permissions: { document_permissions: { can_view_teams: on, can_view_bulk_sends: on } } },
    })
  await flags(false)
  for (const name of offered) await expect(rail.getByRole('link', { name })).toHaveCount(0)
  // What they may do they read all the same.
  await page.getByRole('button', { name: 'Profile: Vito Rossi' }).click()
  await page.getByRole('button', { name: 'What I may do' }).click()
  const rights = page.getByRole('dialog', { name: 'What I may do' })
  await expect(rights.getByText('Custom', { exact: true })).toBeVisible()
  await expect(rights.getByText('Administrators change what you may do here.')).toBeVisible()
  await expect(rights.getByRole('switch')).toHaveCount(0)
  await looksRight(page, 'rights-own')
  await page.keyboard.press('Escape')
  await expect(rights).toHaveCount(0)
  await flags(true)
  for (const name of offered) await expect(rail.getByRole('link', { name })).toBeVisible()
})

test('[S-015 S-062] a member who may not browse a workspace is logged out where it is open, by its address and on its page, and comes back when they may', async ({
  window,
  server,
  account,
}) => {
  const workspace = await workspaceOf(account)
  const tove = await colleague(server, account, 'Tove', 'Berg')
  const { key: user_account_key } = await rowOf(account, 'Tove Berg')
  const switchBrowsing = (can_browse: boolean) =>
    account.post(`/app/accounts/${workspace}/update_user_account_permissions`, {
      data: { user_account_key, permissions: { user_profile_permissions: { can_browse } } },
    })
  const page = await window(tove)
  const loggedOut = async () => {
    await expectMessage(page, 'warning', /^You may no longer open .* Log in again for your other workspaces/)
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  }
  const logIn = async () => {
    await page.getByLabel('Email').fill('tove@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  }
  // Connected, or the page would hear of it a minute later only.
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).startsWith('40') }))
  await openList(page, server.url)
  await connected
  await switchBrowsing(false)
  await loggedOut()

  for (const address of [`documents?user_account=${workspace}`, `team/${workspace}`]) {
    await logIn()
    await expect(page.getByText('Personal workspace').first()).toBeVisible()
    await page.goto(`${server.url}/#${address}`)
    await loggedOut()
  }
  await switchBrowsing(true)
  await logIn()
  await page.goto(`${server.url}/#team/${workspace}`)
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
})
