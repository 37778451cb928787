import type { Page } from 'playwright/test'
import { type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { badLine } from './support/bad-line.ts'
import { becomes, test } from './support/desk.ts'
import { expect } from './support/server.ts'
import { turns } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Document name' }).first()
const fields = (page: Page) => page.locator('[data-field]')

async function opens(page: Page, url: string, pack: string): Promise<void> {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
}
async function renames(page: Page, name: string): Promise<void> {
  await nameOf(page).fill(name)
  await page.keyboard.press('Enter')
  await nameOf(page).blur()
}

test('of two who change the same thing the later one is kept, both see it, and each takes back only what is their own', async ({
  desk,
  window,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Named by two', ['Anna Okafor'], [SIGNATURE])
  const other = await window()
  for (const page of [desk, other]) await opens(page, server.url, pack)
  await renames(desk, 'Heron lease')
  await expect(nameOf(other)).toHaveValue('Heron lease')
  await renames(other, 'Heron sublease')
  await expect(nameOf(desk)).toHaveValue('Heron sublease')
  // What the first would take back is no longer theirs.
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('Somebody has changed this since, so it was not undone.')).toBeVisible()
  await expect(nameOf(desk)).toHaveValue('Heron sublease')
  await other.getByRole('button', { name: 'Undo' }).click()
  for (const page of [desk, other]) await expect(nameOf(page)).toHaveValue('Heron lease')
  await expect.poll(async () => (await viewOf(account, pack)).view.name).toBe('Heron lease')
})

test('leaving a field in which one typed earlier does not overwrite a later change of somebody else', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Left with the cursor in it', ['Anna Okafor'], [SIGNATURE])
  await opens(desk, server.url, pack)
  const held = async () => (await viewOf(account, pack)).view.name
  await nameOf(desk).fill('Heron lease')
  await expect.poll(held).toBe('Heron lease')
  await account.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Heron sublease' } })
  await expect(desk.getByRole('tab', { name: 'Heron sublease' }).or(desk.getByText('Heron sublease')).first()).toBeVisible()
  await nameOf(desk).press('Shift+Tab')
  await expect(nameOf(desk)).toHaveValue('Heron sublease')
  await expect(desk.locator('header').getByText('Saved', { exact: true })).toBeVisible()
  expect(await held()).toBe('Heron sublease')
  await nameOf(desk).press('End')
  await nameOf(desk).pressSequentially(' II')
  await nameOf(desk).blur()
  await expect.poll(held).toBe('Heron sublease II')
})

test('correcting an address leaves the number as somebody else has corrected it meanwhile', async ({ desk, server, account }) => {
  const { pack, signers } = await sent(account, 'Corrected by two', ['Anna Okafor'], [SIGNATURE])
  const signer = async () => (await viewOf(account, pack)).view.signatories[0]!
  const corrects = (data: object) =>
    account.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: signers[0], ...data } })
  await corrects({ mobile_number: '+27821234567' })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Actions for Anna Okafor' }).click()
  await desk.getByRole('menuitem', { name: 'Correct the address' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Correct the address of Anna Okafor' })
  await dialog.getByLabel('Email').fill('anna.okafor@example.com')
  await corrects({ mobile_number: '+27827654321' })
  await dialog.getByRole('button', { name: 'Save and send again' }).click()
  await expect(desk.getByText('The address is corrected and a new request is being sent.')).toBeVisible()
  expect(await signer()).toMatchObject({ email: 'anna.okafor@example.com', mobile: '+27827654321' })
})

test('a field that one deletes while another without a line moves it is gone for both, and the other sees which change was not saved', async ({
  browser,
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Deleted while moved', ['Anna Okafor'], [SIGNATURE])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await becomes(context, server.url, account)
  // Nothing comes through, neither saves nor news.
  let cut = false
  await context.routeWebSocket(/\/live/, (socket) => (cut ? socket.close() : void socket.connectToServer()))
  const line = await badLine(context)
  const away = await context.newPage()
  for (const page of [desk, away]) await opens(page, server.url, pack)
  line.becomes('cut')
  cut = true
  await fields(away).first().focus()
  await away.keyboard.press('Shift+ArrowDown')
  await expect(away.getByText(/Offline: 1 change waits/)).toBeVisible({ timeout: 30_000 })
  await fields(desk).first().focus()
  await desk.keyboard.press('Delete')
  await expect.poll(async () => Object.values((await viewOf(account, pack)).view.fields).filter(({ removed }) => !removed)).toEqual([])
  line.becomes('fine')
  cut = false
  await expect(away.getByText(/A change to “[^”]*” was not saved\./)).toBeVisible({ timeout: 30_000 })
  for (const page of [desk, away]) {
    await expect(fields(page)).toHaveCount(0)
    await expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible()
  }
  await context.close()
})

test('a member with the document open sees that it was sent, reverted or deleted elsewhere, and follows', async ({
  desk,
  server,
  account,
}) => {
  const { pack, signers } = await prepared(account, 'Sent behind the back', ['Anna Okafor'], [SIGNATURE])
  await opens(desk, server.url, pack)
  await account.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: signers[0], name: 'Bela Moreau' } })
  await desk
    .getByRole('tab', { name: 'Signers' })
    .or(desk.getByRole('button', { name: 'Signers' }))
    .first()
    .click()
  await expect(desk.getByText('Bela Moreau').or(desk.locator('input[value="Bela Moreau"]')).first()).toBeVisible()

  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await expect(desk.getByText('Signatures were requested. The document can no longer be changed.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Cancel requests' })).toBeVisible()
  await turns(account, pack, 'setup')
  await expect(fields(desk)).toHaveCount(1)
  await account.get(`/app/documents/${pack}/delete_document`)
  await expect(desk.getByText('This document was moved to the trash.')).toBeVisible()
})
