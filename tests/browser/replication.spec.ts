import type { Page } from 'playwright/test'
import { plainBytes } from '../pdf/support/files.ts'
import { linkOf, type PreparedField, prepared, uploaded, viewOf } from '../support/prepared.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { begins } from './support/signer.ts'

type Account = Parameters<typeof prepared>[0]

const at = (row: number, more: object = {}) => ({ x: 60, y: 80 + 50 * row, width: 220, height: 26, ...more })
const text = (row: number, signer: number, label: string, customId: string): PreparedField => ({
  type: 'text',
  ...at(row),
  signer,
  custom_id: customId,
  label,
})
const tick = (row: number, signer: number, label: string): PreparedField => ({
  type: 'check',
  ...at(row, { width: 20, height: 20 }),
  signer,
  custom_id: 'terms',
  label,
})

async function openEditor(desk: Page, url: string, pack: string): Promise<void> {
  await desk.goto(`${url}/#documents/${pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
}
const held = async (account: Account, pack: string, ...fields: readonly string[]) => {
  const { view } = await viewOf(account, pack)
  return fields.map((field) => view.fields[field]!.value)
}
const synced = (page: Page) => page.getByRole('note', { name: 'Synced fields' })
const onPage = (page: Page, field: string) => page.locator(`[data-field="${field}"]`)

/** An annex in the same pack, with one more field. */
async function annexed(
  account: Account,
  pack: string,
  name: string,
  pages: number,
  field?: PreparedField,
  signer?: string,
): Promise<string> {
  const { document } = await uploaded(account, name, await plainBytes(pages), pack)
  if (!field) return document
  const uuid = crypto.randomUUID()
  const { signer: _, ...record } = field
  await account.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [{ uuid, document_key: document, page: 0, ...record, signatory_uuid: signer }],
  })
  return uuid
}
async function goesOut(account: Account, pack: string): Promise<void> {
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
}

test('[D-030 D-111 D-155] a value goes into the fields of its document with the same id and into no other, an alert says so, and each says where it came from', async ({
  desk,
  server,
  account,
  browser,
}) => {
  const made = await prepared(
    account,
    'Lease of the kiln',
    ['Wanda Kilner', 'Xaver Ofen'],
    [
      text(0, 0, 'Full name', 'tenant'),
      text(1, 0, 'Name again', 'tenant'),
      text(2, 1, 'Name for Xaver', 'tenant'),
      text(3, 0, 'Something else', 'other'),
    ],
  )
  const { pack, signers } = made
  const [name, again, theirs, other] = made.fields as [string, string, string, string]
  const far = await annexed(account, pack, 'Kiln annex', 1, text(0, 0, 'Name in the annex', 'tenant'), signers[0])
  await openEditor(desk, server.url, pack)
  await onPage(desk, name).click()
  await expect(synced(desk)).toHaveCount(0)
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  await expect(desk.getByRole('switch', { name: 'Copy ticks too' })).toBeDisabled()
  await desk.getByRole('switch', { name: 'Copy values within a document' }).press('Space')
  await onPage(desk, again).click()
  await expect(synced(desk)).toContainText(
    'Synced with 2 other fields: Full name (page 1 · Lease of the kiln), Name for Xaver (page 1 · Lease of the kiln). An entry here is copied there, where its signer reads it.',
  )
  await looksRight(desk, 'editor-synced')
  await expect.poll(async () => (await viewOf(account, pack)).view.settings.valueReplication).toBe(true)

  await goesOut(account, pack)
  const seat = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })).newPage()
  await begins(seat, await linkOf(account, pack, signers[0]!))
  await expect(synced(seat)).toContainText('Synced with 2 other fields')
  await seat.getByRole('textbox', { name: 'Full name' }).fill('Wanda')
  await expect(onPage(seat, again)).toContainText('Wanda')
  await expect(onPage(seat, again)).toHaveAccessibleName(/, Filled from Full name \(page 1 · Lease of the kiln\)$/)
  // She reads what she entered herself, wherever it stands.
  await expect(onPage(seat, theirs)).toContainText('Wanda')
  await onPage(seat, again).click()
  await expect(synced(seat)).toContainText('Filled from Full name (page 1 · Lease of the kiln)')
  await looksRight(seat, 'signing-synced')
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[theirs]!.filledFrom).toBe(name)
  const { view } = await viewOf(account, pack)
  expect([view.fields[far]!.value, view.fields[other]!.value]).toEqual([null, null])
  await seat.setViewportSize({ width: 390, height: 844 })
  await looksRight(seat, 'signing-synced-phone')
  await seat.context().close()
})

test('[D-156] a value goes into the fields of the other documents with the same id, and within its own only by the other setting', async ({
  desk,
  server,
  account,
}) => {
  const made = await prepared(
    account,
    'Lease of the quarry',
    ['Yrsa Stein'],
    [text(0, 0, 'Quarry name', 'owner'), text(1, 0, 'Quarry name again', 'owner')],
  )
  const { pack, signers } = made
  const [name, again] = made.fields as [string, string]
  const far = await annexed(account, pack, 'Quarry annex', 1, text(0, 0, 'Quarry name in the annex', 'owner'), signers[0])
  await openEditor(desk, server.url, pack)
  await desk.getByRole('tab', { name: 'Document', exact: true }).click()
  await desk.getByRole('switch', { name: 'Copy values across documents' }).press('Space')
  await expect.poll(async () => (await viewOf(account, pack)).view.settings.replicationAcrossDocuments).toBe(true)
  await goesOut(account, pack)
  await desk.context().clearCookies()
  await begins(desk, await linkOf(account, pack, signers[0]!))
  await desk.getByRole('textbox', { name: 'Quarry name', exact: true }).fill('Yrsa')
  await expect(onPage(desk, name)).toContainText('Yrsa')
  await expect(onPage(desk, again)).not.toContainText('Yrsa')
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[far]!.filledFrom).toBe(name)
  expect(await held(account, pack, again)).toEqual([null])
})

test('[D-157] ticks are copied where their setting is on, and nowhere where it is off', async ({ page, account }) => {
  const ticked = async (name: string, more: object) => {
    const made = await prepared(
      account,
      name,
      ['Zora Haken'],
      [tick(0, 0, 'Terms'), tick(1, 0, 'Terms again'), text(2, 0, 'Remark', 'remark'), text(3, 0, 'Remark again', 'remark')],
    )
    await account.post(`/app/documents/${made.pack}/update_document`, { data: { use_data_field_value_replication: true, ...more } })
    await goesOut(account, made.pack)
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    await page.getByRole('checkbox', { name: 'Tick “Terms”', exact: true }).check()
    await expect.poll(() => held(account, made.pack, made.fields[0]!)).not.toEqual([null])
    const { view } = await viewOf(account, made.pack)
    return view.fields[made.fields[1]!]!.filledFrom === made.fields[0]
  }
  expect(await ticked('Ticks apart', {})).toBe(false)
  expect(await ticked('Ticks together', { use_checkbox_value_replication: true })).toBe(true)
})

test('[D-445 D-560 D-561 D-562] fields are repeated in the other documents, as one step and by those who may; missing pages and overlaps are skipped and said', async ({
  desk,
  server,
  account,
  window,
}) => {
  const made = await prepared(
    account,
    'Sale of the barge',
    ['Ulla Schute'],
    [text(0, 0, 'Barge', 'barge'), { ...text(0, 0, 'Berth', 'berth'), page: 1 }],
  )
  const { pack } = made
  const [barge, berth] = made.fields as [string, string]
  await annexed(account, pack, 'Barge inventory', 2)
  await annexed(account, pack, 'Barge receipt', 1)
  await openEditor(desk, server.url, pack)
  const repeat = desk.getByRole('button', { name: 'Repeat in other documents' })
  const count = async () => Object.values((await viewOf(account, pack)).view.fields).filter(({ removed }) => !removed).length
  await onPage(desk, barge).click()
  await repeat.click()
  await expectMessage(desk, 'success', 'Fields have been replicated!')
  await expect.poll(count).toBe(4)
  await desk.keyboard.press('ControlOrMeta+z')
  await expect.poll(count).toBe(2)
  await desk.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(count).toBe(4)

  await onPage(desk, barge).click()
  await repeat.click()
  await expectMessage(desk, 'warning', 'Some fields were going to overlap others, so we skipped those...')
  await expect.poll(count).toBe(4)
  await desk.getByRole('button', { name: 'Page 2', exact: true }).click()
  await onPage(desk, berth).click()
  await repeat.click()
  await expectMessage(desk, 'warning', "There are some documents that don't have a corresponding page, so we skipped those...")
  await expect.poll(count).toBe(5)
  await looksRight(desk, 'editor-repeated')

  const ortrud = await colleague(server, account, 'Ortrud', 'Barge')
  const team = `/app/accounts/${await workspaceOf(account)}`
  const { user_accounts } = await account.get<{ user_accounts: { key: string; user: { full_name: string } }[] }>(`${team}/user_accounts`)
  const { key } = user_accounts.find(({ user }) => user.full_name === 'Ortrud Barge')!
  const permissions = { document_permissions: { can_repeat_fields_across_documents: false } }
  await account.post(`${team}/update_user_account_permissions`, { data: { user_account_key: key, permissions } })
  const theirs = await window(ortrud)
  await openEditor(theirs, server.url, pack)
  await onPage(theirs, barge).click()
  await expect(theirs.getByRole('button', { name: 'Duplicate', exact: true })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Repeat in other documents' })).toHaveCount(0)
})
