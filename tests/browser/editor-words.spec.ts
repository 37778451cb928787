import type { Page } from 'playwright/test'
import { newId, type PreparedField, prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }

async function open(page: Page, url: string, pack: string): Promise<void> {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
}

test('[D-274 D-353 D-359] in setup everything can be changed, and what cannot be is said where it is done', async ({
  desk,
  server,
  account,
}) => {
  const { pack, fields } = await prepared(account, 'Words where they belong', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  for (const way of ['Draw', 'Type']) await desk.getByRole('checkbox', { name: way }).uncheck()
  const upload = desk.getByRole('checkbox', { name: 'Upload a picture' })
  await upload.click()
  await expect(desk.getByText('At least 1 signing method is required. Defaulted to uploaded signature.')).toBeVisible()
  await expect(upload).toBeChecked()

  await desk.getByRole('tab', { name: 'Signers' }).click()
  const name = desk.getByRole('tabpanel').getByLabel('Name', { exact: true })
  await name.fill('')
  await name.press('Tab')
  await expect(desk.getByText('Name is required')).toBeVisible()
  await name.fill('Anna Okafor-Lind')
  await expect(desk.getByText('Name is required')).toHaveCount(0)

  await desk.locator(`[data-field="${fields[0]}"]`).click()
  await desk.getByLabel('Custom ID').fill('customer_signature')
  await desk.keyboard.press('Tab')
  await expect
    .poll(async () => {
      const { view } = await viewOf(account, pack)
      return [view.settings.methods, view.signatories[0]!.name, view.fields[fields[0]!]!.customId]
    })
    .toEqual([{ drawn: false, typed: false, uploaded: true }, 'Anna Okafor-Lind', 'customer_signature'])
})

test('a part of the panel that was closed stays closed, and opens for a problem inside it', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Parts of the panel', ['Anna Okafor'], [SIGNATURE])
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { cc_recipients: [{ uuid: newId(), name: 'Archive', email: 'archive' }] },
  })
  await open(desk, server.url, pack)
  const part = (name: string) => desk.locator('details', { has: desk.getByRole('heading', { name, exact: true }) })
  await part('Copy recipients').locator('summary').focus()
  await desk.keyboard.press('Enter')
  await part('Signed file').locator('summary').click()
  await expect(desk.getByLabel('Append audit trail')).toBeHidden()

  await desk.reload()
  await expect(part('How it is signed')).toHaveAttribute('open')
  for (const name of ['Copy recipients', 'Signed file']) await expect(part(name)).not.toHaveAttribute('open')
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Show the document' }).click()
  await expect(part('Copy recipients').locator('input[type="email"]')).toBeFocused()
})

test('[D-526 D-527 D-558] saves of a document go out one at a time, the later edits after the first is answered, and again where the connection fails', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Saved in turn', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  const names: string[] = []
  const answered = Promise.withResolvers<void>()
  let under = 0
  let most = 0
  await desk.route('**/update_document', async (route) => {
    names.push(route.request().postDataJSON().data.document_name)
    under++
    most = Math.max(most, under)
    if (names.length === 1) await answered.promise
    under--
    return names.length === 2 ? route.abort('connectionreset') : route.continue()
  })
  const name = desk.getByRole('textbox', { name: 'Document name' }).first()
  const rename = async (to: string) => {
    await name.fill(to)
    await name.press('Enter')
  }
  await rename('First')
  await expect.poll(() => names).toEqual(['First'])
  await expect(desk.locator('header').getByText('Saving changes...', { exact: true })).toBeVisible()
  await rename('Second')
  await rename('Third')
  answered.resolve()
  await expect.poll(async () => (await viewOf(account, pack)).view.name).toBe('Third')
  await expect(desk.locator('header').getByText('Saved', { exact: true })).toBeVisible()
  expect([most, names.at(-1), names.length]).toEqual([1, 'Third', 3])
  await expect(desk.getByRole('alert')).toHaveCount(0)
})

test('[D-534 S-316] a refused save of the document is undone, and the server’s words are shown', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Kept as it was', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  const refusal = { success: false, code: 'refused-here', message: 'The mill stands still today.' }
  await desk.route('**/update_document', (route) => route.fulfill({ status: 409, json: refusal }))
  const name = desk.getByRole('textbox', { name: 'Document name' }).first()
  await name.fill('Renamed in vain')
  await name.press('Enter')
  await expectMessage(desk, 'danger', `A change to the document was not saved. ${refusal.message}`)
  await expect(name).toHaveValue('Kept as it was')
  expect((await viewOf(account, pack)).view.name).toBe('Kept as it was')
})

test('[D-234 D-240 D-542] a request waits for what is still to be saved; refused, the server’s words are said and it stays in setup', async ({
  desk,
  server,
  account,
}) => {
  const { pack, fields } = await prepared(account, 'Asked too early', ['Anna Okafor'], [SIGNATURE])
  await open(desk, server.url, pack)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const calls: string[] = []
  await desk.route(/add_update_data_field/, async (route) => {
    await held
    calls.push('save')
    await route.continue()
  })
  await desk.route(/update_document\?/, async (route) => {
    calls.push('request')
    await route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'The mill stands still today.' } })
  })
  await desk.locator(`[data-field="${fields[0]}"]`).focus()
  await desk.keyboard.press('Shift+ArrowRight')
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Request signatures' })
  await sheet.getByRole('button', { name: 'Request signatures' }).click()
  await expect(sheet.getByRole('button', { name: 'Request signatures' })).toHaveAttribute('data-loading', 'true')
  expect(calls).toEqual([])
  letGo()
  await expectMessage(desk, 'danger', 'The mill stands still today.')
  expect(calls).toEqual(['save', 'request'])
  const { view } = await viewOf(account, pack)
  expect(view.status).toBe('setup')
  expect(view.fields[fields[0]!]!.x).toBe(82_000)
  await expect(sheet.getByRole('button', { name: 'Request signatures' })).toBeEnabled()
})

test('[D-434] a member who may not unlock sees why, and it stays locked', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Under lock and key', ['Anna Okafor'], [SIGNATURE])
  await account.post(`/app/documents/${pack}/update_document`, { data: { data_fields_locked: true } })
  await desk.route('**/app/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    for (const workspace of session.user_accounts) {
      // An administrator may do everything.
      workspace.is_admin = false
      workspace.permissions = workspace.permissions.filter((each: string) => each !== 'can_lock_and_unlock_fields')
    }
    await route.fulfill({ response, json: session })
  })
  await open(desk, server.url, pack)
  const lock = desk.getByRole('switch', { name: 'Lock the fields' })
  await expect(lock).toBeChecked()
  await desk.getByText('Lock the fields').click()
  await expect(desk.getByText('Document is currently locked. You do not have permission to unlock it.')).toBeVisible()
  await expect(lock).toBeChecked()
  expect((await viewOf(account, pack)).view.settings.fieldsLocked).toBe(true)
})
