import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Client } from '../../cli/demo/client.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'
import { counting, standStill } from './support/still.ts'

const AT = '/app/recipient_datas'
interface List {
  readonly key: string
  readonly description: string
  readonly archived: boolean
  readonly number_of_rows: number
}
const make = async (by: Client, description: string) =>
  (await by.post<{ recipient_data: List }>(`${AT}/add_update_recipient_data`, { data: { key: 'new', description } })).recipient_data
const listed = async (by: Client, key: string) => (await by.get<{ recipient_data: List }>(`${AT}/${key}`)).recipient_data
async function replaced(by: Client, key: string, content: string) {
  const file = await by.get<{ url: string; file_key: string; temp_csv_key: string }>(`/app/get_csv_upload_url/${key}?filename=a.csv`)
  await by.put(file.url, Buffer.from(content))
  await by.post(`/app/csv_upload_success/${file.temp_csv_key}`, { file_key: file.file_key })
}
async function filled(by: Client, description: string, content: string) {
  const list = await make(by, description)
  await replaced(by, list.key, content)
  return list
}
const PLANS = ['Gold', 'Silver', 'Ended']
const CUSTOMERS = `customer_no,contact_name,mobile,care_fee,renewal_date,plan\n${Array.from(
  { length: 250 },
  (_, at) =>
    `0${2_200 + at},Person ${at},+44 7700 9${String(at).padStart(5, '0')},${at * 10}.50,${String((at % 28) + 1).padStart(2, '0')}/03/2026,${PLANS[at % 3]}`,
).join('\n')}\n02999,Cut Off,"5,58199E+12",lots,31/02/2026,Gold\n`
const csv = (name: string, content: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

test('[W-025 W-036 W-037 W-038 W-039 W-040 S-038] #recipient_datas lists the recipient lists: added, deleted with its question, restored', async ({
  desk,
  server,
  account,
}) => {
  const kept = await make(account, 'Kept customers')
  await make(account, 'Other customers')
  await desk.goto(`${server.url}/#documents`)
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Recipient lists' }).click()
  await expect(desk).toHaveURL(/#recipient_datas$/)
  const table = desk.getByRole('table', { name: 'Recipient lists' })
  const row = table.getByRole('row', { name: 'Kept customers' })
  await expect(row).toBeVisible()
  await expect(table.getByRole('row', { name: 'Other customers' })).toBeVisible()
  await looksRight(desk, 'recipient-lists')

  await desk.getByRole('button', { name: 'Delete Kept customers' }).click()
  const question = desk.getByRole('dialog', { name: 'Delete recipient list' })
  expect(await question.locator('p').first().textContent()).toBe('Are you sure you want to delete this recipient list? ')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(row).toBeVisible()
  expect(await listed(account, kept.key)).toMatchObject({ archived: false })

  await desk.getByRole('button', { name: 'Delete Kept customers' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect(await listed(account, kept.key)).toMatchObject({ archived: true })
  await desk.getByRole('button', { name: 'Restore Kept customers' }).click()
  await expect(row).toBeVisible()
  expect(await listed(account, kept.key)).toMatchObject({ archived: false })

  await desk.getByRole('button', { name: 'Add recipient list' }).click()
  await expect(desk).toHaveURL(/#recipient_datas\/[0-9a-f-]{36}$/)
  await expect(desk.getByText('No rows yet')).toBeVisible()
  await looksRight(desk, 'recipient-list-empty')
})

test('deleting a list that bulk sends use names them, pauses those that run, and deletes nothing before it was asked', async ({
  desk,
  server,
  account,
}) => {
  const { key } = await make(account, 'Used customers')
  const { bulk_send } = await account.post<{ bulk_send: object }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Waiting renewals', recipient_data_key: key },
  })
  const running = {
    ...bulk_send,
    key: crypto.randomUUID(),
    description: 'Running renewals',
    status: 'active',
    number_of_documents: 9,
    number_of_documents_created: 2,
  }
  await desk.route('**/app/bulk_sends', (route) =>
    route.fulfill({ json: { success: true, bulk_sends: [running, bulk_send], cursor: null } }),
  )
  const saved: unknown[] = []
  await desk.route('**/add_update_bulk_send', (route) => {
    saved.push(route.request().postDataJSON().data)
    return route.fulfill({ json: { success: true, bulk_send: running, failed_rows: [] } })
  })
  await desk.goto(`${server.url}/#recipient_datas`)
  await desk.getByRole('button', { name: 'Delete Used customers' }).click()
  const question = desk.getByRole('dialog', { name: 'Delete recipient list' })
  await expect(question).toContainText('The bulk send “Running renewals” is running over it and will be paused first.')
  await expect(question).toContainText('The bulk send “Waiting renewals” uses it and cannot be activated until you restore it.')
  await looksRight(desk, 'recipient-list-used')
  expect([saved, (await listed(account, key)).archived]).toEqual([[], false])
  await question.getByRole('button', { name: 'Pause and delete' }).click()
  await expect(desk.getByRole('button', { name: 'Restore Used customers' })).toBeVisible()
  expect(saved).toMatchObject([{ key: running.key, status: 'paused' }])
  expect(await listed(account, key)).toMatchObject({ archived: true })
})

test('[W-008 W-026 W-041 W-043 W-044 W-131 S-039] #recipient_datas/{key} takes a CSV file, shows how it is read, and saves its description', async ({
  desk,
  server,
  account,
}) => {
  const { key } = await make(account, 'Before')
  await desk.goto(`${server.url}/#recipient_datas/${key}`)
  await desk.getByLabel('Description').fill('Care plan customers')
  await expect.poll(async () => (await listed(account, key)).description).toBe('Care plan customers')

  await desk.getByRole('button', { name: 'Upload CSV' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Upload CSV' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(csv('empty.csv', ''))
  await expect(dialog.getByRole('alert')).toHaveText('The file is empty. Export the table again, then upload it.')
  const western = Buffer.from(
    CUSTOMERS.replace('Person 0', 'Zoë Malmö').replaceAll(',', ';').replaceAll('.50', ',50').replace('"5;58199E+12"', '5,58199E+12'),
    'latin1',
  )
  await file.setInputFiles(csv('customers.csv', western))
  await expect(dialog.getByText('251 rows, 6 columns')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /Windows-1252/ })).toBeChecked()
  await expect(dialog.getByText('Zoë Malmö').first()).toBeVisible()
  await expect(dialog.getByLabel('Delimiter')).toHaveValue(';')
  await expect(dialog.getByLabel('Decimal sign')).toHaveValue(',')
  await expect(dialog.getByLabel('Type of customer_no')).toHaveValue('text')
  await expect(dialog.getByLabel('Type of care_fee')).toHaveValue('number')
  await expect(dialog.getByLabel('Type of renewal_date')).toHaveValue('date')
  const problems = dialog.getByRole('region', { name: 'Rows with problems' })
  await expect(problems).toContainText('1 row has a problem')
  await expect(problems).toContainText('No. 252')
  await expect(problems).toContainText('5,58199E+12 – a spreadsheet cut digits off')
  await expect(problems).toContainText('renewal_date: 31/02/2026 is not a date')
  await looksRight(desk, 'recipient-list-upload')
  // Nothing was stored by looking.
  expect(await listed(account, key)).toMatchObject({ number_of_rows: 0 })
  await dialog.getByRole('button', { name: 'Use 251 rows' }).click()
  await expect(dialog).toHaveCount(0)
  const grid = desk.getByRole('grid', { name: 'Rows of the list' })
  await expect(grid.getByRole('row').nth(1)).toContainText('Cut Off')
  const first = grid.getByRole('row').nth(2).getByRole('gridcell')
  await expect(first).toHaveText(['2', '02200', 'Zoë Malmö', '+44 7700 900000', '0,50', '01/03/2026', 'Gold'])
  await expect(grid).toHaveAttribute('aria-rowcount', '252')
  await looksRight(desk, 'recipient-list')
})

test('[S-335] a CSV file that cannot be sent says so, and what it was', async ({ desk, server, account }) => {
  const { key } = await make(account, 'Refused')
  await desk.goto(`${server.url}/#recipient_datas/${key}`)
  await desk.getByRole('button', { name: 'Upload CSV' }).click()
  await desk.route('**/csv_upload_success/*', (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'recipient-list-full', message: 'A recipient list has at most 100000 rows.' },
    }),
  )
  const dialog = desk.getByRole('dialog', { name: 'Upload CSV' })
  await dialog.locator('input[type=file]').setInputFiles(csv('a.csv', 'name\nAnn\n'))
  await dialog.getByRole('button', { name: 'Use 1 row' }).click()
  const message = desk.getByRole('alert').filter({ hasText: 'Error uploading your file' })
  await expect(message).toHaveText('Error uploading your file:/ A recipient list has at most 100000 rows.')
  await expect(message.locator('[class*="danger"]')).toHaveCount(1)
  // The file is still there to be sent again.
  await desk.route('**/app/uploads/*', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'refused', message: 'These bytes are refused.' } }),
  )
  await dialog.getByRole('button', { name: 'Use 1 row' }).click()
  await expect(message).toHaveText('Error uploading your file:/ These bytes are refused.')
})

test('[W-042 W-045 W-185 W-186 W-187 W-188] rows are filtered as rules are typed, walked by keyboard, and loaded page by page', async ({
  desk,
  server,
  account,
}) => {
  const { key } = await filled(account, 'Filtered', CUSTOMERS)
  await desk.goto(`${server.url}/#recipient_datas/${key}`)
  const grid = desk.getByRole('grid', { name: 'Rows of the list' })
  await expect(desk.getByText('100 of 251 shown')).toBeVisible()
  await desk.getByRole('button', { name: 'Load more' }).click()
  await expect(desk.getByText('200 of 251 shown')).toBeVisible()
  await desk.getByRole('button', { name: 'Load more' }).click()
  await expect(desk.getByText('251 of 251 shown')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  // The last row is not drawn before somebody walks there.
  await expect(grid.getByText('Person 249')).toHaveCount(0)
  await grid.getByRole('gridcell').first().focus()
  for (let page = 0; page < 26; page++) await desk.keyboard.press('PageDown')
  await expect(grid.getByText('Person 249')).toBeVisible()
  await desk.keyboard.press('End')
  await expect(grid.getByRole('gridcell', { name: 'Gold' }).and(desk.locator(':focus'))).toHaveCount(1)

  await desk.getByRole('button', { name: 'Add filter' }).click()
  const rule = desk.getByRole('group', { name: 'Filter 1' })
  await expect(rule.getByLabel('Value')).toHaveAttribute('placeholder', 'Enter text')
  await rule.getByLabel('Column').selectOption('care_fee')
  await expect(rule.getByLabel('Value')).toHaveAttribute('placeholder', 'Enter a number')
  expect(await rule.getByLabel('Comparison').locator('option').allTextContents()).not.toContain('in')
  await rule.getByLabel('Comparison').selectOption('less than')
  await rule.getByLabel('Value').fill('100')
  await expect(desk.getByText('10 of 251', { exact: true })).toBeVisible()
  const people = grid.getByRole('row').getByRole('gridcell', { name: /^Person / })
  await expect(people).toHaveText(Array.from({ length: 10 }, (_, at) => `Person ${at}`))
  await looksRight(desk, 'recipient-list-filtered')
  await desk.getByRole('button', { name: 'Add filter' }).click()
  const another = desk.getByRole('group', { name: 'Filter 2' })
  await another.getByLabel('Column').selectOption('plan')
  await another.getByLabel('Value').fill('Gold')
  await expect(people).toHaveText(['Person 0', 'Person 3', 'Person 6', 'Person 9'])
  await desk.getByRole('button', { name: 'Remove filter on plan' }).click()
  await expect(people).toHaveCount(10)
  await rule.getByLabel('Value').fill('lots')
  await expect(desk.getByRole('region', { name: 'Filter' }).getByRole('alert')).toHaveText('Enter a number')
  await rule.getByLabel('Column').selectOption('renewal_date')
  await expect(rule.getByLabel('Value')).toHaveAttribute('placeholder', 'Enter a date')
  await rule.getByLabel('Comparison').selectOption('in')
  await expect(rule.getByLabel('Value')).toHaveValue('')
  await expect(rule.getByLabel('Value').locator('option:checked')).toHaveText('45 days')
  expect(await rule.getByLabel('Value').locator('option:enabled').allTextContents()).toEqual(['10 days', '20 days', '30 days', '45 days'])
  await desk.getByRole('button', { name: 'Remove filter on renewal_date' }).click()
  await expect(desk.getByText('100 of 251 shown')).toBeVisible()

  // A column that is text has no numbers to be wrong.
  await expect(desk.getByText('1 row has a problem')).toBeVisible()
  await desk.getByLabel('Type of care_fee').selectOption('text')
  await desk.getByLabel('Type of renewal_date').selectOption('text')
  await expect
    .poll(async () => (await account.get<{ recipient_data: { field_types: string[] } }>(`${AT}/${key}`)).recipient_data.field_types[4])
    .toBe('text')

  const [download] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('link', { name: 'Download CSV' }).click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(253)
  expect(text).toContain('02999,Cut Off,"5,58199E+12",lots,31/02/2026,Gold')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'recipient-list-phone')
})

test('[W-260 W-261] what cannot be saved or fetched says so in words', async ({ desk, server, account }) => {
  const { key } = await filled(account, 'Troubled', 'name\nAnn\n')
  const failing = (route: import('playwright/test').Route) => route.fulfill({ status: 500, json: { success: false } })
  const said = (text: string) => desk.getByRole('alert').filter({ has: desk.getByText(text, { exact: true }) })
  const refused = said('An error occurred while adding/updating recipient data')
  const isRefused = async () => {
    await expect(refused.locator('[class*="danger"]')).toHaveCount(1)
    await refused.getByRole('button').click()
    await expect(refused).toHaveCount(0)
  }
  await desk.route('**/add_update_recipient_data', failing)
  await desk.goto(`${server.url}/#recipient_datas`)
  await desk.getByRole('button', { name: 'Add recipient list' }).click()
  await isRefused()
  await desk.getByRole('button', { name: 'Delete Troubled' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await isRefused()
  await desk.getByRole('link', { name: 'Troubled' }).click()
  await desk.getByLabel('Description').fill('Never saved')
  await isRefused()
  await desk.unroute('**/add_update_recipient_data')

  const missing = said('An error occurred while fetching recipient data')
  for (const [call, at] of [
    ['/app/recipient_datas', '#recipient_datas'],
    [`/app/recipient_datas/${key}`, `#recipient_datas/${key}`],
    [`/app/recipient_datas/${key}/rows`, `#recipient_datas/${key}`],
  ] as const) {
    await desk.route(`**${call}`, failing)
    await desk.goto('about:blank')
    await desk.goto(`${server.url}/${at}`)
    await expect(missing.locator('[data-error]')).toHaveCount(1)
    await desk.unroute(`**${call}`)
    await desk.getByRole('button', { name: 'Try again' }).click()
    await expect(missing).toHaveCount(0)
    await expect(desk.getByText(at === '#recipient_datas' ? 'Troubled' : 'Ann', { exact: true })).toBeVisible()
  }
  // Rows that are there stay, where no others can be fetched.
  await desk.route('**/rows', failing)
  await desk.getByRole('button', { name: 'Add filter' }).click()
  await desk.getByLabel('Value').fill('Bob')
  await expect(missing.locator('[class*="danger"]')).toHaveCount(1)
  await expect(desk.getByText('Ann', { exact: true })).toBeVisible()
})

/** A list is open, time stands still, and nothing is pushed. */
async function openedStill(desk: Page, url: string, list: List) {
  const asked = await counting(desk)
  await desk.clock.install()
  await desk.route('**/live/**', (route) => route.abort())
  await desk.routeWebSocket(/\/live/, (socket) => socket.close())
  const description = desk.getByRole('textbox', { name: 'Description' })
  await desk.goto(`${url}/#recipient_datas/${list.key}`)
  await expect(description).toBeVisible()
  await desk.goto(`${url}/#recipient_datas`)
  const link = desk.getByRole('link', { name: list.description, exact: true })
  await expect(link).toBeVisible()
  await standStill(desk)
  await link.click()
  await expect(description).toBeVisible()
  return {
    description,
    names: () => asked('GET', new RegExp(`/recipient_datas/${list.key}$`)),
    rows: () => asked('POST', new RegExp(`/recipient_datas/${list.key}/rows$`)),
    saves: () => asked('POST', /add_update_recipient_data$/),
  }
}

test('[W-122 W-123] names of columns and rows are asked for every 5 s until there are some, and not after that', async ({
  desk,
  server,
  account,
}) => {
  const list = await make(account, 'Bare for a while')
  const { names, rows } = await openedStill(desk, server.url, list)
  const now = () => desk.evaluate(() => Date.now())
  const start = await now()
  const until = async (ms: number) => desk.clock.runFor(start + ms - (await now()))
  // Rows follow once the screen was drawn again.
  const settled = () => desk.clock.runFor(250).then(rows)
  await until(1_000)
  const [ofNames, ofRows] = [await names(), await rows()]
  for (const time of [1, 2]) {
    await until(time * 5_000 - 1)
    expect([await names(), await rows()]).toEqual([ofNames + time - 1, ofRows + time - 1])
    await until(time * 5_000)
    expect(await names()).toBe(ofNames + time)
    await expect.poll(settled).toBe(ofRows + time)
  }
  await replaced(account, list.key, 'name,mail\nAnn,a@b.example\n')
  await until(15_000)
  // What the answer says is drawn before its rows are asked for.
  await expect(desk.getByText('1 row', { exact: true })).toBeVisible()
  await desk.clock.runFor(1_000)
  const grid = desk.getByRole('grid', { name: 'Rows of the list' })
  await expect(grid.getByRole('columnheader').filter({ hasText: 'mail' })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'a@b.example' })).toBeVisible()
  const after = [await names(), await rows()]
  await desk.clock.runFor(60_000)
  expect([await names(), await rows()]).toEqual(after)
})

/** Time stands still again once the rows of a file were taken and are shown. */
async function uploadedStill(desk: Page): Promise<void> {
  await desk.clock.resume()
  await desk.getByRole('button', { name: 'Upload CSV' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Upload CSV' })
  await dialog.locator('input[type=file]').setInputFiles(csv('a.csv', 'name\nAnn\n'))
  await expect(dialog.getByRole('button', { name: 'Use 1 row' })).toBeVisible()
  await desk.clock.pauseAt(Date.now() + 1_200_000)
  await dialog.getByRole('button', { name: 'Use 1 row' }).click()
  await expect(desk.getByText('1 row', { exact: true })).toBeVisible()
  await desk.clock.runFor(300)
  await expect(desk.getByRole('grid', { name: 'Rows of the list' }).getByRole('gridcell', { name: 'Ann' })).toBeVisible()
}

test('[W-124] 10 s after a CSV was uploaded its rows are asked for once more, and only once', async ({ desk, server, account }) => {
  const { names, rows } = await openedStill(desk, server.url, await make(account, 'Uploaded in a moment'))
  await uploadedStill(desk)
  const [ofNames, before] = [await names(), await rows()]
  await desk.clock.runFor(9_699)
  expect([await names(), await rows()]).toEqual([ofNames, before])
  // Once the clock runs on, an answer that is not there by then is asked for again.
  const answered = desk.waitForResponse(/\/rows$/).then((response) => response.finished())
  await desk.clock.runFor(1)
  expect(await names()).toBe(ofNames + 1)
  await expect.poll(() => desk.clock.runFor(250).then(rows)).toBe(before + 1)
  await answered
  await desk.clock.runFor(60_000)
  expect(await rows()).toBe(before + 1)
})

test('a list that is opened within 10 s after an upload to another one stays, and the other is asked for no more', async ({
  desk,
  server,
  account,
}) => {
  const next = await make(account, 'Opened right after')
  const { names, description } = await openedStill(desk, server.url, await make(account, 'Uploaded and left'))
  await uploadedStill(desk)
  const before = await names()
  await desk.goto(`${server.url}/#recipient_datas/${next.key}`)
  await expect(description).toHaveValue('Opened right after')
  await desk.clock.runFor(11_000)
  expect(await names()).toBe(before)
  await expect(description).toHaveValue('Opened right after')
})

test('[W-289 W-292] a description is saved 250 ms after the last change, and 1 ms after its field was left', async ({
  desk,
  server,
  account,
}) => {
  const { description, saves } = await openedStill(desk, server.url, await make(account, 'Described'))
  await description.fill('Spring')
  await desk.clock.runFor(249)
  await description.fill('Summer')
  await desk.clock.runFor(249)
  expect(await saves()).toBe(0)
  await desk.clock.runFor(1)
  expect(await saves()).toBe(1)
  await description.fill('Autumn')
  await description.blur()
  expect(await saves()).toBe(1)
  await desk.clock.runFor(1)
  // It waits for the answer to the one before, on a clock that stands still.
  await expect.poll(saves).toBe(2)
  await expect
    .poll(async () => (await account.get<{ recipient_datas: List[] }>(AT)).recipient_datas.map((one) => one.description))
    .toContain('Autumn')
})
