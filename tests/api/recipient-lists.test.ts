import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecipientDataRecord, RecipientRowRecord } from '#contract/recipient-lists'
import { asTeam, soon } from '#tests/live-client'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { newId } from '../support/prepared.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await testServer()
  owner = server.owner
})
afterAll(() => server.close())

const AT = '/app/recipient_datas'
interface Page {
  readonly recipient_data_rows: readonly RecipientRowRecord[]
  readonly cursor: string | null
  readonly count: { readonly rows: number; readonly problems: number } | null
}
interface Announced {
  readonly url: string
  readonly file_key: string
  readonly temp_csv_key: string
}
const save = async (data: object, by = owner) =>
  (await by.post<{ recipient_data: RecipientDataRecord }>(`${AT}/add_update_recipient_data`, { data })).recipient_data
const make = (description = 'Customers', by = owner) => save({ key: 'new', description }, by)
const one = async (key: string, by = owner) => (await by.get<{ recipient_data: RecipientDataRecord }>(`${AT}/${key}`)).recipient_data
const all = async (by = owner) => (await by.get<{ recipient_datas: readonly RecipientDataRecord[] }>(AT)).recipient_datas
const rowsOf = (key: string, query: Record<string, string> = {}) => owner.get<Page>(`${AT}/${key}/rows?${new URLSearchParams(query)}`)
const announce = (key: string, by = owner) => by.get<Announced>(`/app/get_csv_upload_url/${key}?filename=people.csv`)
const finish = ({ temp_csv_key, file_key }: Announced, options: object = {}, by = owner) =>
  by.post<{ temp_csv: { key: string; number_of_rows: number }; recipient_data: RecipientDataRecord }>(
    `/app/csv_upload_success/${temp_csv_key}`,
    { file_key, ...options },
  )
async function upload(key: string, content: string | Uint8Array, options: object = {}) {
  const announced = await announce(key)
  await owner.put(announced.url, Buffer.from(content))
  return finish(announced, options)
}
const download = async (key: string) => {
  const answer = await fetch(`${server.url}${AT}/${key}/csv`, { headers: { cookie: owner.cookie() } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const CUSTOMERS = 'name,fee,renewal\nAnn,1260.50,2026-03-15\nBob,lots,31/02/2026\nCay,540,02-04-2026\n'
const GUESSABLE = `${CUSTOMERS}${'Dot,5,2026-05-01\n'.repeat(37)}`

test('[W-008 W-041 W-074 W-075 W-222 W-226 S-129 S-290 S-291 S-292] a list is made, and its rows come from a CSV file in three steps', async () => {
  const list = await make()
  expect(list).toMatchObject({ description: 'Customers', number_of_rows: 0, archived: false, field_names: [], field_types: [] })
  const announced = await announce(list.key)
  expect(announced).toMatchObject({ url: `/app/uploads/${announced.file_key}`, recipient_data: list })
  expect(await refusalOf(owner.get(`/app/get_csv_upload_url/${list.key}`))).toMatchObject({ status: 400 })
  await owner.put(announced.url, Buffer.from(GUESSABLE))
  expect(await refusalOf(owner.post(`/app/csv_upload_success/${announced.temp_csv_key}`, {}))).toMatchObject({ status: 400 })
  const { temp_csv, recipient_data } = await finish(announced)
  expect(temp_csv).toEqual({ key: announced.temp_csv_key, number_of_rows: 40 })
  expect(recipient_data).toMatchObject({
    key: list.key,
    number_of_rows: 40,
    field_names: ['name', 'fee', 'renewal'],
    field_types: ['text', 'number', 'date'],
    decimal_sign: '.',
    date_order: 'day-month',
  })
  expect(await one(list.key)).toEqual(recipient_data)
  const { recipient_data_rows: rows, count, cursor } = await rowsOf(list.key)
  expect({ count, cursor }).toEqual({ count: { rows: 40, problems: 1 }, cursor: null })
  // The row with problems first, each of them with its words.
  expect(rows[0]).toEqual({
    number: 3,
    values: ['Bob', 'lots', '31/02/2026'],
    problems: [
      { at: 1, code: 'not-a-number', message: 'This is not a number.' },
      { at: 2, code: 'not-a-date', message: 'This is not a date.' },
    ],
  })
  expect(rows.slice(1, 3).map(({ number, values }) => [number, values[0]])).toEqual([
    [2, 'Ann'],
    [4, 'Cay'],
  ])
  const some = await rowsOf(list.key, { limit: '25' })
  const others = await rowsOf(list.key, { limit: '25', cursor: String(some.cursor) })
  expect([...some.recipient_data_rows, ...others.recipient_data_rows]).toEqual(rows)
  // The file itself is kept no longer than its rows need it.
  expect(await server.application.services.files.find(announced.file_key)).toBeNull()
  // Whatever is said of their number, rows are counted.
  const saved = await save({ key: list.key, description: 'Former customers', archived: true, number_of_rows: 7 })
  expect(saved).toMatchObject({ key: list.key, description: 'Former customers', archived: true, number_of_rows: 40 })
})

test('[W-221 W-223] all lists of a workspace are listed, and none of another', async () => {
  const list = await make('Listed')
  const { key } = await make('Listed, archived')
  const archived = await save({ key, archived: true })
  expect(await all()).toEqual(expect.arrayContaining([list, archived]))
  expect(await one(list.key)).toEqual(list)
  const other = await server.stranger('Olga')
  expect(await all(other)).toEqual([])
  expect(await refusalOf(one(list.key, other))).toMatchObject({ status: 404, code: 'not-found' })
  const unknown = server.owner.post('/app/csv_upload_success/no-such-upload', { file_key: list.key })
  expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: 'not-found' })
  expect(await refusalOf(one(newId()))).toMatchObject({ status: 404 })
})

test('a list is described, archived and restored, and refuses changes while it is archived', async () => {
  const { key } = await make('Before')
  expect((await save({ key, description: '  After all ' })).description).toBe('After all')
  expect(await save({ key, archived: true })).toMatchObject({ archived: true, description: 'After all' })
  expect(await refusalOf(save({ key, description: 'No' }))).toMatchObject({ status: 409, code: 'recipient-list-archived' })
  expect(await refusalOf(upload(key, CUSTOMERS))).toMatchObject({ code: 'recipient-list-archived' })
  expect(await save({ key, archived: false })).toMatchObject({ archived: false })
  expect(await refusalOf(save({ key, description: 'x'.repeat(501) }))).toMatchObject({ status: 400, code: 'recipient-list-description' })
})

test('[W-224 W-307] rows come page by page, each exactly once', async () => {
  const { key } = await make()
  await upload(key, `n,v\n${Array.from({ length: 250 }, (_, at) => `${at},${at % 50 === 3 ? 'x' : at}`).join('\n')}`, {
    field_types: ['text', 'number'],
  })
  const numbers: number[] = []
  const sizes: number[] = []
  const counts: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await rowsOf(key, cursor ? { cursor } : {})
    sizes.push(page.recipient_data_rows.length)
    numbers.push(...page.recipient_data_rows.map(({ number }) => number))
    counts.push(page.count)
    cursor = page.cursor
  }
  expect(numbers.slice(0, 5)).toEqual([5, 55, 105, 155, 205])
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, at) => at + 2))
  expect(sizes).toEqual([100, 100, 50])
  expect(counts).toEqual([{ rows: 250, problems: 5 }, null, null])
  expect(await refusalOf(rowsOf(key, { cursor: 'made up' }))).toMatchObject({ status: 400 })
})

test('[W-225] rows are asked for by filter rules, and a rule that cannot be read says why', async () => {
  const { key } = await make()
  await upload(key, GUESSABLE)
  const filtered = (...filter_rules: readonly object[]) => owner.post<Page>(`${AT}/${key}/rows`, { query: { filter_rules } })
  const rule = (selected_field: string, selected_inequality: string, comparison_value: string) => ({
    selected_field,
    selected_inequality,
    comparison_value,
  })
  const both = [rule('renewal', 'less than', '01/05/2026'), rule('fee', 'greater than', '600')]
  const found = await filtered(...both)
  expect(found.recipient_data_rows.map(({ values }) => values[0])).toEqual(['Ann'])
  expect(found.count).toEqual({ rows: 1, problems: 0 })
  expect(await filtered(...both.reverse())).toEqual(found)
  expect((await filtered()).count).toEqual({ rows: 40, problems: 1 })
  expect(await refusalOf(filtered(rule('fee', 'less than', '')))).toMatchObject({
    status: 400,
    code: 'filter-number',
    message: 'Enter a number',
  })
  expect(await refusalOf(filtered(rule('gone', 'equal to', '')))).toMatchObject({ status: 400, code: 'filter-column-missing' })
  expect(await refusalOf(filtered(rule('name', 'in', '10')))).toMatchObject({ status: 400, code: 'filter-operator' })
})

test('types of columns can be changed, and problems with them', async () => {
  const { key } = await make()
  await upload(key, GUESSABLE)
  expect((await save({ key, field_types: ['text', 'text', 'text'] })).field_types).toEqual(['text', 'text', 'text'])
  expect((await rowsOf(key)).count).toEqual({ rows: 40, problems: 0 })
  expect(await refusalOf(save({ key, field_types: ['text'] }))).toMatchObject({ status: 400, code: 'recipient-column-types' })
})

test('a further file replaces the rows or follows them, with its columns in any order', async () => {
  const { key } = await make()
  await upload(key, 'name;fee\nAnn;1,50\nBob;2,50\n')
  expect(await one(key)).toMatchObject({ decimal_sign: ',', field_types: ['text', 'number'] })
  await upload(key, 'fee,name\n"3,5",Cay\n4.5,Dot', { mode: 'append' })
  const { recipient_data_rows: rows } = await rowsOf(key)
  // What follows is read as the rows before it are: a point is no decimal sign here.
  expect(rows.map(({ number, values, problems }) => [number, ...values, problems.length])).toEqual([
    [5, 'Dot', '4.5', 1],
    [2, 'Ann', '1,50', 0],
    [3, 'Bob', '2,50', 0],
    [4, 'Cay', '3,5', 0],
  ])
  expect(await refusalOf(upload(key, 'name,price\nEve,1', { mode: 'append' }))).toMatchObject({
    status: 409,
    code: 'recipient-columns-differ',
  })
  expect((await one(key)).number_of_rows).toBe(4)
  await upload(key, 'who\nFay\n')
  expect(await one(key)).toMatchObject({ number_of_rows: 1, field_names: ['who'] })
  expect((await rowsOf(key)).count).toEqual({ rows: 1, problems: 0 })
})

describe('a file that cannot be taken', () => {
  const quotes = `name,town\n${Array.from({ length: 71_000 }, (_, at) => (at + 2 === 70_000 ? '"Ann,x' : 'Ann,x')).join('\n')}`
  test.each([
    ['empty', '', 'csv-empty'],
    ['with names only', 'name,email\n', 'csv-no-rows'],
    ['with 201 columns', `${'c,'.repeat(200)}c\n1`, 'csv-too-many-columns'],
    ['with an unclosed quotation mark', quotes, 'csv-quotes'],
    ['with a huge cell', `name\n${'x'.repeat(10_000_000)}\n`, 'csv-cell-too-long'],
    ['with zero characters', 'name\na\u0000b\n', 'csv-not-text'],
  ])('%s changes nothing, and says what to do', async (_, content, code) => {
    const { key } = await make()
    await upload(key, CUSTOMERS)
    const refused = await refusalOf(upload(key, content))
    expect(refused).toMatchObject({ status: 400, code })
    if (code === 'csv-quotes') expect(refused.message).toContain('row 70000')
    expect(await one(key)).toMatchObject({ number_of_rows: 3, field_names: ['name', 'fee', 'renewal'] })
  })
})

test('UTF-16, Windows-1252, semicolons, a named separator, a column of Object and formulas are rows like any others', async () => {
  const { key } = await make()
  const western = Uint8Array.from('sep=;\r\n__proto__;é\r\n=1+1;Zoë\r\n', (sign) => sign.charCodeAt(0))
  for (const content of [western, Buffer.from('\uFEFF__proto__;é\n=1+1;Zoë', 'utf16le')]) {
    await upload(key, content)
    expect(await one(key)).toMatchObject({ field_names: ['__proto__', 'é'], number_of_rows: 1 })
    expect((await rowsOf(key)).recipient_data_rows[0]?.values).toEqual(['=1+1', 'Zoë'])
  }
})

test('what is downloaded as CSV reads back as the same rows, and no spreadsheet runs any of it', async () => {
  const { key } = await make('Round trip')
  const values = [
    ['=HYPERLINK("x")', '+44 7700 900123', '007'],
    ['a;=b', '5,58199E+12', 'two\nlines, "quoted"'],
    ["'quoted", '-5', '@SUM(1)'],
    ['', ' ', 'سلام'],
  ]
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  await upload(key, `a,__proto__,a\n${values.map((row) => row.map(cell).join(',')).join('\n')}`, { field_types: ['text', 'text', 'text'] })
  const first = (await rowsOf(key, {})).recipient_data_rows
  const { text, type } = await download(key)
  expect(type).toBe('text/csv; charset=utf-8')
  expect(text).toContain(`"'=HYPERLINK(""x"")",+44 7700 900123,007`)
  expect(text).toContain("'@SUM(1)")
  const copy = await make('Copy')
  await upload(copy.key, text, { field_types: ['text', 'text', 'text'] })
  expect((await one(copy.key)).field_names).toEqual(['a', '__proto__', 'a (2)'])
  expect((await rowsOf(copy.key)).recipient_data_rows).toEqual(first)
  expect(first.map((row) => row.values).sort()).toEqual(values.map((row) => row.map((text) => text.replace('\r', ''))).sort())
})

test('a file that is announced twice as taken is taken once', async () => {
  const { key } = await make()
  const announced = await announce(key)
  await owner.put(announced.url, Buffer.from(CUSTOMERS))
  const answers = await Promise.all([finish(announced), finish(announced), finish(announced)])
  expect(answers.map(({ temp_csv }) => temp_csv.number_of_rows)).toEqual([3, 3, 3])
  expect((await one(key)).number_of_rows).toBe(3)
  expect((await rowsOf(key)).recipient_data_rows.map(({ number }) => number).sort()).toEqual([2, 3, 4])
})

test('[W-211] lists are for those who view bulk sends, and changed by those who use bulk actions and upload', async () => {
  const member = await server.member('Vera')
  const { user_accounts } = await owner.get<{ user_accounts: { key: string; user: { email_address: string } }[] }>(
    `/app/accounts/${server.workspace}/user_accounts`,
  )
  const vera = user_accounts.find(({ user }) => user.email_address === 'vera@example.com')!
  const change = (permissions: Record<string, Record<string, boolean>>) =>
    owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, { data: { user_account_key: vera.key, permissions } })
  const allow = (document_permissions: Record<string, boolean>) => change({ document_permissions })
  const list = await make('Permissions')
  expect(await one(list.key, member)).toEqual(list)
  for (const needed of ['can_do_bulk_actions', 'can_upload_documents']) {
    await allow({ [needed]: false })
    expect(await one(list.key, member)).toEqual(list)
    expect(await refusalOf(save({ key: list.key, description: 'No' }, member)), needed).toMatchObject({ status: 403 })
    expect(await refusalOf(announce(list.key, member)), needed).toMatchObject({ status: 403 })
    await allow({ [needed]: true })
  }
  await change({ user_profile_permissions: { can_view_bulk_sends: false } })
  expect(await refusalOf(all(member))).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await refusalOf(save({ key: list.key, description: 'No' }, member))).toMatchObject({ status: 403 })
  const live = await asTeam(server.url, member)
  const wanted = { account_key: server.workspace, list: 'recipient_lists' } as const
  expect(await live.ask('watch_rows', wanted)).toMatchObject({ success: false })
  live.socket.close()
})

test('a member who watches the lists is notified of each change', async () => {
  const live = await asTeam(server.url, owner)
  const wanted = { account_key: server.workspace, list: 'recipient_lists' } as const
  expect(await live.ask('watch_rows', wanted)).toEqual({ success: true })
  const { key } = await make('Live')
  const longer = (than: number) =>
    soon(
      () => live.rows.length,
      (count) => count > than,
    )
  await longer(0)
  expect(live.rows[0]).toEqual(wanted)
  const before = live.rows.length
  await upload(key, CUSTOMERS)
  await longer(before)
  live.socket.close()
})

test('no row and no name of a column stands in the event log', async () => {
  const { key } = await make('Secretive')
  await upload(key, 'hidden_column,b\nhidden value,1\n')
  const events = await server.application.services.eventLog.read(`recipientlists-${server.workspace}`, 0n, 1_000)
  const text = JSON.stringify(events)
  expect(text).toContain('RecipientFileImported')
  for (const secret of ['hidden value', 'hidden_column', 'Secretive']) expect(text).not.toContain(secret)
})

test('erasing a person takes every row that names them, in any spelling, and a takeout has the rows of each list', async () => {
  const { key } = await make('Erasure')
  await upload(key, 'name,mail,mobile\nAnn,Ann.Erased@Example.com,\nBob,bob.kept@example.com,\nAnn,,+44 7911 123456\n', {
    field_types: ['text', 'text', 'text'],
  })
  const taken = async () => Buffer.from(await owner.bytes(`/app/accounts/${server.workspace}/export`)).toString('latin1')
  expect(await taken()).toContain('Ann.Erased@Example.com')
  for (const contact of ['ann.erased@example.com', '+447911123456']) {
    await owner.post(`/app/accounts/${server.workspace}/erase_person`, { data: { contact, documents: [] } })
  }
  expect((await rowsOf(key)).recipient_data_rows.map(({ number, values }) => [number, values[0]])).toEqual([[3, 'Bob']])
  expect((await one(key)).number_of_rows).toBe(1)
  expect(await taken()).not.toContain('Ann.Erased@Example.com')
  expect(await taken()).toContain('bob.kept@example.com')
})
