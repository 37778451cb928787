import { newId, prepared, uploaded } from '../support/prepared.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { listOf, openList, rowOf, test } from './support/desk.ts'
import { expectMessage, expectMessageFor } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

type Page = import('playwright/test').Page
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selection' })

test('[S-080] several are acted on by members who may, and with what their permissions allow for this type', async ({
  account,
  server,
  window,
}) => {
  const nour = await colleague(server, account, 'Nour', 'Bulk')
  const team = `/app/accounts/${await workspaceOf(account)}`
  const { user_accounts } = await account.get<{ user_accounts: { key: string; user: { email_address: string } }[] }>(
    `${team}/user_accounts`,
  )
  const { key } = user_accounts.find(({ user }) => user.email_address.startsWith('nour'))!
  const permit = (permissions: Record<string, boolean>) =>
    account.post(`${team}/update_user_account_permissions`, {
      data: { user_account_key: key, permissions: { document_permissions: permissions } },
    })
  await prepared(nour, 'Bulk rights', ['Ada Lovelace'], [])
  const { pack } = await uploaded(nour, 'Bulk template')
  await nour.get(`/app/documents/${pack}/convert_to_template`)

  await permit({ can_create_document_copies: false, can_merge_templates: false })
  const page = await window(nour)
  const offers = async (actions: Record<string, boolean>) => {
    for (const [name, offered] of Object.entries(actions))
      await expect(barOf(page).getByRole('button', { name, exact: true })).toHaveCount(offered ? 1 : 0)
  }
  await openList(page, server.url)
  await select(page, 'Bulk rights')
  await offers({ Copy: false, Merge: true, Delete: true })
  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('table', { name: 'Templates' }).getByRole('checkbox', { name: 'Select Bulk template' }).check()
  await offers({ Copy: true, Merge: false, Delete: true })

  await permit({ can_do_bulk_actions: false })
  await page.reload()
  await openList(page, server.url)
  await expect(rowOf(page, 'Bulk rights')).toBeVisible()
  await expect(listOf(page).getByRole('checkbox')).toHaveCount(0)
  await rowOf(page, 'Bulk rights')
    .getByText('Setup')
    .click({ modifiers: ['Shift'] })
  await expect(barOf(page)).toHaveCount(0)
})

test('[S-226 S-228 S-318] of a mixed selection what may be is done, and a warning says that some was not; so from the trash', async ({
  account,
  server,
  window,
}) => {
  const otto = await colleague(server, account, 'Otto', 'Mixed')
  await uploaded(otto, 'Mixed mine')
  await uploaded(account, 'Mixed theirs')
  const page = await window(otto)
  await openList(page, server.url)
  for (const name of ['Mixed mine', 'Mixed theirs']) await select(page, name)
  await barOf(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'warning', "Some documents could not be deleted since you don't have the permissions")
  await expectMessage(page, 'success', '1 document moved to the trash.')
  await expect(rowOf(page, 'Mixed mine')).toHaveCount(0)
  await expect(rowOf(page, 'Mixed theirs')).toBeVisible()

  const theirs = await uploaded(account, 'Mixed thrown')
  await account.get(`/app/documents/${theirs.pack}/delete_document`)
  await page.getByRole('link', { name: 'Trash' }).click()
  for (const name of ['Mixed mine', 'Mixed thrown']) await select(page, name)
  await looksRight(page, 'trash-selected')
  await page.route(/recover_multiple/, (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal-error', message: 'An error occurred, please try again' } }),
  )
  await barOf(page).getByRole('button', { name: 'Recover' }).click()
  await expectMessage(page, 'danger', 'An error occurred.')
  await page.unroute(/recover_multiple/)
  await barOf(page).getByRole('button', { name: 'Recover' }).click()
  await expectMessage(page, 'warning', "Some documents could not be recovered since you don't have the permissions")
  await expectMessage(page, 'success', '1 document recovered.')
  await expect(page.getByRole('row').filter({ hasText: 'Mixed mine' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Mixed thrown' })).toBeVisible()
})

test('[S-179 S-319 S-370 S-374] two or more become one new document in the chosen order, under an overlay that stays for 2.5 s after', async ({
  desk,
  server,
  account,
}) => {
  for (const name of ['Merge one', 'Merge two', 'Merge three']) await uploaded(account, name)
  await openList(desk, server.url)
  await select(desk, 'Merge two')
  await barOf(desk).getByRole('button', { name: 'Merge' }).click()
  await expectMessage(desk, 'warning', 'Cannot merge less than two documents into new document.')
  for (const name of ['Merge one', 'Merge three']) await select(desk, name)
  await barOf(desk).getByRole('button', { name: 'Merge' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Merge into a new document' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Merge two', 'Merge one', 'Merge three'])
  await dialog.getByRole('button', { name: 'Move Merge three up' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['Merge two', 'Merge three', 'Merge one'])
  await looksRight(desk, 'merge')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'merge-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })

  await desk.route(/merge_multiple/, (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal-error', message: 'An error occurred, please try again' } }),
  )
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectMessage(desk, 'danger', 'An unknown error occurred')
  await desk.unroute(/merge_multiple/)
  await desk.clock.install()
  await desk.clock.pauseAt(Date.now() + 1_000)
  const answered = desk.waitForResponse((response) => response.url().includes('merge_multiple') && response.ok())
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  const asked = (await answered).request().postDataJSON() as { document_keys: string[] }
  const made = (await (await answered).json()) as { document_key: string }
  const overlay = desk.getByRole('status').filter({ hasText: 'Merging 3 documents' })
  await expect(barOf(desk)).toHaveCount(0)
  await desk.clock.runFor(2_499)
  await expect(overlay).toBeVisible()
  await desk.clock.runFor(1)
  await expect(overlay).toHaveCount(0)
  await expectMessageFor(desk, 10, 'success', '3 documents were merged into a new one.')
  await expect(desk).toHaveURL(new RegExp(`#documents/${made.document_key}$`))
  const rows = await account.get<{ documents: { key: string; document_name: string }[] }>('/app/documents?limit=200')
  const nameOf = (key: string) => rows.documents.find((row) => row.key === key)?.document_name
  expect(asked.document_keys.map(nameOf)).toEqual(['Merge two', 'Merge three', 'Merge one'])
})

test('all that match are selected across pages and deleted bit by bit; a reload on the way loses none and does none twice', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const { pack } = await uploaded(account, 'Many origin')
  for (let of = 0; of < 12; of++) {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        account.remember({ 'idempotency-key': newId() })
        return account.get(`/app/documents/${pack}/create_a_copy`)
      }),
    )
  }
  account.remember({ 'idempotency-key': '' })
  await openList(desk, server.url)
  const found = desk.waitForResponse(/search\/documents/)
  await desk.getByPlaceholder('Search by name or signer').fill('Copy of Many origin')
  await found
  await expect(rowOf(desk, 'Mixed')).toHaveCount(0)
  await expect(rowOf(desk, 'Copy of Many origin').first()).toBeVisible()
  await desk.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await barOf(desk)
    .getByRole('button', { name: /^Select all/ })
    .click()
  await expect(barOf(desk)).toContainText('120 selected')

  const batches: { keys: string[]; under: string }[] = []
  await desk.route(/delete_multiple/, async (route) => {
    const { document_keys: keys } = route.request().postDataJSON() as { document_keys: string[] }
    batches.push({ keys, under: route.request().headers()['idempotency-key']! })
    // The answer to the second gets lost with the page.
    if (batches.length === 2) return void (await route.fetch())
    return route.continue()
  })
  await barOf(desk).getByRole('button', { name: 'Delete' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByRole('status').filter({ hasText: 'Moving 50 of 120 documents to the trash' })).toBeVisible()
  await looksRight(desk, 'bulk-progress')
  await expect.poll(() => batches.length).toBe(2)
  await desk.reload()
  await expectMessage(desk, 'success', '120 documents moved to the trash.')
  expect(batches.map(({ keys }) => keys.length)).toEqual([50, 50, 50, 20])
  expect(batches[2]).toEqual(batches[1])
  expect(new Set(batches.flatMap(({ keys }) => keys)).size).toBe(120)
  const left = await account.get<{ search_documents: unknown[] }>('/app/search/documents?search_query=copy%20of%20many%20origin')
  expect(left.search_documents).toEqual([])

  // It is all undone at once, too.
  await desk.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expectMessage(desk, 'success', '120 documents recovered.')
  const again = await account.get<{ documents: { document_name: string }[] }>('/app/documents?limit=200')
  expect(again.documents.filter(({ document_name }) => document_name === 'Copy of Many origin')).toHaveLength(120)
})
