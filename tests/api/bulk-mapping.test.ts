import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { DocumentMappingAnswer, DryRunRecord, DryRunRows } from '#contract/bulk-mapping'
import type { correctedRowAnswer } from '#contract/recipient-lists'
import { bulkSend } from '#domain/bulk-send'
import { contactKey } from '#domain/contacts'
import type { Column } from '#domain/filters'
import { recipientLists } from '#domain/recipient-lists'
import { PERMISSIONS } from '#domain/workspace'
import { commandsOf } from '#platform/command-handler'
import { eraseRecipients } from '#projections/recipient-rows'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { carryOut } from '../../processes/dry-runs/index.ts'
import { checked as checkedBy } from '../support/bulk-send.ts'
import { newId, prepared } from '../support/prepared.ts'

let server: TestServer
let user: string
beforeAll(async () => {
  server = await testServer()
  user = (await server.application.services.members.list(server.workspace))[0]!.user
})
afterAll(() => server.close())

const actor = () => ({ principal: `user:${user}`, capacity: 'team', session: 'test', proof: 'password' }) as const
const origin = () => ({ actor: actor(), correlation: 'test', causation: 'test' })
const who = () => ({ as: 'team', workspace: server.workspace, permissions: new Set<string>(PERMISSIONS) }) as const

/** A list as an upload leaves it behind. */
async function listOf(names: readonly string[], rows: readonly (readonly string[])[], into = newId()): Promise<string> {
  const { handler, recipientRows } = server.application.services
  const lists = commandsOf(recipientLists, handler)
  const columns = names.map((name): Column => ({ name, type: 'text' }))
  const format = { decimal: '.', dates: 'day-month' } as const
  const of = { key: newId(), workspace: server.workspace, list: into }
  await recipientRows.announce(of)
  await recipientRows.write(of, { columns, format }, parts(rows))
  const imported = { import: of.key, appendTo: null, digest: 'd', rows: rows.length, last: rows.length + 1, columns, format }
  const done = await lists.perform({
    key: server.workspace,
    who: who(),
    commands: [
      { do: 'CreateRecipientList', list: into, description: 'Tenants' },
      { do: 'ImportRecipientFile', list: into, ...imported },
    ],
    origin: origin(),
  })
  if ('refused' in done) throw new Error(done.refused)
  return into
}
async function* parts(rows: readonly (readonly string[])[]) {
  yield rows.map((values, at) => ({ number: at + 2, values }))
}

const FIELDS = [
  { type: 'signature', x: 40, y: 100, width: 160, height: 48, signer: 0 },
  { type: 'text', x: 40, y: 200, width: 120, height: 24, signer: 'self', custom_id: 'fee', required: true },
  { type: 'date', x: 40, y: 260, width: 120, height: 24, signer: 'self', custom_id: 'renews', required: false },
] as const

async function templateOf(signers: readonly string[] = ['Ada Lovelace']) {
  const source = await prepared(server.owner, 'Care plan', signers, FIELDS)
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${source.pack}/convert_to_template`)
  return document.key
}
async function bulkSendOf(template: string, list: string): Promise<string> {
  const { bulk_send } = await server.owner.post<{ bulk_send: { key: string } }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Spring', template_key: template, recipient_data_key: list },
  })
  return bulk_send.key
}
const read = (key: string, template: string, by: Client = server.owner) =>
  by.get<DocumentMappingAnswer>(`/app/bulk_sends/${key}/document_mapping/${template}`)
const save = (key: string, template: string, data: object, by: Client = server.owner) =>
  by.post<DocumentMappingAnswer>(`/app/bulk_sends/${key}/document_mapping/${template}`, { data })

type View = { signatories: { uuid: string }[]; fields: Record<string, { type: string; key: string }> }
async function ready(rows: readonly (readonly string[])[], columns = ['name', 'email', 'fee', 'renews']) {
  const template = await templateOf()
  const list = await listOf(columns, rows)
  const key = await bulkSendOf(template, list)
  const view = (await read(key, template)).template as View
  const signer = view.signatories[0]!.uuid
  const field = (type: string) => Object.values(view.fields).find((one) => one.type === type)!.key
  const mapping = {
    subject: 'For {{name}}',
    message: 'You pay {{fee}}.',
    document_name: 'Plan of {{name}}',
    data_fields: [
      { data_field_id: field('text'), data: '{{fee}}' },
      { data_field_id: field('date'), data: '{{renews}}' },
    ],
    signatories: [{ signatory_or_cc_id: signer, name: '{{name}}', email: '{{email}}', mobile_number: '' }],
    cc_recipients: [],
    user_defined_attributes: [],
  }
  return { template, list, key, signer, field, mapping }
}

describe('the mapping of a bulk send', () => {
  test('[W-233] is read for a template, with the columns and what is still missing', async () => {
    const { key, template, signer, field, mapping: complete } = await ready([])
    const { bulk_send_document_mapping: mapping, ...rest } = await read(key, template)
    expect(mapping).toEqual({
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      template_key: template,
      subject: '',
      message: '',
      document_name: '',
      data_fields: [],
      signatories: [],
      cc_recipients: [],
      user_defined_attributes: [],
    })
    expect(rest.columns.map(({ name }) => name)).toEqual(['name', 'email', 'fee', 'renews'])
    expect(rest.incomplete).toEqual([
      { code: 'name-undefined', message: 'Name not defined', at: { of: 'signer', key: signer, part: 'name' } },
      { code: 'email-undefined', message: 'Email not defined', at: { of: 'signer', key: signer, part: 'email' } },
      {
        code: 'field-undefined',
        message: 'Required field fee, has no data or mapping',
        at: { of: 'field', key: field('text') },
      },
    ])
    await save(key, template, complete)
    expect(await read(key, template)).toMatchObject({ bulk_send_document_mapping: complete, incomplete: [] })
    const another = await templateOf()
    expect((await read(key, another)).bulk_send_document_mapping).toMatchObject({ template_key: another, subject: '', signatories: [] })
  })

  test('[W-234] [W-079] [W-080] [W-081] [W-082] [W-083] is saved whole and read back as it was saved', async () => {
    const { key, template, mapping } = await ready([])
    const copies = [{ signatory_or_cc_id: newId(), name: 'Accounts', email: 'a@b.example', mobile_number: '+27821234567' }]
    const signatories = mapping.signatories.map((one) => ({ ...one, mobile_number: '+27821234568' }))
    const whole = {
      ...mapping,
      signatories,
      cc_recipients: copies,
      user_defined_attributes: [{ user_defined_attribute_id: 'site', value: '{{name}}' }],
    }
    const saved = await save(key, template, whole)
    expect(saved.bulk_send_document_mapping).toEqual({ key: expect.stringMatching(/^[0-9a-f-]{36}$/), template_key: template, ...whole })
    // Neither is in the template: it is kept, and reported.
    expect(saved.incomplete.map(({ code, at }) => [code, at?.of])).toEqual([
      ['target-missing', 'copy'],
      ['target-missing', 'custom-field'],
    ])
    expect((await read(key, template)).bulk_send_document_mapping).toEqual(saved.bulk_send_document_mapping)
    const another = await templateOf()
    const ofAnother = (await save(key, another, { subject: 'Of another' })).bulk_send_document_mapping
    expect(ofAnother).toMatchObject({ template_key: another, subject: 'Of another' })
    expect(ofAnother.key).not.toBe(saved.bulk_send_document_mapping.key)
    expect((await read(key, template)).bulk_send_document_mapping).toEqual(saved.bulk_send_document_mapping)
    await save(key, template, { subject: 'Other' })
    expect((await read(key, template)).bulk_send_document_mapping).toMatchObject({ subject: 'Other', data_fields: [], signatories: [] })
  })

  test('belongs to its workspace, and to those who may change bulk sends', async () => {
    const { key, template } = await ready([])
    const member = await server.member('Mona')
    const stranger = await server.stranger('Stan')
    const { members } = server.application.services
    const mona = (await members.list(server.workspace)).find(({ email }) => email === 'mona@example.com')!
    const document_permissions = Object.fromEntries(PERMISSIONS.map((one) => [one, one === 'can_view_bulk_sends' || one === 'can_browse']))
    await server.owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, {
      data: { user_account_key: mona.key, permissions: { document_permissions } },
    })
    expect((await read(key, template, member)).columns).toHaveLength(4)
    expect(await refusalOf(save(key, template, {}, member))).toMatchObject({ status: 403 })
    expect(await refusalOf(member.post(`/app/bulk_sends/${key}/dry_run`, {}))).toMatchObject({ status: 403 })
    for (const ask of [
      () => read(key, template, stranger),
      () => save(key, template, {}, stranger),
      () => stranger.get(`/app/bulk_sends/${key}/dry_run`),
    ]) {
      expect(await refusalOf(ask())).toMatchObject({ status: 404 })
    }
    const foreign = await prepared(stranger, 'Theirs', ['Eve'], [])
    expect(await refusalOf(read(key, foreign.pack))).toMatchObject({ status: 404 })
  })
})

const dryRunOf = async (key: string) => (await server.owner.get<{ dry_run: DryRunRecord | null }>(`/app/bulk_sends/${key}/dry_run`)).dry_run
const rowsOf = (key: string, query = '') => server.owner.get<DryRunRows>(`/app/bulk_sends/${key}/dry_run/rows${query}`)
type CorrectedRow = z.infer<typeof correctedRowAnswer>
const checked = (key: string) => checkedBy(server.owner, key)
const GOOD = ['Lena', 'lena@b.example', '1 980', '21/03/2026']

describe('a dry run', () => {
  test('checks every row by the document’s rules, says what is wrong with which, and makes nothing', async () => {
    const { key, template, mapping } = await ready([
      GOOD,
      ['', 'otto@b.example', '5', ''],
      ['Omar', 'omar.example', '', '31/02/2026'],
      ['Lena', 'LENA@b.example', '7', ''],
      ['Wim', 'wim@b.example', 'x'.repeat(500), '\u{13000}'],
    ])
    await save(key, template, mapping)
    const head = await server.application.services.eventLog.head()
    const report = await checked(key)
    expect(report).toMatchObject({ state: 'done', message: null, rows: 5, checked: 5, with_problems: 3, with_warnings: 1, changed: [] })
    expect(report.kinds.map(({ message, rows }) => [message, rows])).toEqual(
      expect.arrayContaining([
        ['Name is required', 1],
        ['Not a valid email address in linked data', 1],
        ['Required field fee, has no data or mapping', 1],
        ['Row 2 has the same address', 1],
      ]),
    )
    const { rows, cursor } = await rowsOf(key)
    expect(cursor).toBeNull()
    expect(rows.map(({ number, is_warning }) => [number, is_warning])).toEqual([
      [3, false],
      [4, false],
      [6, false],
      [5, true],
    ])
    expect(rows[1]!.problems.map(({ message }) => message)).toEqual([
      'Not a valid email address in linked data',
      'Required field fee, has no data or mapping',
      'This is not a date between 1900 and 2200. Please check the year.',
    ])
    expect(rows[1]!.values).toEqual(['Omar', 'omar.example', '', '31/02/2026'])
    expect(await server.application.services.eventLog.head()).toEqual(head)
  })

  test('is read in pages and as a table, problems first', async () => {
    const { key, template, mapping } = await ready(Array.from({ length: 5 }, (_, at) => ['', `p${at}@b.example`, '=1+1', '']))
    await save(key, template, mapping)
    await checked(key)
    const first = await rowsOf(key, '?limit=3')
    const second = await rowsOf(key, `?limit=3&cursor=${first.cursor}`)
    expect([...first.rows, ...second.rows].map(({ number }) => number)).toEqual([2, 3, 4, 5, 6])
    expect(second.cursor).toBeNull()
    const csv = await server.owner.bytes(`/app/bulk_sends/${key}/dry_run/csv`)
    const lines = Buffer.from(csv).toString('utf8').split('\r\n')
    expect(lines[0]).toBe('\ufeffrow,severity,problems,name,email,fee,renews')
    expect(lines[1]).toContain('2,problem,Name is required')
    // A cell that a spreadsheet would carry out is guarded.
    expect(lines[1]).toContain("'=1+1")
  })

  test('says what changed since, and which list it was', async () => {
    const { key, template, list, mapping } = await ready([GOOD])
    await save(key, template, mapping)
    expect((await checked(key)).changed).toEqual([])
    await save(key, template, { ...mapping, subject: 'Other' })
    expect((await dryRunOf(key))!.changed).toEqual(['mapping'])
    await listOf(['name', 'email', 'fee', 'renews'], [GOOD, GOOD], list)
    expect((await dryRunOf(key))!.changed).toEqual(['list', 'mapping'])
    await server.owner.post(`/app/documents/${template}/update_document`, { data: { document_name: 'Another' } })
    expect((await dryRunOf(key))!.changed).toEqual(['list', 'template', 'mapping'])
    expect((await checked(key)).changed).toEqual([])
  })

  test('warns of addresses from which a mail of the workspace came back', async () => {
    const { key, template, mapping } = await ready([GOOD, ['Ann', 'Ann@Bounced.example', '5', ''], ['', 'ann@bounced.example', '5', '']])
    await save(key, template, mapping)
    expect(await checked(key)).toMatchObject({ with_problems: 1, with_warnings: 0 })
    const { mailer, ...rest } = server.application.services
    const { pool } = rest as unknown as { pool: { query(sql: string, values: unknown[]): Promise<{ rows: { message_id: string }[] }> } }
    const bounced = { key: newId(), owner: newId(), workspace: server.workspace, kind: 'request', to: 'ann@bounced.example' }
    await mailer.send({ ...bounced, subject: 'Please sign', text: 'Sign', html: '<p>Sign</p>' })
    const { rows: written } = await pool.query('SELECT message_id FROM mail_outbox WHERE key = $1', [bounced.key])
    await mailer.recordBounce(written[0]!.message_id, 'no such mailbox')
    expect(await checked(key)).toMatchObject({ with_problems: 1, with_warnings: 1 })
    const says = 'A mail to this address came back earlier. Correct the address, or leave the row out.'
    expect(
      (await rowsOf(key)).rows.map(({ number, is_warning, problems }) => [number, is_warning, problems.map(({ message }) => message)]),
    ).toEqual([
      [4, false, ['Name is required', says, 'Row 3 has the same address']],
      [3, true, [says]],
    ])
  })

  test('a row is corrected in its list, once and as it was read; the report says that it is outdated', async () => {
    const { key, template, list, mapping } = await ready([GOOD, ['', 'otto@b.example', '5', ''], ['Omar', 'omar', '9', '']])
    await save(key, template, mapping)
    await checked(key)
    const was = ['', 'otto@b.example', '5', '']
    const values = ['Otto', 'otto@b.example', '5', '']
    const at = `/app/recipient_datas/${list}/correct_row`
    const correct = (data: object, once = '') => {
      server.owner.remember({ 'idempotency-key': once })
      return server.owner
        .post<CorrectedRow>(at, { data: { row: 3, was, values, ...data } })
        .finally(() => server.owner.remember({ 'idempotency-key': '' }))
    }
    const once = newId()
    const first = await correct({}, once)
    expect(first.row).toEqual({ number: 3, values, problems: [] })
    expect(first.recipient_data.number_of_rows).toBe(3)
    expect(await correct({}, once)).toEqual(first)
    expect(await refusalOf(correct({ values: ['Somebody', 'x@b.example', '5', ''] }))).toMatchObject({
      status: 409,
      message: 'Somebody else changed this row. Look at it as it is now, then correct it.',
    })
    expect(await refusalOf(correct({ row: 9 }))).toMatchObject({ status: 409, code: 'recipient-row-missing' })
    expect(await refusalOf(correct({ values: ['Otto'] }))).toMatchObject({ status: 409, code: 'recipient-row-columns' })
    expect(await refusalOf(correct({ values: ['x'.repeat(10_001), '', '', ''] }))).toMatchObject({ code: 'recipient-cell-too-long' })
    expect(await refusalOf(correct({ values: ['a\u0000b', '', '', ''] }))).toMatchObject({ code: 'recipient-cell-not-text' })

    expect((await dryRunOf(key))!.changed).toEqual(['list'])
    const found = await rowsOf(key)
    expect(found.list).toEqual({ key: list, columns: ['name', 'email', 'fee', 'renews'] })
    expect(found.rows.map(({ number, values, corrected }) => [number, values![0], corrected])).toEqual([
      [3, 'Otto', true],
      [4, 'Omar', false],
    ])
    expect(await checked(key)).toMatchObject({ rows: 3, with_problems: 1, changed: [] })
    expect((await rowsOf(key)).rows.map(({ number, corrected }) => [number, corrected])).toEqual([[4, false]])
    const csv = Buffer.from(await server.owner.bytes(`/app/recipient_datas/${list}/csv`)).toString('utf8')
    expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['\ufeffname', 'Lena', 'Otto', 'Omar', ''])
    const events = await server.application.services.eventLog.read(`recipientlists-${server.workspace}`, 0n, 1_000)
    const text = JSON.stringify(events)
    expect(text).toContain('RecipientRowCorrected')
    expect(text).not.toContain('Otto')

    // Another file has other rows: nothing of the report is shown over them.
    await listOf(['name', 'email', 'fee', 'renews'], [GOOD, GOOD, GOOD], list)
    expect((await rowsOf(key)).rows.map(({ values }) => values)).toEqual([null])
  })

  test('somebody who is erased goes with the row that was corrected and with what it said before, and counts once', async () => {
    const { list } = await ready([GOOD, ['Ann', 'ann.first@b.example', '5', ''], ['Bob', 'bob@b.example', '5', '']])
    const at = `/app/recipient_datas/${list}/correct_row`
    const correct = (row: number, was: string[], values: string[]) => server.owner.post<CorrectedRow>(at, { data: { row, was, values } })
    await correct(3, ['Ann', 'ann.first@b.example', '5', ''], ['Ann', 'ann.second@b.example', '5', ''])
    await correct(4, ['Bob', 'bob@b.example', '5', ''], ['Cleo', 'cleo@b.example', '5', ''])
    const { handler, recipientRows } = server.application.services
    const erase = (address: string) =>
      eraseRecipients({ handler, recipientRows }, server.workspace, contactKey(server.workspace, address), origin())
    const left = async () => {
      const { recipient_data } = await server.owner.get<CorrectedRow>(`/app/recipient_datas/${list}`)
      const rows = await server.owner.get<{ recipient_data_rows: { values: string[] }[] }>(`/app/recipient_datas/${list}/rows`)
      return [recipient_data.number_of_rows, ...rows.recipient_data_rows.map(({ values }) => values[0])]
    }
    // What a row said before is gone without the row.
    await erase('bob@b.example')
    expect(await left()).toEqual([3, 'Lena', 'Ann', 'Cleo'])
    await erase('ann.second@b.example')
    expect(await left()).toEqual([2, 'Lena', 'Cleo'])
    await erase('ann.first@b.example')
    expect(await left()).toEqual([2, 'Lena', 'Cleo'])
  })

  test('a row is left out of the bulk send alone, and taken in again', async () => {
    const { key, template, list, mapping } = await ready([GOOD, ['Lena', 'lena@b.example', '7', ''], ['', 'x@b.example', '5', '']])
    await save(key, template, mapping)
    expect(await checked(key)).toMatchObject({ rows: 3, with_problems: 1, with_warnings: 1, left_out: 0 })
    const choose = (row: number, left_out: boolean) =>
      server.owner.post(`/app/bulk_sends/${key}/leave_out_row`, { data: { row, left_out } })
    await choose(3, true)
    await choose(3, true)
    expect(await dryRunOf(key)).toMatchObject({ changed: ['left_out'], left_out: 1 })
    const found = await rowsOf(key)
    expect(found.rows.map(({ number, left_out }) => [number, left_out])).toEqual([
      [4, false],
      [3, true],
    ])
    expect(found.left_out).toEqual([{ number: 3, values: ['Lena', 'lena@b.example', '7', ''] }])
    const csv = Buffer.from(await server.owner.bytes(`/app/bulk_sends/${key}/dry_run/csv`)).toString('utf8')
    expect(csv).toContain('3,left out,Row 2 has the same address')
    expect(await checked(key)).toMatchObject({ rows: 2, with_problems: 1, with_warnings: 0, changed: [] })
    const { bulk_send } = await server.owner.get<{ bulk_send: { number_of_documents: number } }>(`/app/bulk_sends/${key}`)
    expect(bulk_send.number_of_documents).toBe(2)
    expect(await server.owner.get(`/app/recipient_datas/${list}`)).toMatchObject({ recipient_data: { number_of_rows: 3 } })
    await choose(3, false)
    expect(await dryRunOf(key)).toMatchObject({ changed: ['left_out'], left_out: 0 })
    expect(await refusalOf(choose(99, true))).toMatchObject({ status: 409, code: 'bulk-send-row-missing' })
    await choose(4, true)
    await listOf(['name', 'email', 'fee', 'renews'], [GOOD, GOOD, GOOD], list)
    expect(await dryRunOf(key)).toMatchObject({ left_out: 0 })
  })

  test('begins again where it was killed half-way, and gives way to a later one', async () => {
    const { key, template, mapping } = await ready(Array.from({ length: 600 }, () => ['', 'same@b.example', '5', '']))
    await save(key, template, mapping)
    const { handler, world, recipientRows, dryRuns } = server.application.services
    const report = newId()
    await dryRuns.ask(key, report)
    let pages = 0
    const deps = { handler, world, recipientRows, mailer: { bouncedOf: async () => new Set<string>() }, defaultCountry: 'ZA' }
    const dying = {
      ...dryRuns,
      record: async (...of: Parameters<typeof dryRuns.record>) =>
        pages++ > 0 ? Promise.reject(new Error('killed')) : dryRuns.record(...of),
    }
    await expect(carryOut({ ...deps, dryRuns: dying }, { bulkSend: key, report })).rejects.toThrow('killed')
    expect(await dryRuns.find(key)).toMatchObject({ state: 'running', checked: 500 })
    await carryOut({ ...deps, dryRuns }, { bulkSend: key, report })
    expect(await dryRuns.find(key)).toMatchObject({ state: 'done', rows: 600, checked: 600, withProblems: 600 })
    expect((await dryRuns.rows(report, null, 1_000)).rows).toHaveLength(600)
    await dryRuns.ask(key, newId())
    await carryOut({ ...deps, dryRuns }, { bulkSend: key, report })
    expect(await dryRuns.find(key)).toMatchObject({ state: 'waiting', checked: 0 })
  })

  test('of 10,000 rows with one address warns about all but the first, and keeps none from being sent', async () => {
    const { key, template, mapping } = await ready(Array.from({ length: 10_000 }, () => GOOD))
    await save(key, template, mapping)
    const { rows, with_problems, with_warnings, kinds } = await checked(key)
    expect({ rows, with_problems, with_warnings }).toEqual({ rows: 10_000, with_problems: 0, with_warnings: 9_999 })
    expect(kinds).toEqual([{ code: 'address-repeated', message: 'Row 2 has the same address', rows: 9_999 }])
    const { rows: found } = await rowsOf(key, '?limit=1')
    expect(found).toMatchObject([{ number: 3, is_warning: true }])
  })

  test('needs a template whose pages are there, and a list', async () => {
    const { key } = await ready([GOOD])
    const who_ = who()
    await commandsOf(bulkSend, server.application.services.handler).perform({
      key,
      who: who_,
      commands: [{ do: 'ChooseBulkSendList', list: null }],
      origin: origin(),
    })
    expect(await refusalOf(server.owner.post(`/app/bulk_sends/${key}/dry_run`, {}))).toMatchObject({
      message: 'No data chosen this batch send',
    })
    expect(await dryRunOf(key)).toBeNull()
  })
})
