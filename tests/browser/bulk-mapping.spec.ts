import type { Page } from 'playwright/test'
import type { Client } from '../../cli/demo/client.ts'
import { type PreparedField, prepared } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { counting, standStill } from './support/still.ts'

const FIELDS: readonly PreparedField[] = [
  { type: 'signature', x: 72, y: 300, width: 160, height: 48, signer: 0, required: true },
  { type: 'text', x: 72, y: 120, width: 200, height: 24, signer: 'self', custom_id: 'fee', required: true },
  { type: 'text', x: 72, y: 180, width: 200, height: 24, signer: 'self', custom_id: 'site', required: false },
]
const COLUMNS = ['name', 'email', 'fee', 'site'].map((name) => ({ name, type: 'text' }))
const ROWS = [
  ['Lena Marsh', 'lena@harrowmill.example', '1 980', 'Harrow Mill School'],
  ['عمر خالد', 'omar@site.example', '22', 'Second site'],
]

/** A bulk send with a template; the columns and rows of its list are answered here. */
async function mappingOf(desk: Page, server: { readonly url: string }, account: Client): Promise<string> {
  const source = await prepared(account, 'Care plan renewal', ['Blank'], FIELDS)
  const { document } = await account.get<{ document: { key: string } }>(`/app/documents/${source.pack}/convert_to_template`)
  const { recipient_data: list } = await account.post<{ recipient_data: { key: string } }>(
    '/app/recipient_datas/add_update_recipient_data',
    { data: { key: 'new', description: 'Customers' } },
  )
  const { bulk_send } = await account.post<{ bulk_send: { key: string } }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Spring', template_key: document.key, recipient_data_key: list.key },
  })
  await desk.route('**/document_mapping/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), columns: COLUMNS } })
  })
  await desk.route(`**/bulk_sends/${bulk_send.key}/rows*`, (route) =>
    route.fulfill({
      json: { success: true, rows: ROWS.map((values, at) => ({ number: at + 2, values })), count: ROWS.length, cursor: null },
    }),
  )
  await desk.goto(`${server.url}/#bulk_sends/${bulk_send.key}`)
  await section(desk, 'Set up template').click()
  return `/app/bulk_sends/${bulk_send.key}/document_mapping/${document.key}`
}
const section = (desk: Page, name: string) => desk.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name })
const saved = async (account: Client, at: string) =>
  (
    await account.get<{
      bulk_send_document_mapping: {
        user_defined_attributes: object[]
        subject: string
        data_fields: { data: string }[]
        signatories: { email: string }[]
      }
    }>(at)
  ).bulk_send_document_mapping

test('[W-054 W-055] the toggle leads from design to preview and back, and the preview shows the pages of each row', async ({
  desk,
  server,
  account,
}) => {
  await mappingOf(desk, server, account)
  const toPreview = desk.getByRole('button', { name: 'switch to preview mode', exact: true })
  const toDesign = desk.getByRole('button', { name: 'switch to design mode', exact: true })
  await desk.getByRole('combobox', { name: 'fee' }).fill('{{fee}}')
  await expect(desk.getByRole('button', { name: 'fee, {{fee}}' })).toBeVisible()
  await toPreview.click()
  await expect(toPreview).toHaveCount(0)
  await expect(desk.getByRole('button', { name: 'fee, 1 980' })).toBeVisible()
  await expect(desk.getByText('Row 1 of 2')).toBeVisible()
  await desk.getByRole('button', { name: 'Next row' }).click()
  await expect(desk.getByRole('button', { name: 'fee, 22' })).toBeVisible()
  await expect(desk.getByText('Row 2 of 2')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Next row' })).toBeDisabled()
  await looksRight(desk, 'bulk-mapping-preview')
  await toDesign.click()
  await expect(toDesign).toHaveCount(0)
  await expect(desk.getByRole('button', { name: 'fee, {{fee}}' })).toBeVisible()
})

test('[W-056 W-132 W-195 W-196 W-197] mapping from column names asks first, replaces everything or nothing, and is saved', async ({
  desk,
  server,
  account,
}) => {
  const at = await mappingOf(desk, server, account)
  await expect(desk.getByText('Required field fee, has no data or mapping').first()).toBeVisible()
  await desk.getByRole('combobox', { name: 'site' }).fill('Everywhere')
  await expect.poll(async () => (await saved(account, at)).data_fields.map(({ data }) => data)).toEqual(['Everywhere'])
  await desk.getByText('Document name, Subject, Message').click()
  const subject = desk.getByRole('combobox', { name: 'Subject' })
  await subject.fill('By hand')
  await expect.poll(async () => (await saved(account, at)).subject).toBe('By hand')
  const ask = () => desk.getByRole('button', { name: 'Map from column names' }).click()
  const question = desk
    .getByRole('dialog')
    .getByText('Any existing mappings for this bulk send configuration will be replaced. Proceed?', { exact: true })
  await ask()
  await expect(question).toBeVisible()
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(desk.getByRole('combobox', { name: 'site' })).toHaveValue('Everywhere')
  await expect(subject).toHaveValue('By hand')
  await expect(desk.getByRole('combobox', { name: 'fee' })).toHaveValue('')
  await ask()
  await desk.getByRole('dialog').getByRole('button', { name: 'Proceed' }).click()
  await expect(desk.getByRole('combobox', { name: 'site' })).toHaveValue('{{site}}')
  await expect(desk.getByRole('combobox', { name: 'fee' })).toHaveValue('{{fee}}')
  await expect(desk.getByText('Required field fee, has no data or mapping')).toHaveCount(0)
  await expect.poll(async () => (await saved(account, at)).data_fields.map(({ data }) => data)).toEqual(['{{fee}}', '{{site}}'])
  await expect(subject).toHaveValue('')
  expect((await saved(account, at)).subject).toBe('')
  await looksRight(desk, 'bulk-mapping-design')
})

test('a column is dragged onto a field, and chosen by keyboard', async ({ desk, server, account }) => {
  const at = await mappingOf(desk, server, account)
  const columns = desk.getByRole('region', { name: 'Columns' })
  await columns.getByText('site', { exact: true }).dragTo(desk.getByRole('button', { name: 'site, not mapped' }))
  await expect(desk.getByRole('combobox', { name: 'site' })).toHaveValue('{{site}}')
  await desk.getByRole('button', { name: 'fee, not mapped' }).press('Enter')
  const fee = desk.getByRole('combobox', { name: 'fee' })
  await expect(fee).toBeFocused()
  await fee.pressSequentially('fe')
  await fee.press('ArrowDown')
  await fee.press('Enter')
  await expect(fee).toHaveValue('{{fee}}')
  await expect.poll(async () => (await saved(account, at)).data_fields.length).toBe(2)
})

test('[W-290 W-293] what is typed is saved 250 ms after the last change, a column that is dropped after 1 ms', async ({
  desk,
  server,
  account,
}) => {
  const asked = await counting(desk)
  await desk.clock.install()
  const at = await mappingOf(desk, server, account)
  const site = desk.getByRole('combobox', { name: 'site' })
  await expect(site).toBeVisible()
  await expect(desk.getByRole('button', { name: 'fee, not mapped' })).toBeVisible()
  await standStill(desk)
  const saves = () => asked('POST', new RegExp(`${at}$`))
  await site.fill('Her')
  await desk.clock.runFor(249)
  await site.fill('Here')
  await desk.clock.runFor(249)
  expect(await saves()).toBe(0)
  await desk.clock.runFor(1)
  expect(await saves()).toBe(1)
  await desk
    .getByRole('region', { name: 'Columns' })
    .getByText('fee', { exact: true })
    .dragTo(desk.getByRole('button', { name: 'fee, not mapped' }))
  await expect(desk.getByRole('combobox', { name: 'fee' })).toHaveValue('{{fee}}')
  expect(await saves()).toBe(1)
  await expect.poll(async () => (await saved(account, at)).data_fields.map(({ data }) => data)).toEqual(['Here'])
  await desk.clock.runFor(1)
  await expect.poll(async () => (await saved(account, at)).data_fields.map(({ data }) => data)).toEqual(['Here', '{{fee}}'])
  expect(await saves()).toBe(2)
})

test('what the mapping gives to something that the template has lost is said, and removed with one press', async ({
  desk,
  server,
  account,
}) => {
  const at = await mappingOf(desk, server, account)
  await account.post(at, { data: { user_defined_attributes: [{ user_defined_attribute_id: 'Region', value: '{{site}}' }] } })
  await desk.reload()
  await section(desk, 'Set up template').click()
  const lost = 'The template no longer has “Region”, to which the mapping gives a value. Give it to something else, or remove it.'
  const said = desk.getByRole('listitem').filter({ hasText: lost })
  await expect(said).toBeVisible()
  await looksRight(desk, 'bulk-mapping-lost')
  await said.getByRole('button', { name: `Remove what is mapped there: ${lost}` }).click()
  await expect(said).toHaveCount(0)
  await expect.poll(async () => (await saved(account, at)).user_defined_attributes).toEqual([])
})

test('[W-296] the preview is marked for 5 s once it shows another row', async ({ desk, server, account }) => {
  await desk.clock.install()
  await mappingOf(desk, server, account)
  await desk.getByRole('button', { name: 'switch to preview mode', exact: true }).click()
  await expect(desk.getByText('Row 1 of 2')).toBeVisible()
  await standStill(desk)
  await desk.clock.runFor(5_000)
  const marked = desk.locator('[data-mode="preview"][data-flash]')
  await expect(marked).toHaveCount(0)
  await desk.getByRole('button', { name: 'Next row' }).click()
  await expect(marked).toHaveCount(1)
  await desk.clock.runFor(4_999)
  await expect(marked).toHaveCount(1)
  await desk.clock.runFor(1)
  await expect(marked).toHaveCount(0)
})

test('[W-263] a mapping that is not saved says so, and stays on the screen', async ({ desk, server, account }) => {
  const at = await mappingOf(desk, server, account)
  await desk.getByRole('combobox', { name: 'site' }).fill('Saved')
  await expect.poll(async () => (await saved(account, at)).data_fields.map(({ data }) => data)).toEqual(['Saved'])
  await expect(desk.getByRole('status').filter({ hasText: 'Saved' }).last()).toBeVisible()
  await expect(desk.getByRole('alert')).toHaveCount(0)
  await desk.route(`**${at}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await desk.getByRole('combobox', { name: 'site' }).fill('Kept')
  await expectMessage(desk, 'danger', 'An error occurred while updating mapping.')
  await expect(desk.getByRole('combobox', { name: 'site' })).toHaveValue('Kept')
})

test('the mapping fits a phone, and says what it waits for and what failed', { tag: '@long' }, async ({ desk, server, account }) => {
  await desk.setViewportSize({ width: 390, height: 844 })
  await mappingOf(desk, server, account)
  await expect(desk.getByRole('combobox', { name: 'fee' })).toBeVisible()
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await looksRight(desk, 'bulk-mapping-phone')
  await desk.unroute('**/document_mapping/*')
  await desk.route('**/document_mapping/*', (route) => route.fulfill({ status: 500, json: {} }))
  await desk.reload()
  await section(desk, 'Set up template').click()
  await expect(desk.getByText('The template and its mapping could not be loaded.')).toBeVisible()
  await desk.unroute('**/document_mapping/*')
  await desk
    .getByRole('button', { name: /try again|retry/i })
    .first()
    .click()
  await expect(desk.getByRole('combobox', { name: 'fee' })).toBeVisible()
})

test('the report says how many rows have problems, which, and what changed since', async ({ desk, server, account }) => {
  let report: object | null = null
  await desk.route('**/dry_run', (route) => {
    if (route.request().method() === 'POST') report = { ...REPORT, state: 'running', checked: 500 }
    return route.fulfill({ json: { success: true, dry_run: report } })
  })
  await desk.route('**/dry_run/rows*', (route) =>
    route.fulfill({ json: { success: true, rows: PROBLEMS, cursor: null, left_out: [], list: null } }),
  )
  await mappingOf(desk, server, account)
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Check all rows' }).click()
  await expect(desk.getByText('500 of 10,000 rows checked')).toBeVisible()
  report = { ...REPORT, changed: ['list', 'mapping'] }
  await expect(desk.getByText('2 of 10,000 rows have problems')).toBeVisible()
  await expect(desk.getByText('Changed since the check: the list, the mapping. Check again.')).toBeVisible()
  const table = desk.getByRole('region', { name: 'Rows with problems' })
  await expect(table.getByRole('rowheader')).toHaveText(['381', '7000', '12'])
  await expect(table.getByText('Name is required')).toBeVisible()
  await table.scrollIntoViewIfNeeded()
  await looksRight(desk, 'bulk-dry-run')
})

const REPORT = {
  key: '01900000-0000-7000-8000-0000000000a1',
  state: 'done',
  message: null,
  rows: 10_000,
  checked: 10_000,
  with_problems: 2,
  with_warnings: 1,
  kinds: [
    { code: 'name-required', message: 'Name is required', rows: 1 },
    { code: 'linked-email-invalid', message: 'Not a valid email address in linked data', rows: 1 },
  ],
  date_asked: '2026-03-10T08:51:00.000Z',
  date_ended: '2026-03-10T08:51:09.000Z',
  left_out: 0,
  changed: [],
}
const problemAt = (message: string) => ({ code: 'c', message, at: null })
const AS_CHECKED = { corrected: false, left_out: false }
const PROBLEMS = [
  { number: 381, is_warning: false, problems: [problemAt('Name is required')], values: ['', 'lena@b.example', '1 980'], ...AS_CHECKED },
  {
    number: 7_000,
    is_warning: false,
    problems: [problemAt('Not a valid email address in linked data')],
    values: ['Omar', 'omar', ''],
    ...AS_CHECKED,
  },
  { number: 12, is_warning: true, problems: [problemAt('Row 2 has the same address')], values: null, ...AS_CHECKED },
]
