import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright/test'
import type { DryRunRecord } from '#contract/bulk-mapping'
import type { BulkSendRecord } from '#contract/bulk-sends'
import type { Client } from '../../cli/demo/client.ts'
import { checked } from '../support/bulk-send.ts'
import { prepared } from '../support/prepared.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { openList, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { counting, standStill } from './support/still.ts'

const KEY = '01900000-0000-7000-8000-0000000000b5'
const [OTHER, NEW] = ['01900000-0000-7000-8000-0000000000b6', '01900000-0000-7000-8000-0000000000b7']
const [LIST, TEMPLATE] = ['01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000a2']
const SETUP: BulkSendRecord = {
  key: KEY,
  description: 'Care plan renewals, spring',
  bulk_send_type: 'create_and_send',
  template_key: TEMPLATE,
  recipient_data_key: LIST,
  filter: [],
  status: 'setup',
  paused_because: null,
  archived: false,
  when_to_run: null,
  most_recent_run_date: null,
  per_hour: null,
  number_of_documents: 381,
  number_of_documents_created: 0,
  number_of_documents_completed: 0,
  number_of_documents_awaiting_signature: 0,
  number_of_documents_failed: 0,
  undone: false,
  report: null,
  can_be_changed: true,
  can_remind: false,
  created_by: KEY,
  date_created: '2026-03-10T08:51:00.000Z',
  date_updated: '2026-03-10T08:51:00.000Z',
}
const ACTIVE: BulkSendRecord = {
  ...SETUP,
  status: 'active',
  most_recent_run_date: '2026-03-10T08:55:00.000Z',
  number_of_documents_created: 267,
  number_of_documents_awaiting_signature: 146,
  number_of_documents_completed: 118,
  number_of_documents_failed: 1,
}
const FAILED = [
  {
    row: 88,
    because: 'invalid',
    code: 'linked-email-invalid',
    message: 'Not a valid email address in linked data',
    date_created: SETUP.date_created,
  },
]

const REPORT: DryRunRecord = {
  key: '01900000-0000-7000-8000-0000000000d1',
  state: 'done',
  message: null,
  rows: 381,
  checked: 381,
  with_problems: 0,
  with_warnings: 0,
  kinds: [],
  date_asked: SETUP.date_created,
  date_ended: SETUP.date_created,
  left_out: 0,
  changed: [],
}
const SIGNER = '01900000-0000-7000-8000-0000000000e1'
const FEE = '01900000-0000-7000-8000-0000000000e2'
const MAPPING = {
  success: true,
  bulk_send_document_mapping: { key: KEY, template_key: TEMPLATE },
  incomplete: [],
  template: { signatories: [{ uuid: SIGNER, role: 'Tenant' }], fields: { [FEE]: { type: 'text', customId: 'fee', label: '' } } },
  columns: [],
  dates: 'day-month',
  default_country: 'ZA',
}

/** A server that has this bulk send with a report of its check, and takes every change of it; answers what it was sent. */
async function serving(
  page: Page,
  first: BulkSendRecord,
  report: Partial<DryRunRecord> | null = {},
  mapping: object = {},
  others: readonly BulkSendRecord[] = [],
) {
  let held: BulkSendRecord[] = [first, ...others]
  const sent: Record<string, unknown>[] = []
  const one = (key: string | undefined) => {
    const bulk_send = held.find((each) => each.key === key)
    return bulk_send ? { success: true, bulk_send, failed_rows: bulk_send.number_of_documents_failed ? FAILED : [] } : { success: false }
  }
  await page.route(/\/app\/bulk_sends(\?.*)?$/, (route) => {
    const asked = new URL(route.request().url()).searchParams
    const all = held.filter((each) => each.archived === asked.has('archived'))
    const from = Number(asked.get('cursor') ?? 0)
    const to = from + Number(asked.get('limit') ?? all.length)
    return route.fulfill({ json: { success: true, bulk_sends: all.slice(from, to), cursor: to < all.length ? String(to) : null } })
  })
  await page.route(/\/app\/bulk_sends\/[^/]+$/, (route) => {
    const { pathname } = new URL(route.request().url())
    if (route.request().method() !== 'POST') return route.fulfill({ json: one(pathname.split('/').at(-1)) })
    const { key, ...change } = route.request().postDataJSON().data
    sent.push(change)
    if (key === 'new') held.push({ ...SETUP, ...change, key: NEW })
    else held = held.map((each) => (each.key === key ? { ...each, ...change } : each))
    return route.fulfill({ json: one(key === 'new' ? NEW : key) })
  })
  await page.route(/\/retry_row$/, (route) => {
    sent.push({ retried: route.request().postDataJSON().data })
    held = held.map((each) => ({ ...each, number_of_documents_failed: 0 }))
    return route.fulfill({ json: one(KEY) })
  })
  await page.route(/\/dry_run$/, (route) => route.fulfill({ json: { success: true, dry_run: report && { ...REPORT, ...report } } }))
  await page.route(/\/dry_run\/rows/, (route) =>
    route.fulfill({ json: { success: true, rows: [], cursor: null, left_out: [], list: null } }),
  )
  await page.route(/\/document_mapping\//, (route) => route.fulfill({ json: { ...MAPPING, ...mapping } }))
  await page.route(/\/app\/bulk_send_logs\//, (route) =>
    route.fulfill({
      json: {
        success: true,
        bulk_send_logs: route.request().url().includes('since')
          ? []
          : [
              {
                date_created: SETUP.date_created,
                code: 'BulkSendActivated',
                message: 'Activated for 381 rows',
                row: null,
                by: 'Mira Castell',
              },
            ],
      },
    }),
  )
  await page.route(/\/app\/recipient_datas$/, (route) =>
    route.fulfill({
      json: {
        success: true,
        recipient_datas: [
          {
            key: LIST,
            description: 'Care plan customers',
            number_of_rows: 1204,
            archived: false,
            field_names: ['contact_name', 'care_fee', 'renewal_date'],
            field_types: ['text', 'number', 'date'],
            decimal_sign: '.',
            date_order: 'day-month',
            date_created: SETUP.date_created,
            date_changed: SETUP.date_created,
          },
        ],
      },
    }),
  )
  return {
    sent,
    now: (next: Partial<BulkSendRecord>) => {
      held = held.map((each) => (each.key === first.key ? { ...each, ...next } : each))
    },
  }
}
const section = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name, exact: true })
/** This section alone is chosen, and its content shown. */
async function expectSection(page: Page, name: 'Choose clients' | 'Set up template' | 'Send' | 'Bulk send status'): Promise<void> {
  const chosen = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toHaveAccessibleName(name)
  await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible()
}
/** Presses “Save and activate” and waits until it has come to an end, with these words. */
async function refusedToActivate(page: Page, words: string): Promise<void> {
  const activate = page.getByRole('button', { name: 'Save and activate' })
  await activate.click()
  await expectMessage(page, 'danger', words)
  await expect(activate).toBeEnabled()
  await expect(page.getByRole('dialog', { name: 'Save and activate' })).toHaveCount(0)
}

test('[W-027 W-046 W-047 W-048 W-049 W-050 S-040] #bulk_sends lists bulk sends, adds one, and deletes one after its question', async ({
  desk,
  server,
}) => {
  const served = await serving(desk, SETUP, {}, {}, [{ ...SETUP, key: OTHER, description: 'Fire drills' }])
  const link = (name: string) => desk.getByRole('link', { name, exact: true })
  const question = desk.getByRole('dialog', { name: 'Delete bulk send' })
  const asks = question.getByText('Are you sure you want to delete this schedule?', { exact: true })
  await desk.goto(`${server.url}/#bulk_sends`)
  await expect(desk.getByRole('heading', { name: 'Bulk sends', level: 1 })).toBeVisible()
  await expect(link('Care plan renewals, spring')).toBeVisible()
  await expect(link('Fire drills')).toBeVisible()
  await looksRight(desk, 'bulk-sends')
  await desk.getByRole('button', { name: 'Delete Care plan renewals, spring' }).click()
  await expect(asks).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await desk.reload()
  await expect(link('Care plan renewals, spring')).toBeVisible()
  expect(served.sent).toEqual([])
  await desk.getByRole('button', { name: 'Delete Care plan renewals, spring' }).click()
  await expect(asks).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(link('Care plan renewals, spring')).toBeHidden()
  expect(served.sent).toEqual([{ archived: true }])
  await desk.reload()
  await expect(link('Fire drills')).toBeVisible()
  await expect(link('Care plan renewals, spring')).toBeHidden()
  await desk.getByRole('button', { name: 'Delete Fire drills' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByRole('heading', { name: 'No bulk sends yet' })).toBeVisible()
  await looksRight(desk, 'bulk-sends-empty')
  await desk.getByRole('button', { name: 'New bulk send' }).first().click()
  await expect(desk).toHaveURL(new RegExp(`#bulk_sends/${NEW}$`))
  expect(served.sent.at(-1)).toEqual({ description: '' })
})

test('#bulk_sends shows more of them on demand, and what others change of them at once', async ({ desk, server, account, window }) => {
  const many = Array.from({ length: 60 }, (_, n) => ({ ...SETUP, key: crypto.randomUUID(), description: `Renewals no. ${n + 1}` }))
  await serving(desk, many[0]!, {}, {}, many.slice(1))
  await desk.goto(`${server.url}/#bulk_sends`)
  const rows = (page: Page) => page.getByRole('row', { name: 'Renewals no.' })
  await expect(rows(desk)).toHaveCount(50)
  await desk.getByRole('button', { name: 'Show more' }).click()
  await expect(rows(desk)).toHaveCount(60)
  await expect(desk.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  const other = await window(account)
  await other.goto(`${server.url}/#bulk_sends`)
  await expect(other.getByRole('heading', { name: 'Bulk sends', level: 1 })).toBeVisible()
  const change = (data: object) =>
    account.post<{ bulk_send: BulkSendRecord }>('/app/bulk_sends/add_update_bulk_send', { data }).then(({ bulk_send }) => bulk_send.key)
  const key = await change({ key: 'new', description: 'Greta’s renewals' })
  const link = (name: string) => other.getByRole('link', { name, exact: true })
  await expect(link('Greta’s renewals')).toBeVisible()
  await change({ key, description: 'Greta’s other renewals' })
  await expect(link('Greta’s other renewals')).toBeVisible()
  await change({ key, archived: true })
  await expect(link('Greta’s other renewals')).toHaveCount(0)
})

test('[W-028 W-051 W-052 W-057 W-106 W-107 W-109 W-110 W-119 W-120 S-041] one bulk send is set up in three sections, with advanced settings that are shown and hidden', async ({
  desk,
  server,
}) => {
  const served = await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await expect(desk.getByLabel('Name of the bulk send')).toHaveValue('Care plan renewals, spring')
  const sections = desk.getByRole('navigation', { name: 'Sections' })
  const next = desk.getByRole('button', { name: 'Next', exact: true })
  const form = desk.getByRole('form', { name: 'Choose clients' })
  const whoMustSign = desk.getByRole('heading', { name: 'Who must sign' })
  await expect(sections.getByRole('listitem')).toHaveText(['1Choose clients', '2Set up template', '3Send'])
  await expectSection(desk, 'Choose clients')
  await expect(form).toBeVisible()
  const type = (words: string) => desk.getByRole('radio', { name: words, exact: true })
  await expect(type('Created and sent for signature automatically.')).toHaveValue('create_and_send')
  await expect(type('Created only (requests are manually sent).')).toHaveValue('create')
  await expect(desk.getByLabel('Documents an hour')).toBeHidden()
  await desk.getByRole('button', { name: 'Show advanced settings' }).click()
  await expect(desk.getByLabel('Documents an hour')).toBeVisible()
  await looksRight(desk, 'bulk-send-clients')
  await desk.getByRole('button', { name: 'Hide advanced settings' }).click()
  await expect(desk.getByLabel('Documents an hour')).toBeHidden()
  await next.click()
  await expectSection(desk, 'Set up template')
  await expect(form).toBeHidden()
  await expect(whoMustSign).toBeVisible()
  await looksRight(desk, 'bulk-send-template')
  await next.click()
  await expectSection(desk, 'Send')
  await expect(whoMustSign).toBeHidden()
  await expect(next).toBeHidden()
  await looksRight(desk, 'bulk-send-send')
  for (const status of ['active', 'paused'] as const) {
    served.now({ ...ACTIVE, status })
    await desk.reload()
    await expectSection(desk, 'Bulk send status')
    await section(desk, 'Choose clients').click()
    await expectSection(desk, 'Choose clients')
    await expect(form).toBeHidden()
    await section(desk, 'Set up template').click()
    await expectSection(desk, 'Set up template')
    await expect(whoMustSign).toBeHidden()
  }
})

test('[W-130 W-262] changes are saved by themselves, and a save that fails says so and shows what is stored', async ({ desk, server }) => {
  const served = await serving(desk, { ...SETUP, recipient_data_key: null })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await desk.getByLabel('Name of the bulk send').fill('Renewals, autumn')
  await expect.poll(() => served.sent.at(-1)).toEqual({ description: 'Renewals, autumn' })
  await desk.getByLabel('Created only (requests are manually sent).').check()
  await expect.poll(() => served.sent.at(-1)).toEqual({ bulk_send_type: 'create' })
  await desk.getByRole('combobox', { name: 'Recipient list' }).click()
  await desk.getByRole('option', { name: /Care plan customers/ }).click()
  await expect.poll(() => served.sent.at(-1)).toEqual({ recipient_data_key: LIST })
  await desk.getByRole('button', { name: 'Show advanced settings' }).click()
  await desk.getByLabel('Documents an hour').fill('60')
  await expect.poll(() => served.sent.at(-1)).toEqual({ per_hour: 60 })
  await desk.getByLabel('When it runs').fill('2030-01-02T09:00')
  const when = await desk.evaluate(() => new Date('2030-01-02T09:00').toISOString())
  await expect.poll(() => served.sent.at(-1)).toEqual({ when_to_run: when })

  await desk.route(/add_update_bulk_send/, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.getByLabel('Created and sent for signature automatically.').check()
  await expectMessage(desk, 'danger', 'An error occurred while adding/updating client source')
  await expect(desk.getByLabel('Created only (requests are manually sent).')).toBeChecked()
  await desk.goto(`${server.url}/#bulk_sends`)
  await desk.reload()
  await desk.getByRole('button', { name: 'New bulk send' }).first().click()
  await expectMessage(desk, 'danger', 'An error occurred while adding/updating client source')
})

test('[W-111 W-112] activation says that a template or a list is missing', async ({ desk, server }) => {
  const served = await serving(desk, { ...SETUP, template_key: null })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await refusedToActivate(desk, 'No template defined for this batch send')
  served.now({ template_key: TEMPLATE, recipient_data_key: null })
  await desk.reload()
  await section(desk, 'Send').click()
  await refusedToActivate(desk, 'No data chosen this batch send')
  expect(served.sent).toEqual([])
})

test('[W-053 W-100 W-104 W-105 W-115 W-116] activation asks before it sends, and a change of the status shows its section', async ({
  desk,
  server,
}) => {
  const served = await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  const question = desk.getByRole('dialog', { name: 'Save and activate' })
  const asks = 'You are about to send 381 signing requests. Please confirm you wish to continue.'
  await expect(question.getByText(asks, { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Save and activate' })).toBeEnabled()
  await expectSection(desk, 'Send')
  expect(served.sent).toEqual([])
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await question.getByRole('button', { name: 'Send 381 requests' }).click()
  await expectSection(desk, 'Bulk send status')
  expect(served.sent).toEqual([{ status: 'active', report: REPORT.key }])
  // Somebody else changes the status: the answer to the next save says so.
  for (const [status, shown] of [
    ['paused', 'Bulk send status'],
    ['setup', 'Choose clients'],
    ['active', 'Bulk send status'],
  ] as const) {
    await section(desk, 'Set up template').click()
    await expectSection(desk, 'Set up template')
    served.now({ status })
    await desk.getByLabel('Name of the bulk send').fill(`Renewals, ${status}`)
    await expectSection(desk, shown)
  }
})

test('activation sends what the report says: rows with problems are left out, and a report that was overtaken asks for another check', async ({
  desk,
  server,
}) => {
  const served = await serving(desk, SETUP, {
    with_problems: 13,
    kinds: [{ code: 'name-required', message: 'Name is required', rows: 13 }],
  })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await expect(desk.getByText('368 rows go out.')).toBeVisible()
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  const question = desk.getByRole('dialog', { name: 'Save and activate' })
  await expect(question).toContainText('You are about to send 368 signing requests. Please confirm you wish to continue.')
  await expect(question).toContainText('13 rows with problems are left out.')
  await looksRight(desk, 'bulk-send-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await desk.unroute(/\/dry_run$/)
  const reports: [Partial<DryRunRecord> | null, string][] = [
    [{ changed: ['list', 'filter'] }, 'Changed since the check: the list, the filter. Check all rows again, then activate.'],
    [null, 'The rows have not been checked yet. Check all rows, then activate.'],
    [{ with_problems: 381 }, 'Every row has a problem. Correct the list or the mapping, check all rows again, then activate.'],
  ]
  for (const [report, says] of reports) {
    await desk.route(/\/dry_run$/, (route) => route.fulfill({ json: { success: true, dry_run: report && { ...REPORT, ...report } } }))
    await desk.reload()
    await section(desk, 'Send').click()
    await expect(desk.getByRole('button', { name: report === null ? 'Check all rows' : 'Check again' })).toBeVisible()
    await desk.getByRole('button', { name: 'Save and activate' }).click()
    await expectMessage(desk, 'danger', says)
  }
  expect(served.sent).toEqual([])
})

test('[W-113] activation with an incomplete mapping is blocked and says which fields it lacks', async ({ desk, server }) => {
  const incomplete = [
    { code: 'field-undefined', message: 'Required field fee, has no data or mapping', at: { of: 'field', key: FEE } },
    { code: 'email-undefined', message: 'Email not defined', at: { of: 'signer', key: SIGNER, part: 'email' } },
  ]
  const served = await serving(desk, SETUP, {}, { incomplete })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await refusedToActivate(desk, 'You have incomplete fields: Fee, Email of Tenant. Please resolve these mappings before continuing.')
  expect(served.sent).toEqual([])
})

test('rules of the filter are saved once they are whole, and one that cannot be read says so', async ({ desk, server }) => {
  const served = await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await desk.getByRole('button', { name: 'Add filter' }).click()
  const rule = desk.getByRole('group', { name: 'Filter 1' })
  await rule.getByLabel('Column').selectOption('care_fee')
  await rule.getByLabel('Comparison').selectOption('greater than')
  await rule.getByLabel('Value').fill('lots')
  await expect(desk.getByText('Enter a number', { exact: true })).toBeVisible()
  await rule.getByLabel('Value').fill('1000')
  await expect(desk.getByText('Enter a number', { exact: true })).toHaveCount(0)
  const filter = [{ selected_field: 'care_fee', selected_inequality: 'greater than', comparison_value: '1000' }]
  await expect.poll(() => served.sent.at(-1)).toEqual({ filter })
  await looksRight(desk, 'bulk-send-filter')
  await rule.getByRole('button', { name: 'Remove filter on care_fee' }).click()
  await expect.poll(() => served.sent.at(-1)).toEqual({ filter: [] })
})

test('[W-117] of type create, activation asks nothing', async ({ desk, server }) => {
  const served = await serving(desk, { ...SETUP, bulk_send_type: 'create' })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await expect(desk.getByRole('heading', { name: 'Bulk send status' })).toBeVisible()
  expect(served.sent).toEqual([{ status: 'active', report: REPORT.key }])
})

test('[W-059 W-101 W-102 W-264] the status counts, retries a row, says that a CSV failed, reminds, pauses and goes on', async ({
  desk,
  server,
}) => {
  const served = await serving(desk, { ...ACTIVE, can_remind: true })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await expect(desk.getByRole('heading', { name: 'Bulk send status' })).toBeVisible()
  await expect(desk.getByRole('progressbar', { name: 'Created' })).toHaveAttribute('aria-valuenow', '267')
  await expect(desk.getByText('Not a valid email address in linked data')).toBeVisible()
  await expect(desk.getByRole('complementary', { name: 'Log' })).toContainText('Activated for 381 rows')
  await looksRight(desk, 'bulk-send-status')
  await desk.getByRole('button', { name: 'Retry row 88' }).click()
  await expect(desk.getByText('Not a valid email address in linked data')).toBeHidden()
  expect(served.sent).toEqual([{ retried: { row: 88 } }])
  await desk.route(/generate_temp_csv/, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.getByRole('button', { name: 'Download CSV' }).click()
  await expectMessage(desk, 'danger', 'It appears generating csv took too long.')
  await desk.route(/enqueue_bulk_send_reminder_mails/, (route) =>
    route.fulfill({ json: { success: true, message: 'Reminders are on their way.' } }),
  )
  await desk.getByRole('button', { name: 'Send reminders' }).click()
  await expectMessage(desk, 'success', 'Reminders are on their way.')
  await expect(desk.getByRole('button', { name: 'Send reminders' })).toBeHidden()
  await desk.getByRole('button', { name: 'pause', exact: true }).click()
  await expect(desk.getByText('Paused', { exact: true })).toBeVisible()
  expect(served.sent.at(-1)).toEqual({ status: 'paused' })
  await looksRight(desk, 'bulk-send-paused')
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await desk.getByRole('dialog', { name: 'Save and activate' }).getByRole('button', { name: 'Send 114 requests' }).click()
  await expect(desk.getByText('Active', { exact: true })).toBeVisible()
  expect(served.sent.at(-1)).toEqual({ status: 'active', report: REPORT.key })
  await desk.reload()
  await expect(desk.getByRole('button', { name: 'Send reminders' })).toBeVisible()
  served.now({ can_remind: false })
  await desk.reload()
  await expect(desk.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Send reminders' })).toBeHidden()
})

const CUSTOMERS = `name,email,fee,plan
Lena Marsh,lena@harrowmill.example,1 980,Gold
\u0639\u0645\u0631 \u062e\u0627\u0644\u062f,omar@site.example,22,Gold
Nobody,no address,7,Gold
Wim Ended,wim@site.example,9,Ended
`
/** A template with a field of the sender, and a list that was uploaded. */
async function withListAndTemplate(account: Client): Promise<{ readonly list: string; readonly template: string }> {
  const source = await prepared(
    account,
    'Care plan renewal',
    ['Blank'],
    [
      { type: 'signature', x: 72, y: 300, width: 160, height: 48, signer: 0, required: true },
      { type: 'text', x: 72, y: 120, width: 200, height: 24, signer: 'self', custom_id: 'fee', required: true },
    ],
  )
  const { document } = await account.get<{ document: { key: string } }>(`/app/documents/${source.pack}/convert_to_template`)
  const { recipient_data: list } = await account.post<{ recipient_data: { key: string } }>(
    '/app/recipient_datas/add_update_recipient_data',
    { data: { key: 'new', description: 'Spring customers' } },
  )
  const file = await account.get<{ url: string; file_key: string; temp_csv_key: string }>(
    `/app/get_csv_upload_url/${list.key}?filename=a.csv`,
  )
  await account.put(file.url, Buffer.from(CUSTOMERS))
  await account.post(`/app/csv_upload_success/${file.temp_csv_key}`, { file_key: file.file_key })
  return { list: list.key, template: document.key }
}

test('[W-058] a list and a template become documents: filtered, mapped by column names, checked, activated, counted and downloaded', async ({
  desk,
  server,
  account,
}) => {
  await withListAndTemplate(account)
  await desk.goto(`${server.url}/#bulk_sends`)
  await desk.getByRole('button', { name: 'New bulk send' }).first().click()
  await desk.getByRole('combobox', { name: 'Recipient list' }).click()
  await desk.getByRole('option', { name: /Spring customers/ }).click()
  await expect(desk.getByText('4 rows match')).toBeVisible()
  await desk.getByRole('button', { name: 'Add filter' }).click()
  const rule = desk.getByRole('group', { name: 'Filter 1' })
  await rule.getByLabel('Column').selectOption('plan')
  await rule.getByLabel('Value').fill('Gold')
  await expect(desk.getByText('3 rows match')).toBeVisible()

  await desk.getByRole('button', { name: 'Next', exact: true }).click()
  await desk.getByRole('combobox', { name: 'Template' }).click()
  await desk
    .getByRole('option', { name: /Care plan renewal/ })
    .first()
    .click()
  await expect(desk.getByRole('combobox', { name: 'fee' })).toBeVisible()
  await looksRight(desk, 'bulk-send-mapping')
  await desk.getByRole('button', { name: 'Map from column names' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Proceed' }).click()
  await expect(desk.getByRole('combobox', { name: 'fee' })).toHaveValue('{{fee}}')
  await expect(desk.getByText('Everything is mapped')).toBeVisible()

  await desk.getByRole('button', { name: 'Next', exact: true }).click()
  await desk.getByRole('button', { name: 'Check all rows' }).click()
  await expect(desk.getByText('1 of 3 rows has a problem')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Rows with problems' }).getByRole('rowheader')).toHaveText(['4'])
  await expect(desk.getByText('2 rows go out.')).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await looksRight(desk, 'bulk-send-checked-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await desk.getByRole('button', { name: 'Send 2 requests' }).click()

  await expect(desk.getByRole('progressbar', { name: 'Created' })).toHaveAttribute('aria-valuenow', '2')
  const counter = (name: string) => desk.locator('dl > div', { has: desk.getByText(name, { exact: true }) }).locator('dd')
  await expect(counter('awaiting signature')).toHaveText('2')
  await expect(counter('failed')).toHaveText('1')
  await expect(desk.getByRole('listitem').filter({ hasText: 'Row 4' })).toContainText('Not a valid email address in linked data')
  const sent = await account.get<{ documents: readonly { signatories: readonly { name: string }[]; status: string }[] }>(
    `/app/documents?bulk_send_key=${desk.url().split('/').at(-1)}`,
  )
  const people = sent.documents.map(({ status, signatories }) => [signatories[0]?.name, status])
  expect(people.sort()).toEqual([
    ['Lena Marsh', 'awaiting_signatures'],
    ['\u0639\u0645\u0631 \u062e\u0627\u0644\u062f', 'awaiting_signatures'],
  ])

  await desk.clock.install()
  const files: Download[] = []
  desk.on('download', (file) => files.push(file))
  const [begun] = await Promise.all([
    desk.waitForResponse(/generate_temp_csv$/),
    desk.getByRole('button', { name: 'Download CSV', exact: true }).click(),
  ])
  await begun.finished()
  await expect.poll(() => desk.clock.runFor(5_000).then(() => files.length)).toBe(1)
  const lines = (await readFile(await files[0]!.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toContain('row,document,status,signer 1 name')
  expect(lines.filter((line) => /^[23],/.test(line) && line.includes('awaiting_signatures'))).toHaveLength(2)
})

/** A bulk send of that list and template, with its columns mapped and its rows checked. */
async function checkedSend(account: Client): Promise<string> {
  const { list, template } = await withListAndTemplate(account)
  const { bulk_send } = await account.post<{ bulk_send: BulkSendRecord }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Spring', template_key: template, recipient_data_key: list },
  })
  const at = `/app/bulk_sends/${bulk_send.key}/document_mapping/${template}`
  const { template: state } = await account.get<{
    template: { signatories: { uuid: string }[]; fields: Record<string, { key: string; type: string }> }
  }>(at)
  const fee = Object.values(state.fields).find(({ type }) => type === 'text')!.key
  const signatories = [{ signatory_or_cc_id: state.signatories[0]!.uuid, name: '{{name}}', email: '{{email}}', mobile_number: '' }]
  await account.post(at, { data: { data_fields: [{ data_field_id: fee, data: '{{fee}}' }], signatories } })
  await checked(account, bulk_send.key)
  return bulk_send.key
}

test('a row is corrected where the report shows it, or left out, by keyboard and on a phone, and other screens follow', async ({
  desk,
  server,
  account,
  window,
}) => {
  const key = await checkedSend(account)
  const open = async (page: Page) => {
    await page.goto(`${server.url}/#bulk_sends/${key}`)
    await section(page, 'Send').click()
  }
  const rowsIn = (page: Page) => page.getByRole('region', { name: 'Rows with problems' })
  const other = await window()
  await open(other)
  await expect(rowsIn(other).getByRole('rowheader')).toHaveText(['4'])

  await desk.setViewportSize({ width: 390, height: 844 })
  await open(desk)
  await rowsIn(desk).getByRole('button', { name: 'Correct row 4' }).press('Enter')
  const form = desk.getByRole('dialog', { name: 'Correct row 4' })
  await expect(form.getByText('Not a valid email address in linked data')).toBeVisible()
  await expect(form.getByLabel('name')).toBeFocused()
  await looksRight(desk, 'bulk-send-correct-phone')
  await form.getByLabel('email').fill('nobody@site.example')
  await form.getByRole('button', { name: 'Save in the list' }).press('Enter')
  await expectMessage(desk, 'success', 'Row 4 was corrected in the list.')
  await expect(form).toBeHidden()
  for (const page of [desk, other]) {
    await expect(rowsIn(page).getByText('nobody@site.example')).toBeVisible()
    await expect(rowsIn(page).getByText('Corrected since the check')).toBeVisible()
    await expect(page.getByText('Changed since the check: the list. Check again.')).toBeVisible()
  }
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await rowsIn(desk).getByRole('button', { name: 'Leave out row 4' }).press('Enter')
  for (const page of [desk, other]) {
    await expect(page.getByRole('region', { name: 'Rows left out of this bulk send' }).getByRole('listitem')).toContainText(
      'nobody@site.example',
    )
    await expect(page.getByText('Changed since the check: the list, the rows left out. Check again.')).toBeVisible()
    await expect(rowsIn(page)).toHaveCount(0)
  }
  await looksRight(desk, 'bulk-send-left-out-phone')
  await desk.getByRole('button', { name: 'Check again' }).click()
  await expect(desk.getByText('All 3 rows can be sent')).toBeVisible()
  await desk.getByRole('button', { name: 'Take row 4 in again' }).click()
  await expect(desk.getByRole('region', { name: 'Rows left out of this bulk send' })).toHaveCount(0)
  await desk.getByRole('button', { name: 'Check again' }).click()
  await expect(desk.getByText('All 4 rows can be sent')).toBeVisible()
  await expect(rowsIn(desk)).toHaveCount(0)
})

test('a row that somebody else changed is not overwritten: it says so, and what the row says now', async ({ desk, server, account }) => {
  const key = await checkedSend(account)
  const { bulk_send } = await account.get<{ bulk_send: BulkSendRecord }>(`/app/bulk_sends/${key}`)
  // Nothing is pushed: the answer alone says it.
  await desk.route('**/live/**', (route) => route.abort())
  await desk.routeWebSocket(/\/live/, (socket) => socket.close())
  await desk.goto(`${server.url}/#bulk_sends/${key}`)
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Correct row 4' }).click()
  const form = desk.getByRole('dialog', { name: 'Correct row 4' })
  await form.getByLabel('email').fill('mine@site.example')
  await account.post(`/app/recipient_datas/${bulk_send.recipient_data_key}/correct_row`, {
    data: { row: 4, was: ['Nobody', 'no address', '7', 'Gold'], values: ['Nobody', 'theirs@site.example', '7', 'Gold'] },
  })
  await form.getByRole('button', { name: 'Save in the list' }).click()
  await expect(form.getByRole('alert')).toHaveText('Somebody else changed this row. Look at it as it is now, then correct it.')
  await expect(form.getByText('It says “theirs@site.example” now.')).toBeVisible()
  await expect(form.getByLabel('email')).toHaveValue('mine@site.example')
  await form.getByRole('button', { name: 'Save in the list' }).click()
  await expect(form).toBeHidden()
  await expect(desk.getByRole('region', { name: 'Rows with problems' }).getByText('mine@site.example')).toBeVisible()
})

test('the documents of a bulk send are shown from its status, under every state, and after a reload, until the list is cleared', async ({
  desk,
  server,
  account,
}) => {
  const key = await checkedSend(account)
  await prepared(account, 'Another document', ['Anna Okafor'], [])
  await account.post('/app/bulk_sends/add_update_bulk_send', { data: { key, status: 'active' } })
  await desk.goto(`${server.url}/#bulk_sends/${key}`)
  await expect(desk.getByRole('progressbar', { name: 'Created' })).toHaveAttribute('aria-valuenow', '3')
  await desk.setViewportSize({ width: 390, height: 844 })
  // The sections stand in one line.
  const lines = desk.getByRole('navigation', { name: 'Sections' }).getByRole('listitem')
  expect(new Set(await lines.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))).size).toBe(1)
  await desk.getByRole('link', { name: 'Show documents' }).press('Enter')
  await expect(desk).toHaveURL(new RegExp(`#documents\\?bulk_send=${key}$`))
  const chip = desk.getByText('Made by bulk send “Spring”', { exact: true })
  const rows = desk.getByRole('link', { name: 'Care plan renewal' })
  const another = desk.getByRole('link', { name: 'Another document' })
  const state = (name: string) => desk.getByRole('radiogroup', { name: 'Status' }).getByText(name)
  await expect(chip).toBeVisible()
  await expect(rows).toHaveCount(3)
  await looksRight(desk, 'documents-of-bulk-send-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await expect(another).toHaveCount(0)
  await state('Complete').click()
  await expect(rows).toHaveCount(0)
  await state('Awaiting signatures').click()
  await expect(rows).toHaveCount(3)
  await desk.reload()
  await expect(chip).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(another).toHaveCount(0)
  await desk.getByRole('button', { name: 'Show all documents' }).click()
  await expect(desk).toHaveURL(/#documents$/)
  await expect(chip).toHaveCount(0)
  await expect(another).toBeVisible()
})

/** A bulk send is open, and time stands still. */
async function openedStill(desk: Page, url: string, first: BulkSendRecord) {
  const asked = await counting(desk)
  await desk.clock.install()
  const served = await serving(desk, first)
  const link = desk.getByRole('link', { name: first.description })
  const sections = desk.getByRole('navigation', { name: 'Sections' })
  await desk.goto(`${url}/#bulk_sends/${KEY}`)
  await expect(sections).toBeVisible()
  await desk.goto(`${url}/#bulk_sends`)
  await expect(link).toBeVisible()
  await standStill(desk)
  await link.click()
  await expect(sections).toBeVisible()
  return { asked, served }
}

test('[W-127 W-128] the log is asked for every 30 s, and neither while the window is hidden nor after the screen was left', async ({
  desk,
  server,
}) => {
  const { asked } = await openedStill(desk, server.url, ACTIVE)
  const polls = () => asked('GET', /\/app\/bulk_send_logs\//)
  const hide = (hidden: boolean) =>
    desk.evaluate((is) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => is }), hidden)
  await expect(desk.getByRole('complementary', { name: 'Log' })).toContainText('Activated for 381 rows')
  const before = await polls()
  await desk.clock.runFor(29_999)
  expect(await polls()).toBe(before)
  await desk.clock.runFor(1)
  await expect.poll(polls).toBe(before + 1)
  await desk.clock.runFor(30_000)
  await expect.poll(polls).toBe(before + 2)
  await hide(true)
  await desk.clock.runFor(120_000)
  expect(await polls()).toBe(before + 2)
  await hide(false)
  await desk.clock.runFor(30_000)
  await expect.poll(polls).toBe(before + 3)
  await desk.getByRole('link', { name: 'Bulk sends' }).last().click()
  await expect(desk.getByRole('heading', { name: 'Bulk sends', level: 1 })).toBeVisible()
  await desk.clock.runFor(120_000)
  expect(await polls()).toBe(before + 3)
})

test('[W-137 W-230] reminders are asked for with the words of the answer, and their button is hidden for 60 s', async ({
  desk,
  server,
}) => {
  const { asked } = await openedStill(desk, server.url, { ...ACTIVE, can_remind: true })
  await desk.route(/enqueue_bulk_send_reminder_mails/, (route) => route.fulfill({ json: { success: true, message: 'Two are reminded.' } }))
  const button = desk.getByRole('button', { name: 'Send reminders' })
  await button.click()
  await expectMessage(desk, 'success', 'Two are reminded.')
  expect(await asked('GET', new RegExp(`/app/bulk_sends/${KEY}/enqueue_bulk_send_reminder_mails$`))).toBe(1)
  await desk.clock.runFor(59_999)
  await expect(button).toHaveCount(0)
  await desk.clock.runFor(1)
  await expect(button).toBeVisible()
})

test('[W-288 W-291] what is typed is saved 250 ms after the last change, what is chosen after 1 ms', async ({ desk, server }) => {
  const { asked, served } = await openedStill(desk, server.url, SETUP)
  const saves = () => asked('POST', /add_update_bulk_send$/)
  const name = desk.getByRole('textbox', { name: 'Name of the bulk send' })
  await name.fill('Spring')
  await desk.clock.runFor(249)
  await name.fill('Summer')
  await desk.clock.runFor(249)
  expect(await saves()).toBe(0)
  await desk.clock.runFor(1)
  expect(await saves()).toBe(1)
  await expect.poll(() => served.sent).toEqual([{ description: 'Summer' }])
  await desk.getByText('Created only (requests are manually sent).').click()
  expect(await saves()).toBe(1)
  await desk.clock.runFor(1)
  expect(await saves()).toBe(2)
  await expect.poll(() => served.sent.at(-1)).toEqual({ bulk_send_type: 'create' })
})

test('[W-125 W-126 W-265] a CSV is asked for, then every 5 s until it is there, and given up after 1000 times', async ({
  desk,
  server,
}) => {
  await desk.addInitScript(() => {
    const own = window.fetch.bind(window)
    const polls: string[] = []
    const links: string[] = []
    const state = { polls, links, file: null as string | null }
    HTMLAnchorElement.prototype.click = function () {
      links.push(this.href)
    }
    Object.assign(window, { csv: state })
    const key = '01900000-0000-7000-8000-0000000000c5'
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (!url.includes('generate_temp_csv')) return own(input, init)
      const answer = { success: true, bulk_send_temp_csv: { key, file_key: state.file } }
      // Counted once it is read: from then on the page waits for the next time.
      const json = async () => {
        polls.push(url)
        return answer
      }
      return Object.assign(Response.json(answer), { json })
    }
  })
  await openedStill(desk, server.url, ACTIVE)
  const count = () => desk.evaluate(() => (window as unknown as { csv: { polls: string[] } }).csv.polls.length)
  const button = desk.getByRole('button', { name: 'Download CSV' })
  await button.click()
  await expect.poll(count).toBe(1)
  await desk.clock.runFor(4_999)
  expect(await count()).toBe(1)
  await desk.clock.runFor(1)
  await expect.poll(count).toBe(2)
  await desk.evaluate(() => Object.assign((window as unknown as { csv: object }).csv, { file: '01900000-0000-7000-8000-0000000000c5' }))
  await desk.clock.runFor(5_000)
  const links = () => desk.evaluate(() => (window as unknown as { csv: { links: string[] } }).csv.links)
  await expect.poll(links).toEqual([expect.stringContaining(`/app/bulk_send/${KEY}/serve_temp_csv/`)])
  await desk.clock.runFor(60_000)
  expect(await count()).toBe(3)

  await desk.evaluate(() => Object.assign((window as unknown as { csv: object }).csv, { file: null }))
  await button.click()
  await expect.poll(count).toBe(4)
  // One question to begin with, then a thousand polls.
  while ((await count()) < 4 + 999) await desk.clock.runFor(5_000)
  await expect(desk.getByText('It appears generating csv took too long.')).toHaveCount(0)
  await desk.clock.runFor(5_000)
  await expectMessage(desk, 'danger', 'It appears generating csv took too long.')
  await desk.clock.runFor(60_000)
  expect(await count()).toBe(4 + 1_000)
})

test('[D-453] bulk sends are shown to those who may view them, and to nobody else', async ({ server, account, window }) => {
  await account.post('/app/bulk_sends/add_update_bulk_send', { data: { key: 'new', description: 'For those who may' } })
  const njal = await colleague(server, account, 'Njal', 'Dahl')
  const team = `/app/accounts/${await workspaceOf(account)}`
  const { user_accounts } = await account.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
    `${team}/user_accounts`,
  )
  const key = user_accounts.find(({ user }) => user.full_name === 'Njal Dahl')!.key
  const page = await window(njal)
  for (const may of [true, false]) {
    await account.post(`${team}/update_user_account_permissions`, {
      data: { user_account_key: key, permissions: { user_profile_permissions: { can_view_bulk_sends: may } } },
    })
    await page.goto(server.url)
    await openList(page, server.url)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bulk sends' })).toHaveCount(may ? 1 : 0)
    await page.goto(`${server.url}/#bulk_sends`)
    const refused = page.getByRole('heading', { name: 'You may not open this page' })
    await expect(may ? page.getByRole('link', { name: 'For those who may' }) : refused).toBeVisible()
    await expect(may ? refused : page.getByRole('link', { name: 'For those who may' })).toHaveCount(0)
    const answer = await page.request.get(`${server.url}/app/bulk_sends`)
    expect(answer.status()).toBe(may ? 200 : 403)
  }
})
