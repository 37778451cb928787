import type { Page } from 'playwright/test'
import type { DryRunRecord } from '#contract/bulk-mapping'
import type { BulkSendRecord } from '#contract/bulk-sends'
import type { Client } from '../../cli/demo/client.ts'
import { prepared } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const KEY = '01900000-0000-7000-8000-0000000000b5'
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
async function serving(page: Page, first: BulkSendRecord, report: Partial<DryRunRecord> | null = {}, mapping: object = {}) {
  let held: BulkSendRecord[] = [first]
  const sent: Record<string, unknown>[] = []
  const failed = () => (held[0]?.number_of_documents_failed ? FAILED : [])
  const one = () => ({ success: true, bulk_send: held[0], failed_rows: failed() })
  await page.route(/\/app\/bulk_sends(\?.*)?$/, (route) => {
    const archived = route.request().url().includes('archived')
    return route.fulfill({ json: { success: true, bulk_sends: held.filter((each) => each.archived === archived) } })
  })
  await page.route(/\/app\/bulk_sends\/[^/]+$/, (route) => {
    if (route.request().method() !== 'POST') return route.fulfill({ json: one() })
    const { key, ...change } = route.request().postDataJSON().data
    sent.push(change)
    held = [{ ...(held[0] ?? SETUP), ...change, ...(key === 'new' ? { key: KEY } : {}) }]
    return route.fulfill({ json: one() })
  })
  await page.route(/\/dry_run$/, (route) => route.fulfill({ json: { success: true, dry_run: report && { ...REPORT, ...report } } }))
  await page.route(/\/dry_run\/rows/, (route) => route.fulfill({ json: { success: true, rows: [], cursor: null } }))
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
      held = [{ ...held[0]!, ...next }]
    },
  }
}
const section = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name })

test('[W-027 W-046 W-047 W-048 W-049 W-050 S-040] #bulk_sends lists bulk sends, adds one, and deletes one after its question', async ({
  desk,
  server,
}) => {
  const served = await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends`)
  await expect(desk.getByRole('heading', { name: 'Bulk sends', level: 1 })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Care plan renewals, spring' })).toBeVisible()
  await looksRight(desk, 'bulk-sends')
  await desk.getByRole('button', { name: 'Delete Care plan renewals, spring' }).click()
  const question = desk.getByRole('dialog', { name: 'Delete bulk send' })
  await expect(question).toContainText('Are you sure you want to delete this schedule?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(desk.getByRole('link', { name: 'Care plan renewals, spring' })).toBeVisible()
  expect(served.sent).toEqual([])
  await desk.getByRole('button', { name: 'Delete Care plan renewals, spring' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByRole('heading', { name: 'No bulk sends yet' })).toBeVisible()
  expect(served.sent).toEqual([{ archived: true }])
  await looksRight(desk, 'bulk-sends-empty')
  served.now({ archived: false })
  await desk.getByRole('button', { name: 'New bulk send' }).first().click()
  await expect(desk).toHaveURL(new RegExp(`#bulk_sends/${KEY}$`))
})

test('[W-028 W-051 W-052 W-057 W-106 W-107 W-109 W-110 W-119 W-120 S-041] one bulk send is set up in three sections, with advanced settings that are shown and hidden', async ({
  desk,
  server,
}) => {
  await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  const sections = desk.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('listitem')).toHaveText(['1Choose clients', '2Set up template', '3Send'])
  await expect(section(desk, 'Choose clients')).toHaveAttribute('aria-current', 'step')
  await expect(desk.getByRole('form', { name: 'Choose clients' })).toBeVisible()
  await expect(desk.getByText('Created and sent for signature automatically.')).toBeVisible()
  await expect(desk.getByText('Created only (requests are manually sent).')).toBeVisible()
  await expect(desk.getByLabel('Documents an hour')).toBeHidden()
  await desk.getByRole('button', { name: 'Show advanced settings' }).click()
  await expect(desk.getByLabel('Documents an hour')).toBeVisible()
  await looksRight(desk, 'bulk-send-clients')
  await desk.getByRole('button', { name: 'Hide advanced settings' }).click()
  await expect(desk.getByLabel('Documents an hour')).toBeHidden()
  await desk.getByRole('button', { name: 'Next' }).click()
  await expect(section(desk, 'Set up template')).toHaveAttribute('aria-current', 'step')
  await expect(desk.getByRole('heading', { name: 'Who must sign' })).toBeVisible()
  await looksRight(desk, 'bulk-send-template')
  await desk.getByRole('button', { name: 'Next' }).click()
  await expect(desk.getByRole('heading', { name: 'Send', level: 2 })).toBeVisible()
  await looksRight(desk, 'bulk-send-send')
})

test('[W-130] changes are saved by themselves, and a save that fails says so and shows what is stored', async ({ desk, server }) => {
  const served = await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await desk.getByLabel('Name of the bulk send').fill('Renewals, autumn')
  await expect.poll(() => served.sent).toEqual([{ description: 'Renewals, autumn' }])
  await desk.getByLabel('Created only (requests are manually sent).').check()
  await expect.poll(() => served.sent.at(-1)).toEqual({ bulk_send_type: 'create' })
})

test('[W-262] a save that fails is said with the words of the specification', async ({ desk, server }) => {
  await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await desk.route(/add_update_bulk_send/, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.getByLabel('Created only (requests are manually sent).').check()
  await expectMessage(desk, 'danger', 'An error occurred while adding/updating client source')
  await expect(desk.getByLabel('Created and sent for signature automatically.')).toBeChecked()
})

test('[W-111 W-112] activation says that a template or a list is missing', async ({ desk, server }) => {
  const served = await serving(desk, { ...SETUP, template_key: null })
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await expectMessage(desk, 'danger', 'No template defined for this batch send')
  served.now({ template_key: TEMPLATE, recipient_data_key: null })
  await desk.reload()
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await expectMessage(desk, 'danger', 'No data chosen this batch send')
  expect(served.sent).toEqual([])
})

test('[W-053 W-100 W-104 W-105 W-115 W-116] activation asks before it sends, and then shows the status', async ({ desk, server }) => {
  const served = await serving(desk, SETUP)
  await desk.goto(`${server.url}/#bulk_sends/${KEY}`)
  await section(desk, 'Send').click()
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  const question = desk.getByRole('dialog', { name: 'Save and activate' })
  await expect(question).toContainText('You are about to send 381 signing requests. Please confirm you wish to continue.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(served.sent).toEqual([])
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await question.getByRole('button', { name: 'Send 381 requests' }).click()
  await expect(desk.getByRole('heading', { name: 'Bulk send status' })).toBeVisible()
  await expect(section(desk, 'Bulk send status')).toHaveAttribute('aria-current', 'step')
  expect(served.sent).toEqual([{ status: 'active', report: REPORT.key }])
  await section(desk, 'Choose clients').click()
  await expect(desk.getByRole('form', { name: 'Choose clients' })).toBeHidden()
  await section(desk, 'Set up template').click()
  await expect(desk.getByRole('heading', { name: 'Who must sign' })).toBeHidden()
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
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await expectMessage(desk, 'danger', 'You have incomplete fields: Fee, Email of Tenant. Please resolve these mappings before continuing.')
  await expect(desk.getByRole('dialog', { name: 'Save and activate' })).toHaveCount(0)
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

test('[W-058 W-059 W-101 W-102 W-264] the status counts, pauses and goes on, retries a row, and offers reminders and a CSV', async ({
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
  await desk.route(/generate_temp_csv/, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.getByRole('button', { name: 'Download CSV' }).click()
  await expectMessage(desk, 'danger', 'It appears generating csv took too long.')
  await desk.route(/enqueue_bulk_send_reminder_mails/, (route) =>
    route.fulfill({ json: { success: true, message: 'Reminders are on their way.' } }),
  )
  await desk.getByRole('button', { name: 'Send reminders' }).click()
  await expectMessage(desk, 'success', 'Reminders are on their way.')
  await expect(desk.getByRole('button', { name: 'Send reminders' })).toBeHidden()
  await desk.getByRole('button', { name: 'pause' }).click()
  await expect(desk.getByText('Paused', { exact: true })).toBeVisible()
  expect(served.sent.at(-1)).toEqual({ status: 'paused' })
  await looksRight(desk, 'bulk-send-paused')
  await desk.getByRole('button', { name: 'Save and activate' }).click()
  await desk.getByRole('dialog', { name: 'Save and activate' }).getByRole('button', { name: 'Send 114 requests' }).click()
  await expect(desk.getByText('Active', { exact: true })).toBeVisible()
})

const CUSTOMERS = `name,email,fee,plan
Lena Marsh,lena@harrowmill.example,1 980,Gold
\u0639\u0645\u0631 \u062e\u0627\u0644\u062f,omar@site.example,22,Gold
Nobody,no address,7,Gold
Wim Ended,wim@site.example,9,Ended
`
/** A template with a field of the sender, and a list that was uploaded. */
async function withListAndTemplate(account: Client): Promise<void> {
  const source = await prepared(
    account,
    'Care plan renewal',
    ['Blank'],
    [
      { type: 'signature', x: 72, y: 300, width: 160, height: 48, signer: 0, required: true },
      { type: 'text', x: 72, y: 120, width: 200, height: 24, signer: 'self', custom_id: 'fee', required: true },
    ],
  )
  await account.get(`/app/documents/${source.pack}/convert_to_template`)
  const { recipient_data: list } = await account.post<{ recipient_data: { key: string } }>(
    '/app/recipient_datas/add_update_recipient_data',
    { data: { key: 'new', description: 'Spring customers' } },
  )
  const file = await account.get<{ url: string; file_key: string; temp_csv_key: string }>(
    `/app/get_csv_upload_url/${list.key}?filename=a.csv`,
  )
  await account.put(file.url, Buffer.from(CUSTOMERS))
  await account.post(`/app/csv_upload_success/${file.temp_csv_key}`, { file_key: file.file_key })
}

test('a list and a template become documents: filtered, mapped by column names, checked, activated and counted', async ({
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
  await expect(desk.getByText('1 row has a problem, of 3')).toBeVisible()
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
})
