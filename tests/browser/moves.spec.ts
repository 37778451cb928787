import { HEADERS } from '#contract/envelope'
import type { Client } from '../../cli/demo/client.ts'
import { prepared, viewOf } from '../support/prepared.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { openList, rowOf, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

type Page = import('playwright/test').Page
const PHONE = { width: 390, height: 844 }
const newWorkspace = async (account: Client, name: string) =>
  (await account.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name } })).data.account.key
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Move or copy to another workspace' })
async function choose(page: Page, workspace: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'Move or copy' }).click()
  await chooseTarget(page, workspace)
}
async function chooseTarget(page: Page, workspace: string): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: workspace, exact: true }).click()
}

test('[W-015 W-065 W-269] the modal says what is different in the other workspace and moves the selection there, for everybody at once; undo moves it back', async ({
  desk,
  server,
  account,
  window,
}) => {
  const target = await newWorkspace(account, 'Harbour Office')
  await account.post(`/app/accounts/${target}/keeping`, { data: { retention_years: 7 } })
  await account.post('/app/contact_lists', { data: { name: 'Tenants of the quay' } })
  const ulf = await colleague(server, account, 'Ulf', 'Mover')
  const { pack } = await prepared(account, 'Quay lease', ['Anna Okafor'], [])
  const [theirs, open, there] = [await window(ulf), await window(ulf), await window()]
  await openList(theirs, server.url)
  await expect(rowOf(theirs, 'Quay lease')).toBeVisible()
  await open.goto(`${server.url}/#documents/${pack}`)
  await expect(open).toHaveTitle(/Quay lease/)
  await there.goto(`${server.url}/#documents?user_account=${target}`)
  await expect(there.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()

  await openList(desk, server.url)
  await choose(desk, 'Harbour Office', 'Quay lease')
  const notes = dialogOf(desk).getByRole('listitem')
  await expect(notes.filter({ hasText: 'Harbour Office deletes finished documents after 7 years.' })).toHaveCount(1)
  await expect(notes.filter({ hasText: /^Contact lists stay in .* needs one of Harbour Office before it can be sent/ })).toHaveCount(1)
  await expect(notes.filter({ hasText: 'History, signing links and sealed files go along.' })).toHaveCount(1)
  await looksRight(desk, 'move')
  await desk.setViewportSize(PHONE)
  await looksRight(desk, 'move-390')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await dialogOf(desk).getByRole('button', { name: 'Move document' }).click()
  await expectMessage(desk, 'success', '1 document moved.')
  await expect(rowOf(desk, 'Quay lease')).toHaveCount(0)
  await expect(rowOf(theirs, 'Quay lease')).toHaveCount(0)
  await expectMessage(open, 'danger', 'You cannot open this document: it was deleted, or is in a workspace that you do not belong to.')
  await expect(open.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(rowOf(there, 'Quay lease')).toBeVisible()

  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(desk, 'Quay lease')).toBeVisible()
  await expect(rowOf(theirs, 'Quay lease')).toBeVisible()
  await expect(rowOf(there, 'Quay lease')).toHaveCount(0)
})

test('[S-229 W-016 W-268] copies go to the other workspace as drafts; of a mixed selection what may go goes, and the modal names what stays and why', async ({
  desk,
  server,
  account,
}) => {
  const target = await newWorkspace(account, 'Lighthouse Office')
  const home = await workspaceOf(account)
  for (const name of ['Beacon one', 'Beacon two']) await prepared(account, name, [], [])
  const held = await prepared(account, 'Beacon held', [], [])
  await account.post(`/app/documents/${held.pack}/legal_hold`, { on: true, reason: 'Court order' })
  await openList(desk, server.url)
  await choose(desk, 'Lighthouse Office', 'Beacon one', 'Beacon two')
  await dialogOf(desk).getByText('Copy', { exact: true }).click()
  await expect(dialogOf(desk).getByText('Each copy is a draft in Lighthouse Office')).toBeVisible()
  await dialogOf(desk).getByRole('button', { name: 'Copy 2 documents' }).click()
  await expectMessage(desk, 'success', '2 documents moved.')
  await expect(rowOf(desk, 'Beacon one')).toBeVisible()
  account.remember({ [HEADERS.workspace]: target })
  const { documents } = await account.get<{ documents: { document_name: string; status: string }[] }>('/app/documents')
  account.remember({ [HEADERS.workspace]: home })
  expect(documents.map(({ document_name, status }) => [document_name, status]).sort()).toEqual([
    ['Beacon one', 'setup'],
    ['Beacon two', 'setup'],
  ])

  await choose(desk, 'Lighthouse Office', 'Beacon held')
  await dialogOf(desk).getByRole('button', { name: 'Move document' }).click()
  await expectMessage(desk, 'danger', 'An error occurred while performing this move.')
  const stays = dialogOf(desk).getByRole('listitem')
  await expect(stays).toHaveText([/Beacon held.*under a legal hold/])
  await dialogOf(desk).getByRole('button', { name: 'Close', exact: true }).last().click()
  await choose(desk, 'Lighthouse Office', 'Beacon one')
  await dialogOf(desk).getByRole('button', { name: 'Move 2 documents' }).click()
  await expectMessage(desk, 'success', '1 document moved.')
  await expectMessage(desk, 'warning', 'Some documents could not be moved')
  await expect(stays).toHaveText([/Beacon held.*under a legal hold/])
  await looksRight(desk, 'move-refused')
  await expect(rowOf(desk, 'Beacon one')).toHaveCount(0)
})

test('a document’s own menus offer the same, in the list and on its page, and name the custom fields that go along; its page follows it', async ({
  desk,
  server,
  account,
}) => {
  await newWorkspace(account, 'Pier Office')
  const signature = { type: 'signature', x: 60, y: 300, width: 200, height: 48, signer: 0 } as const
  const { pack } = await prepared(account, 'Pier lease', ['Anna Okafor'], [signature])
  await account.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name: 'Berth', value: '12' } })
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision: (await viewOf(account, pack)).revision },
  })
  const fields = dialogOf(desk)
    .getByRole('listitem')
    .filter({ hasText: 'No document of Pier Office has the custom field Berth yet. It goes along with its value.' })

  await openList(desk, server.url)
  await rowOf(desk, 'Pier lease').getByRole('button', { name: 'Actions for Pier lease' }).click()
  await desk.getByRole('menuitem', { name: 'Move or copy to another workspace' }).click()
  await chooseTarget(desk, 'Pier Office')
  await expect(fields).toBeVisible()
  await dialogOf(desk).getByRole('button', { name: 'Move document' }).click()
  await expectMessage(desk, 'success', '1 document moved.')
  await expect(rowOf(desk, 'Pier lease')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(desk, 'Pier lease')).toBeVisible()

  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'Move or copy to another workspace' }).click()
  await chooseTarget(desk, 'Pier Office')
  await expect(fields).toBeVisible()
  await looksRight(desk, 'move-one')
  await dialogOf(desk).getByRole('button', { name: 'Move document' }).click()
  await expectMessage(desk, 'success', '1 document moved.')
  await expectMessage(desk, 'info', 'This document was moved to another workspace. You are working there now.')
  await expect(desk.getByRole('button', { name: 'Workspace: Pier Office. Choose another' })).toBeVisible()
})
