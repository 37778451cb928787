import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BulkSendLogEntry, BulkSendRecord, FailedRowRecord } from '#contract/bulk-sends'
import { documentOfRow, EMPTY_MAPPING } from '#domain/bulk-send'
import type { PackState } from '#domain/pack'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { checked, listWith, mapped, templateOf } from '../support/bulk-send.ts'
import { asked, eventually, linkOf, newId, prepared, signAs, viewOf } from '../support/prepared.ts'

/** Where every call is sent again for its lost answer, more of them are counted. */
const counting = test.skipIf(Boolean(process.env.ANSWERS_LOST))

let server: TestServer
let template: Awaited<ReturnType<typeof templateOf>>
beforeAll(async () => {
  server = await testServer()
  template = await templateOf(server.owner)
})
afterAll(() => server.close())

interface Answer {
  readonly bulk_send: BulkSendRecord
  readonly failed_rows: readonly FailedRowRecord[]
}
const save = (data: object, of: Client = server.owner) => of.post<Answer>('/app/bulk_sends/add_update_bulk_send', { data })
const at = (key: string, of: Client = server.owner) => of.get<Answer>(`/app/bulk_sends/${key}`)
/** Checks all rows first. */
async function activate(key: string) {
  await checked(server.owner, key)
  return save({ key, status: 'active' })
}
const documentsOf = async (key: string) =>
  (
    await server.owner.get<{ documents: readonly { key: string; document_name: string; status: string; bulk_send?: object }[] }>(
      `/app/documents?bulk_send_key=${key}`,
    )
  ).documents

/** Set up over a list of these people, ready to be activated. */
async function setUp(people: readonly (readonly [name: string, email: string, site: string])[], settings: object = {}) {
  const recipient_data_key = await listWith(server, ['name', 'email', 'site'], people)
  const { bulk_send } = await save({ key: 'new', description: 'Renewals', template_key: template.key, recipient_data_key, ...settings })
  await mapped(server, bulk_send.key, template.key, {
    ...EMPTY_MAPPING,
    name: 'Plan for {{site}}',
    fields: { [template.text]: '{{site}}' },
    signers: { [template.signer]: { name: '{{name}}', email: '{{email}}', mobile: '' } },
  })
  return { key: bulk_send.key, list: recipient_data_key }
}
const crowd = (size: number) => Array.from({ length: size }, (_, n) => [`Person ${n}`, `person${n}@example.com`, `Site ${n}`] as const)
const finished = (key: string, holds: (record: BulkSendRecord) => boolean) =>
  eventually(
    () => at(key),
    ({ bulk_send }) => holds(bulk_send),
  )

test('[W-077 W-227 W-228 W-229] a bulk send is created with its settings, changed, listed, and read by its key', async () => {
  const { key, list } = await setUp(crowd(2))
  const filter = [{ selected_field: 'site', selected_inequality: 'equal to', comparison_value: 'Site 1' }]
  const set = {
    key,
    description: 'Renewals',
    bulk_send_type: 'create_and_send',
    template_key: template.key,
    recipient_data_key: list,
    filter: [],
    status: 'setup',
    archived: false,
    when_to_run: null,
    most_recent_run_date: null,
    number_of_documents: 2,
    number_of_documents_created: 0,
    number_of_documents_completed: 0,
    number_of_documents_awaiting_signature: 0,
  }
  const { bulk_send: before } = await at(key)
  expect(before).toMatchObject(set)
  const change = { description: 'Renewals, spring', bulk_send_type: 'create', filter, when_to_run: '2099-01-01T09:00:00.000Z' }
  await save({ key, ...change })
  const { bulk_send } = await at(key)
  expect(bulk_send).toMatchObject({ ...set, ...change, number_of_documents: 1 })
  const { bulk_sends } = await server.owner.get<{ bulk_sends: readonly BulkSendRecord[] }>('/app/bulk_sends')
  expect(bulk_sends.find((one) => one.key === key)).toEqual(bulk_send)
  await save({ key, template_key: null, recipient_data_key: null, archived: true })
  expect((await at(key)).bulk_send).toMatchObject({ template_key: null, recipient_data_key: null, archived: true })
})

counting('however many bulk sends there are, their list is one question, comes in pages, and looks at no events', async () => {
  const { key: ran } = await setUp(crowd(1), { bulk_send_type: 'create' })
  await activate(ran)
  await finished(ran, ({ number_of_documents_created: created }) => created === 1)
  const made = [ran]
  const add = async (description: string) => made.unshift((await save({ key: 'new', description })).bulk_send.key)
  await add('First of many')
  const { handler, ...rest } = server.application.services
  const { pool } = rest as unknown as { pool: { query(...of: unknown[]): unknown } }
  const asked: string[] = []
  const [load, query] = [vi.spyOn(handler, 'load'), vi.spyOn(pool, 'query')]
  async function list(of = '') {
    load.mockClear()
    query.mockClear()
    const page = await server.owner.get<{ bulk_sends: readonly BulkSendRecord[]; cursor: string | null }>(`/app/bulk_sends${of}`)
    asked.push(...load.mock.calls.map(([stream]) => stream).filter((stream) => stream.startsWith('bulksend-')))
    const statements = query.mock.calls.map(([text]) => (typeof text === 'string' ? text : (text as { text: string }).text))
    const counted = ['bulk_sends.bulk_send', 'list.pack'].map((table) => statements.filter((each) => each.includes(table)).length)
    return { ...page, counted }
  }
  await list()
  const few = await list()
  for (let n = 0; n < 12; n++) await add(`Many ${n}`)
  const all = await list()
  expect(all.bulk_sends.slice(0, made.length).map(({ key }) => key)).toEqual(made)
  expect(all.bulk_sends.find(({ key }) => key === ran)).toEqual((await at(ran)).bulk_send)
  expect([all.cursor, all.counted, few.counted]).toEqual([null, [1, 1], [1, 1]])
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`?limit=5${cursor && `&cursor=${cursor}`}`)
    expect(page.bulk_sends.length).toBeLessThanOrEqual(5)
    paged.push(...page.bulk_sends.map(({ key }) => key))
    cursor = page.cursor
  }
  expect(paged).toEqual(all.bulk_sends.map(({ key }) => key))
  await save({ key: made[0], archived: true })
  expect((await list()).bulk_sends.map(({ key }) => key)).toEqual(paged.slice(1))
  expect((await list('?archived=true')).bulk_sends[0]?.key).toBe(made[0])
  expect(asked).toEqual([])
  expect(await refusalOf(server.owner.get('/app/bulk_sends?cursor=nonsense'))).toMatchObject({ status: 400 })
  for (const spy of [load, query]) spy.mockRestore()
})

test('[W-078] activated, it makes exactly one document a row, each filled by its row and sent, and counts them', async () => {
  const { key } = await setUp(crowd(12))
  const { key: report } = await checked(server.owner, key)
  const [one, other] = await Promise.all([save({ key, status: 'active' }), save({ key, status: 'active' })])
  expect([one, other].map(({ bulk_send }) => [bulk_send.status, bulk_send.report])).toEqual([
    ['active', report],
    ['active', report],
  ])
  const { bulk_send } = await finished(key, ({ number_of_documents_awaiting_signature: awaiting }) => awaiting === 12)
  expect(bulk_send).toMatchObject({ number_of_documents: 12, number_of_documents_created: 12, number_of_documents_failed: 0 })
  expect(bulk_send.most_recent_run_date).not.toBeNull()
  const documents = await documentsOf(key)
  expect(documents.map(({ key: document }) => document).sort()).toEqual(
    Array.from({ length: 12 }, (_, n) => documentOfRow(key, n + 2)).sort(),
  )
  const row = 7
  const { view } = await viewOf(server.owner, documentOfRow(key, row))
  expect(view).toMatchObject({ name: 'Plan for Site 5', from: template.key, status: 'awaiting_signatures', bulkSend: { key, row } })
  expect(view.signatories[0]).toMatchObject({ name: 'Person 5', email: 'person5@example.com' })
  expect(Object.values(view.fields).find(({ type }) => type === 'text')?.value).toBe('Site 5')
  const listed = documents.find((document) => document.key === documentOfRow(key, row))
  expect(listed?.bulk_send).toEqual({ key, name: 'Renewals', row })
  const { audit_records } = await server.owner.get<{ audit_records: readonly { code: string; message: string }[] }>(
    `/app/audit_trail/${documentOfRow(key, row)}`,
  )
  expect(JSON.stringify(audit_records)).toContain('was made by the bulk send “Renewals”, row 7')
  const signer = view.signatories[0]!.uuid
  const field = Object.values(view.fields).find(({ type }) => type === 'signature')!.key
  const document = documentOfRow(key, row)
  await signAs(server.url, await linkOf(server.owner, document, signer), document, signer, field)
  const { bulk_send: signed } = await finished(key, ({ number_of_documents_completed: completed }) => completed > 0)
  expect(signed).toMatchObject({
    number_of_documents: 12,
    number_of_documents_created: 12,
    number_of_documents_completed: 1,
    number_of_documents_awaiting_signature: 11,
  })
})

test('over a template with conditions, signer groups and custom fields each document has its own of them, as its row says', async () => {
  const at = (row: number) => ({ x: 72, y: 100 + 60 * row, width: 180, height: 40 })
  const { pack, signers, fields } = await prepared(
    server.owner,
    'Lease',
    ['Tenant', 'Guarantor', 'Landlord'],
    [
      { type: 'text', ...at(0), signer: 'self', required: false },
      { type: 'text', ...at(1), signer: 0, required: true },
      ...[0, 1, 2].map((signer) => ({ type: 'signature', ...at(2 + signer), signer })),
    ],
  )
  const [kind, horses] = fields as [string, string]
  const [tenants, owners] = [newId(), newId()]
  await server.owner.post(`/app/documents/${pack}/update_document`, {
    data: {
      signer_groups: [
        { uuid: tenants, name: 'Tenants' },
        { uuid: owners, name: 'Owners' },
      ],
      signatories: signers.map((uuid, n) => ({ uuid, signer_group_uuid: n < 2 ? tenants : owners })),
    },
  })
  await server.owner.post(`/app/documents/${pack}/field_rules/${newId()}/add_update_delete`, {
    data: { field_or_group: horses, infix_logic: `[${kind}] is "Stable"`, field_rule_type: 'field_group_enabled' },
  })
  await server.owner.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name: 'Client', required: true } })
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
  const { view: of } = await viewOf(server.owner, document.key)
  const recipient_data_key = await listWith(
    server,
    ['kind', 'client', 'tenant'],
    [
      ['Stable', '0381', 'Ann'],
      ['Barn', '0382', 'Bo'],
    ],
  )
  const settings = { key: 'new', description: 'Leases', template_key: document.key, recipient_data_key }
  const { bulk_send } = await save(settings)
  const kindIn = ({ view }: { view: PackState }) => Object.values(view.fields).find(({ assignee }) => assignee === 'self')!
  const mapping = {
    document_name: 'Lease of {{Client}}',
    data_fields: [{ data_field_id: kindIn({ view: of }).key, data: '{{kind}}' }],
    signatories: of.signatories.map(({ uuid }, n) => ({
      signatory_or_cc_id: uuid,
      name: n === 0 ? '{{tenant}}' : `Signer ${n}`,
      email: n === 0 ? '{{tenant}}@lease.example' : `signer${n}@lease.example`,
    })),
    user_defined_attributes: [{ user_defined_attribute_id: 'Client', value: '{{client}}' }],
  }
  await server.owner.post(`/app/bulk_sends/${bulk_send.key}/document_mapping/${document.key}`, { data: mapping })
  await activate(bulk_send.key)
  await finished(bulk_send.key, ({ number_of_documents_awaiting_signature: awaiting }) => awaiting === 2)
  for (const [row, client, isHidden] of [
    [2, '0381', false],
    [3, '0382', true],
  ] as const) {
    const made = documentOfRow(bulk_send.key, row)
    const { view } = await viewOf(server.owner, made)
    const own = kindIn({ view })
    const asksForHorses = Object.values(view.fields).find(({ type, assignee }) => type === 'text' && assignee !== 'self')!
    expect([view.name, asksForHorses.disabled !== undefined]).toEqual([`Lease of ${client}`, isHidden])
    const { field_rules } = await server.owner.get<{ field_rules: readonly object[] }>(`/app/documents/${made}/field_rules`)
    expect(field_rules).toMatchObject([{ field_or_group: asksForHorses.key, infix_logic: `[${own.key}] is "Stable"` }])
    const { user_defined_attributes } = await server.owner.get<{ user_defined_attributes: readonly object[] }>(
      `/app/documents/${made}/user_defined_attributes`,
    )
    expect(user_defined_attributes).toMatchObject([
      { id: 'Client', value: client, required: true, created_from_user_defined_attribute_id: of.customFields![0]!.key },
    ])
    const record = await server.owner.get<{
      document: {
        signer_groups: readonly { uuid: string; name: string }[]
        signatories: readonly { signer_group_uuid: string; status: string }[]
      }
    }>(`/app/documents/${made}`)
    const groups = record.document.signer_groups
    expect(groups.map(({ name }) => name)).toEqual(['Tenants', 'Owners'])
    expect(new Set([tenants, owners, ...groups.map(({ uuid }) => uuid)]).size).toBe(4)
    const [first, second] = groups.map(({ uuid }) => uuid)
    expect(record.document.signatories.map(({ signer_group_uuid }) => signer_group_uuid)).toEqual([first, first, second])
    const { audit_records } = await server.owner.get<{ audit_records: readonly { words: string; code: string }[] }>(
      `/app/audit_trail/${made}`,
    )
    const said = (code: string) => audit_records.filter((one) => one.code === code).map(({ words }) => words)
    expect(said('CustomFieldSet')).toEqual([
      'set the custom field “Client”',
      `set the custom field “Client”, from row ${row} of the bulk send`,
    ])
    expect(view.customFields).toMatchObject([{ value: client, origin: 'bulk-send' }])
    expect(said('FieldFilledBySender')).toEqual([expect.stringContaining(`, from row ${row} of the bulk send`)])
    // The groups sign one after another.
    await asked(server.owner, made)
    const requested = (await viewOf(server.owner, made)).view.signatories.map(({ request }) => request !== null)
    expect(requested).toEqual([true, true, false])
  }
})

test('of type create it makes documents and sends no request', async () => {
  const { key } = await setUp(crowd(3), { bulk_send_type: 'create' })
  await activate(key)
  await finished(key, ({ number_of_documents_created: created }) => created === 3)
  for (const document of await documentsOf(key)) {
    const { view } = await viewOf(server.owner, document.key)
    expect([view.status, view.signatories[0]?.request]).toEqual(['setup', null])
  }
})

test('a row that cannot be sent says why, holds up no other, and is retried alone', async () => {
  const { key } = await setUp([...crowd(2), ['Nobody', 'no address', 'Nowhere']])
  await activate(key)
  const { failed_rows } = await finished(
    key,
    (record) => record.number_of_documents_created === 2 && record.number_of_documents_failed === 1,
  )
  expect(failed_rows).toMatchObject([{ row: 4, because: 'invalid', message: 'Not a valid email address in linked data' }])
  const { failed_rows: left } = await server.owner.post<Answer>(`/app/bulk_sends/${key}/retry_row`, { data: { row: 4 } })
  expect(left).toEqual([])
  await finished(key, (record) => record.number_of_documents_failed === 1)
  const again = server.owner.post(`/app/bulk_sends/${key}/retry_row`, { data: { row: 2 } })
  expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'bulk-send-row-not-failed' })
})

describe('without a template or a list', () => {
  test('it is not activated', async () => {
    const { bulk_send } = await save({ key: 'new', description: 'Empty' })
    const refused = () => refusalOf(save({ key: bulk_send.key, status: 'active' }))
    expect(await refused()).toMatchObject({ status: 409, message: 'No template defined for this batch send' })
    await save({ key: bulk_send.key, template_key: template.key })
    expect(await refused()).toMatchObject({ status: 409, message: 'No data chosen this batch send' })
    expect((await at(bulk_send.key)).bulk_send.status).toBe('setup')
  })
})

test('it is activated as its last report says, which no change may have overtaken, and only where a row can be sent', async () => {
  const { key, list } = await setUp([...crowd(1), ['Nobody', 'no address', 'Nowhere']])
  const refused = async (report?: string) => (await refusalOf(save({ key, status: 'active', report })))?.message
  expect(await refused()).toBe('The rows have not been checked yet. Check all rows, then activate.')
  const first = await checked(server.owner, key)
  await save({ key, filter: [{ selected_field: 'site', selected_inequality: 'equal to', comparison_value: 'Nowhere' }] })
  await listWith(server, ['name', 'email', 'site'], crowd(1), list)
  expect(await refused()).toBe('Changed since the check: the list, the filter. Check all rows again, then activate.')
  expect((await at(key)).bulk_send.status).toBe('setup')
  await listWith(server, ['name', 'email', 'site'], [['Nobody', 'no address', 'Nowhere']], list)
  const { key: second } = await checked(server.owner, key)
  expect(await refused(first.key)).toBe('The rows were checked again meanwhile. Read the last report, then activate.')
  expect(await refused(second)).toBe('Every row has a problem. Correct the list or the mapping, check all rows again, then activate.')
  await save({ key, filter: [] })
  await listWith(server, ['name', 'email', 'site'], [...crowd(1), ['Nobody', 'no address', 'Nowhere']], list)
  const { key: report } = await checked(server.owner, key)
  const { bulk_send } = await save({ key, status: 'active', report })
  expect(bulk_send).toMatchObject({ status: 'active', report, number_of_documents: 2 })
  await finished(key, (record) => record.number_of_documents_created === 1 && record.number_of_documents_failed === 1)
})

test('a template that was edited after the dry run pauses it before another document is made, until it is activated again', async () => {
  const { key } = await setUp([...crowd(1), ['Nobody', 'no address', 'Nowhere']])
  await activate(key)
  await finished(key, (record) => record.number_of_documents_created === 1 && record.number_of_documents_failed === 1)
  await server.owner.post(`/app/documents/${template.key}/update_document`, { data: { document_name: 'Care plan, edited' } })
  await server.owner.post(`/app/bulk_sends/${key}/retry_row`, { data: { row: 3 } })
  const { bulk_send } = await finished(key, ({ status }) => status === 'paused')
  expect(bulk_send).toMatchObject({ paused_because: 'template-changed', number_of_documents_created: 1 })
  await activate(key)
  const { failed_rows } = await finished(key, (record) => record.number_of_documents_failed === 1)
  expect(failed_rows).toMatchObject([{ row: 3, because: 'invalid' }])
  expect((await documentsOf(key)).length).toBe(1)
})

test('undoing withdraws what waits for signatures, with a mail to those who were asked, and stops the rest', async () => {
  const { key } = await setUp(crowd(2))
  await activate(key)
  await finished(key, ({ number_of_documents_awaiting_signature: awaiting }) => awaiting === 2)
  for (const row of [2, 3]) {
    await eventually(
      () => viewOf(server.owner, documentOfRow(key, row)),
      ({ view }) => view.signatories[0]?.asked === true,
    )
  }
  const { bulk_send } = await server.owner.post<Answer>(`/app/bulk_sends/${key}/undo`, {})
  expect(bulk_send).toMatchObject({ status: 'paused', paused_because: 'undone', undone: true })
  await finished(key, ({ number_of_documents_awaiting_signature: awaiting }) => awaiting === 0)
  const { mails } = await eventually(
    () => server.owner.get<{ mails: readonly { to: string; subject: string }[] }>('/app/outbox'),
    ({ mails: all }) => all.filter(({ subject }) => subject.startsWith('Withdrawn: “Plan for Site')).length >= 2,
  )
  const withdrawn = mails.filter(({ subject }) => subject.startsWith('Withdrawn'))
  expect(withdrawn.map(({ to }) => to).sort()).toEqual(['person0@example.com', 'person1@example.com'])
  expect(await refusalOf(save({ key, status: 'active' }))).toMatchObject({ code: 'bulk-send-undone' })
})

test('deleting one that runs is refused until it is paused; a deleted one is restored; a clone begins in setup', async () => {
  const { key, list } = await setUp(crowd(1), { per_hour: 1, when_to_run: '2099-01-01T09:00:00.000Z' })
  await activate(key)
  expect(await refusalOf(save({ key, archived: true }))).toMatchObject({ status: 409, code: 'bulk-send-is-active' })
  const archive = (archived: boolean) =>
    server.owner.post('/app/recipient_datas/add_update_recipient_data', { data: { key: list, archived } })
  expect(await refusalOf(archive(true))).toMatchObject({
    status: 409,
    code: 'recipient-list-in-use',
    message: 'The bulk send “Renewals” makes documents of this list now. Pause it, then delete the list.',
  })
  await save({ key, status: 'paused' })
  await archive(true)
  expect(await refusalOf(save({ key, status: 'active' }))).toMatchObject({ status: 409, code: 'bulk-send-without-list' })
  await archive(false)
  expect((await save({ key, archived: true })).bulk_send.archived).toBe(true)
  const listed = async (query = '') =>
    (await server.owner.get<{ bulk_sends: readonly BulkSendRecord[] }>(`/app/bulk_sends${query}`)).bulk_sends.map((one) => one.key)
  expect([(await listed()).includes(key), (await listed('?archived=true')).includes(key)]).toEqual([false, true])
  expect((await save({ key, archived: false })).bulk_send).toMatchObject({ archived: false, status: 'paused' })
  const { bulk_send: clone } = await server.owner.post<Answer>(`/app/bulk_sends/${key}/clone`, {})
  expect(clone).toMatchObject({ status: 'setup', description: 'Copy of Renewals', template_key: template.key, number_of_documents: 1 })
  expect(clone.key).not.toBe(key)
})

test('one whose documents are all made is deleted, and so is its list: there is nothing left to pause', async () => {
  const { key, list } = await setUp(crowd(1))
  await activate(key)
  await finished(key, ({ number_of_documents_created: created }) => created === 1)
  await server.owner.post('/app/recipient_datas/add_update_recipient_data', { data: { key: list, archived: true } })
  expect((await save({ key, archived: true })).bulk_send).toMatchObject({ status: 'active', archived: true })
})

test('[W-085 W-235 W-236] results are a CSV that is asked for until it is there, with every signer’s state, for who asked alone', async () => {
  const { key } = await setUp([...crowd(1), ['=cmd()', 'person9@example.com', 'Site, 9']], { bulk_send_type: 'create' })
  await activate(key)
  await finished(key, ({ number_of_documents_created: created }) => created === 2)
  type Csv = { readonly bulk_send_temp_csv: { readonly key: string; readonly file_key: string | null } }
  const ask = (query = '', of: Client = server.owner) => of.get<Csv>(`/app/bulk_send/${key}/generate_temp_csv${query}`)
  const { bulk_send_temp_csv: begun } = await ask()
  expect(begun.file_key).toBeNull()
  const { bulk_send_temp_csv: made } = await eventually(
    () => ask(`?bulk_send_temp_csv_key=${begun.key}`),
    ({ bulk_send_temp_csv: { file_key } }) => file_key !== null,
  )
  expect(made.key).toBe(begun.key)
  const serve = (cookie: string) => fetch(`${server.url}/app/bulk_send/${key}/serve_temp_csv/${made.file_key}`, { headers: { cookie } })
  const answer = await serve(server.owner.cookie())
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, first, second] = (await answer.text()).replace('\uFEFF', '').split('\r\n')
  expect(head).toContain('row,document,status,signer 1 name,signer 1 email,signer 1 status')
  expect(first).toContain('2,Plan for Site 0,setup,Person 0,person0@example.com,setup')
  expect(second).toContain(`3,"Plan for Site, 9",setup,'=cmd(),person9@example.com`)
  const other = await server.member('Olga')
  expect((await serve(other.cookie())).status).toBe(404)
  expect(await refusalOf(ask(`?bulk_send_temp_csv_key=${begun.key}`, other))).toMatchObject({ status: 404 })
})

test('results say nothing of a document that was moved to another workspace', async () => {
  const { key } = await setUp(crowd(2), { bulk_send_type: 'create' })
  await activate(key)
  await finished(key, ({ number_of_documents_created: created }) => created === 2)
  const made = await server.owner.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name: 'South' } })
  const gone = (await documentsOf(key)).find(({ document_name }) => document_name === 'Plan for Site 1')!
  await server.owner.post('/app/copy_move_documents', {
    data: { document_keys: [gone.key], action: 'Move', to_account_key: made.data.account.key },
  })
  type Csv = { readonly bulk_send_temp_csv: { readonly key: string; readonly file_key: string | null } }
  const ask = (query = '') => server.owner.get<Csv>(`/app/bulk_send/${key}/generate_temp_csv${query}`)
  const { bulk_send_temp_csv: begun } = await ask()
  await eventually(
    () => ask(`?bulk_send_temp_csv_key=${begun.key}`),
    ({ bulk_send_temp_csv: { file_key } }) => file_key !== null,
  )
  const answer = await fetch(`${server.url}/app/bulk_send/${key}/serve_temp_csv/${begun.key}`, {
    headers: { cookie: server.owner.cookie() },
  })
  const table = await answer.text()
  expect(table).toContain('person0@example.com')
  expect(table).not.toContain('person1@example.com')
})

test('[W-232 W-129 W-084] the log says what happened and who did it, and answers only what is newer than the latest entry held', async () => {
  const { key } = await setUp(crowd(1))
  type Logs = { readonly bulk_send_logs: readonly BulkSendLogEntry[] }
  const { bulk_send_logs: all } = await server.owner.get<Logs>(`/app/bulk_send_logs/${key}`)
  const { bulk_send } = await at(key)
  expect(all[0]).toMatchObject({
    code: 'BulkSendCreated',
    message: 'Created',
    by: 'Mira Castell',
    date_created: bulk_send.date_created,
  })
  expect(all.map(({ date_created }) => date_created)).toEqual(all.map(({ date_created }) => date_created).sort())
  const since = all.at(-1)!.date_created
  const newer = () => server.owner.get<Logs>(`/app/bulk_send_logs/${key}?since=${encodeURIComponent(since)}`)
  expect((await newer()).bulk_send_logs).toEqual([])
  await save({ key, description: 'Renewals, spring' })
  expect((await newer()).bulk_send_logs).toMatchObject([{ code: 'BulkSendDescribed' }])
})

test('[W-210] seeing bulk sends takes can_view_bulk_sends; changing them two more permissions; strangers find nothing', async () => {
  const { key } = await setUp(crowd(1))
  const stranger = await server.stranger('Otto')
  expect(await refusalOf(at(key, stranger))).toMatchObject({ status: 404 })
  const member = await server.member('Nora')
  const { user_accounts } = await server.owner.get<{ user_accounts: readonly { key: string; user: { email_address: string } }[] }>(
    `/app/accounts/${server.workspace}/user_accounts`,
  )
  const nora = user_accounts.find(({ user }) => user.email_address === 'nora@example.com')!.key
  const permit = (permissions: Record<string, boolean>) =>
    server.owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, {
      data: { user_account_key: nora, permissions: { user_profile_permissions: permissions } },
    })
  expect((await save({ key, description: 'By Nora' }, member)).bulk_send.description).toBe('By Nora')
  await permit({ can_do_bulk_actions: false })
  expect((await at(key, member)).bulk_send.can_be_changed).toBe(false)
  expect(await refusalOf(save({ key, description: 'Again' }, member))).toMatchObject({ status: 403 })
  await permit({ can_do_bulk_actions: true, can_upload_documents: false })
  expect((await at(key, member)).bulk_send.can_be_changed).toBe(false)
  expect(await refusalOf(save({ key, description: 'Again' }, member))).toMatchObject({ status: 403 })
  await permit({ can_upload_documents: true, can_view_bulk_sends: false })
  expect(await refusalOf(at(key, member))).toMatchObject({ status: 403 })
  expect(await refusalOf(member.get('/app/bulk_sends'))).toMatchObject({ status: 403 })
  expect(await refusalOf(save({ key, description: 'Again' }, member))).toMatchObject({ status: 403 })
})
