import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FieldRuleRecord } from '#contract/field-rules'
import type { PackState } from '#domain/pack'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type Client, client, openSigning } from '../../cli/demo/client.ts'
import { eventually, finish, linkOf, newId, type Prepared, prepared, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const at = (row: number) => ({ x: 60, y: 80 + 40 * row, width: 200, height: 24 })
const lease = () =>
  prepared(
    server.owner,
    'Lease',
    ['Ann Ames'],
    [
      { type: 'choice', ...at(0), signer: 0, options_as_csv: 'Yes,No', required: false },
      { type: 'text', ...at(1), signer: 0, required: true },
      { type: 'signature', ...at(2), height: 40, signer: 0 },
    ],
  )

const rulesOf = async (pack: string, by: Client = server.owner) =>
  (await by.get<{ message: string; field_rules: readonly FieldRuleRecord[] }>(`/app/documents/${pack}/field_rules`)).field_rules
const save = (pack: string, rule: string, data: object, by: Client = server.owner) =>
  by.post<{ field_rule: FieldRuleRecord | null; message: string }>(`/app/documents/${pack}/field_rules/${rule}/add_update_delete`, { data })
const isHidden = async (pack: string, field: string, by: Client = server.owner) =>
  (await viewOf(by, pack)).view.fields[field]!.disabled !== undefined

async function signerOf({ pack, signers }: Prepared): Promise<Client> {
  const { revision } = await viewOf(server.owner, pack)
  await server.owner.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  const signer = client(server.url)
  const opened = await openSigning(signer, await linkOf(server.owner, pack, signers[0]!))
  await signer.post(`/app/documents/${pack}/user_accepted_terms/${signers[0]}`, { consent_version: opened.consent.version })
  return signer
}

describe('the conditions of a document', () => {
  test('[D-213] [D-214] [D-508] [D-509] are set, listed in infix notation and as JsonLogic, changed and deleted', async () => {
    const { pack, fields } = await lease()
    const [married, spouse] = fields as [string, string]
    const rule = newId()
    const infix_logic = `[${married}] is "Yes"`
    const saved = await save(pack, rule, { field_or_group: spouse, infix_logic, field_rule_type: 'field_group_enabled' })
    const record = {
      rule_id: rule,
      field_or_group: spouse,
      json_logic: { '===': [{ var: married }, 'yes'] },
      infix_logic,
      field_rule_type: 'field_group_enabled',
      delete: false,
    }
    expect(saved).toMatchObject({ success: true, message: 'The condition was saved.', field_rule: record })
    expect(await rulesOf(pack)).toEqual([record])
    expect(await isHidden(pack, spouse)).toBe(true)
    const changed = `[${married}] is not "Yes"`
    await save(pack, rule, { field_or_group: spouse, infix_logic: changed })
    expect(await rulesOf(pack)).toMatchObject([{ rule_id: rule, infix_logic: changed, field_rule_type: 'field_group_enabled' }])
    expect(await isHidden(pack, spouse)).toBe(false)
    expect(await save(pack, rule, { delete: true })).toMatchObject({ message: 'The condition was deleted.', field_rule: null })
    expect(await rulesOf(pack)).toEqual([])
    // Deleted twice is deleted.
    expect(await save(pack, rule, { delete: true })).toMatchObject({ success: true })
    const other = save(pack, rule, { field_or_group: spouse, infix_logic, field_rule_type: 'field_required' })
    expect(await refusalOf(other)).toMatchObject({ status: 400 })
  })

  test('that are refused say why, and change nothing', async () => {
    const { pack, fields } = await lease()
    const [married, spouse] = fields as [string, string]
    const refusals = [
      [
        { field_or_group: spouse, infix_logic: 'married is Yes' },
        400,
        'condition-invalid',
        'This condition cannot be read at its character 1.',
      ],
      [{ field_or_group: newId(), infix_logic: `[${married}] is "Yes"` }, 410, 'rule-target-missing', undefined],
      [{ field_or_group: spouse, infix_logic: `[${spouse}] is "x"` }, 409, 'rule-circle', undefined],
      [{ field_or_group: spouse, infix_logic: `[${married}] is "Maybe"` }, 400, 'condition-never-true', undefined],
      [{ field_or_group: '__proto__', infix_logic: `[${married}] is "Yes"` }, 410, 'rule-target-missing', undefined],
      [{ field_or_group: spouse }, 400, 'invalid-request', 'A condition needs field_or_group and infix_logic.'],
    ] as const
    for (const [data, status, code, message] of refusals) {
      expect(await refusalOf(save(pack, newId(), data))).toMatchObject({ status, code, ...(message ? { message } : {}) })
    }
    expect(await refusalOf(save(pack, 'nonsense', { delete: true }))).toMatchObject({ status: 400 })
    expect(await rulesOf(pack)).toEqual([])
    await save(pack, newId(), { field_or_group: spouse, infix_logic: `[${married}] is "Yes"` })
    const removal = server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: married, removed: true }] })
    expect(await refusalOf(removal)).toMatchObject({ status: 409, code: 'field-in-rule' })
  })

  test('[D-470] take the permission to use field rules, which a member can be without', async () => {
    const { pack, fields } = await lease()
    const member = await server.member('Otto')
    const { user_accounts } = await server.owner.get<{ user_accounts: readonly { key: string; user: { email_address: string } }[] }>(
      `/app/accounts/${server.workspace}/user_accounts`,
    )
    const user_account_key = user_accounts.find(({ user }) => user.email_address === 'otto@example.com')!.key
    const permit = (user_profile_permissions: Record<string, boolean>) =>
      server.owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, {
        data: { user_account_key, permissions: { user_profile_permissions } },
      })
    await permit({ can_use_field_rules: false })
    const data = { field_or_group: fields[1], infix_logic: `[${fields[0]}] is "Yes"` }
    expect(await refusalOf(save(pack, newId(), data, member))).toMatchObject({ status: 403 })
    expect(await rulesOf(pack, member)).toEqual([])
    await permit({ can_use_field_rules: true })
    expect(await save(pack, newId(), data, member)).toMatchObject({ success: true })
  })

  test('are evaluated by the server as a signer fills in: a hidden field is no duty and on no sealed page, and its value comes back with it', async () => {
    const made = await lease()
    const { pack, signers, fields } = made
    const [married, spouse, signature] = fields as [string, string, string]
    await save(pack, newId(), { field_or_group: spouse, infix_logic: `[${married}] is "Yes"` })
    const signer = await signerOf(made)
    const fill = (uuid: string, data: unknown) => signer.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid, data }] })
    expect(await rulesOf(pack, signer)).toHaveLength(1)
    await fill(married, 'Yes')
    await fill(spouse, 'Bob')
    await fill(signature, { method: 'typed', text: 'Ann Ames' })
    await fill(married, 'No')
    expect((await viewOf(signer, pack)).view.fields[spouse]).toMatchObject({ value: null, disabled: { value: 'Bob' } })
    expect((await viewOf(server.owner, pack)).view.fields[spouse]).toMatchObject({ value: null, disabled: { value: { $: '' } } })
    await fill(married, 'Yes')
    expect((await viewOf(signer, pack)).view.fields[spouse]).toMatchObject({ value: 'Bob' })
    await fill(spouse, '')
    expect(await refusalOf(finish(signer, pack, signers[0]!))).toMatchObject({ code: 'fields-incomplete' })
    await fill(spouse, 'Bob')
    await fill(married, 'No')
    await finish(signer, pack, signers[0]!)
    const { view } = await eventually(
      () => viewOf(server.owner, pack),
      ({ view: { documents } }) => documents.every(({ sealing }) => sealing.state === 'sealed'),
    )
    const text = await textOf(view)
    expect(text).toContain('Ann Ames')
    expect(text).not.toContain('Bob')
  })
})

describe('values that are copied', () => {
  const WITHIN = { use_data_field_value_replication: true }
  const named = (row: number, signer: number, more: object = {}) =>
    ({ type: 'text', ...at(row), signer, custom_id: 'name', ...more }) as const
  const contract = () =>
    prepared(
      server.owner,
      'Contract',
      ['Ann Ames', 'Bob Bell'],
      [
        named(0, 0),
        named(1, 1),
        { type: 'choice', ...at(2), signer: 0, options_as_csv: 'Yes,No' },
        { type: 'signature', ...at(3), height: 40, signer: 0 },
      ],
    )
  const settle = (pack: string, data: object) => server.owner.post(`/app/documents/${pack}/update_document`, { data })

  test('[D-154] a document and a template store whether values, values across documents and ticks are copied', async () => {
    const { pack } = await contract()
    const options = [
      ['use_data_field_value_replication', 'valueReplication'],
      ['use_data_field_value_replication_across_documents', 'replicationAcrossDocuments'],
      ['use_checkbox_value_replication', 'tickReplication'],
    ] as const
    for (const [name, setting] of options) {
      const stored = async (of: string) => (await viewOf(server.owner, of)).view.settings[setting] ?? false
      expect(await stored(pack)).toBe(false)
      await settle(pack, { [name]: true })
      expect(await stored(pack)).toBe(true)
    }
    const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
    const { view } = await viewOf(server.owner, document.key)
    expect(view.settings).toMatchObject({ valueReplication: true, replicationAcrossDocuments: true, tickReplication: true })
    await settle(pack, { use_checkbox_value_replication: false })
    expect((await viewOf(server.owner, pack)).view.settings).toMatchObject({ valueReplication: true, tickReplication: false })
  })

  test('are seen by whom they reach and by nobody else; hidden they are on no sealed page, shown again they are', async () => {
    const made = await contract()
    const { pack, signers, fields } = made
    const [name, theirs, decides, signature] = fields as [string, string, string, string]
    await settle(pack, WITHIN)
    await save(pack, newId(), { field_or_group: name, infix_logic: `[${decides}] is not "No"` })
    const signer = await signerOf(made)
    const fill = (uuid: string, data: unknown) => signer.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid, data }] })
    await fill(name, 'Zebedee')
    const other = client(server.url)
    await openSigning(other, await linkOf(server.owner, pack, signers[1]!))
    const read = async (by: Client, field: string) => (await viewOf(by, pack)).view.fields[field]!
    expect(await read(other, theirs)).toMatchObject({ value: 'Zebedee', filledFrom: name })
    expect((await read(other, name)).value).toEqual({ $: '' })
    expect(await read(server.owner, theirs)).toMatchObject({ value: { $: '' }, filledFrom: name })
    await fill(decides, 'No')
    expect([await read(signer, name), await read(other, theirs)].map(({ value }) => value)).toEqual([null, null])
    await fill(signature, { method: 'typed', text: 'Ann Ames' })
    await finish(signer, pack, signers[0]!)
    const { revision } = await viewOf(server.owner, pack)
    await settle(pack, { status: 'complete', revision })
    const { view } = await eventually(
      () => viewOf(server.owner, pack),
      ({ view: { documents } }) => documents.every(({ sealing }) => sealing.state === 'sealed'),
    )
    const text = await textOf(view)
    expect(text).toContain('Ann Ames')
    expect(text).not.toContain('Zebedee')
  })

  test('stand in the sealed file as the entry they were copied from, and the history names that one', async () => {
    const made = await prepared(
      server.owner,
      'Contract of one',
      ['Ann Ames'],
      [named(0, 0, { label: 'First' }), named(1, 0, { label: 'Second' }), { type: 'signature', ...at(3), height: 40, signer: 0 }],
    )
    const { pack, signers, fields } = made
    await settle(pack, WITHIN)
    const signer = await signerOf(made)
    const fill = (uuid: string, data: unknown) => signer.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid, data }] })
    await fill(fields[0]!, 'Quimby')
    await fill(fields[2]!, { method: 'typed', text: 'Ann Ames' })
    await finish(signer, pack, signers[0]!)
    const { view } = await eventually(
      () => viewOf(server.owner, pack),
      ({ view: { documents } }) => documents.every(({ sealing }) => sealing.state === 'sealed'),
    )
    expect((await textOf(view)).split('Quimby')).toHaveLength(3)
  })

  test('fields are repeated by the call that saves them, with the permission for it; what the record says besides is changed', async () => {
    const { pack, fields } = await contract()
    const { document } = await uploaded(server.owner, 'Annex', undefined, pack)
    const uuid = newId()
    await server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid, repeats: fields[0], document_key: document, description: 'Here too' }],
    })
    const { view } = await viewOf(server.owner, pack)
    const { key: _, document: __, updated: ___, updatedBy: ____, ...like } = view.fields[fields[0]!]!
    expect(view.fields[uuid]).toMatchObject({ ...like, document, description: 'Here too' })
    const again = server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid: newId(), repeats: fields[0], document_key: document }],
    })
    expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'fields-overlap' })
    const nothing = server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid: newId(), repeats: newId(), document_key: document }],
    })
    expect(await refusalOf(nothing)).toMatchObject({ status: 400 })
  })
})

async function textOf(view: PackState): Promise<string> {
  const { sealing } = view.documents[0]!
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await server.owner.bytes(`/app/serve/${sealing.state === 'sealed' ? sealing.file : ''}`)
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

test('a condition is tried on the documents that were made from a template: what each showed and would have shown, with what the team may see', async () => {
  const { owner } = server
  const made = await prepared(
    owner,
    'Tenancy',
    ['Ann Ames'],
    [
      { type: 'choice', ...at(0), signer: 'self', options_as_csv: 'Yes,No', required: false },
      { type: 'text', ...at(1), signer: 0, required: false },
      { type: 'text', ...at(2), signer: 0, required: false },
    ],
  )
  const { document: template } = await owner.get<{ document: { key: string } }>(`/app/documents/${made.pack}/convert_to_template`)
  const inTemplate = Object.values((await viewOf(owner, template.key)).view.fields).sort((a, b) => a.y - b.y)
  const [pets, deposit, notes] = inTemplate.map(({ key }) => key) as [string, string, string]
  const tried = (field_or_group: string, infix_logic: string, rule = newId(), by: Client = owner, offset = 0) =>
    by.post<{ documents: readonly { key: string; was: string; would_be: string }[]; all: number }>(
      `/app/documents/${template.key}/field_rules/${rule}/try_on_past`,
      { data: { field_or_group, infix_logic, offset } },
    )
  const asked = `[${pets}] is "Yes"`
  expect(await tried(deposit, asked)).toMatchObject({ documents: [], all: 0 })

  const rule = newId()
  await save(template.key, rule, { field_or_group: deposit, infix_logic: asked })
  const documents: string[] = []
  for (const answer of ['Yes', 'No', null]) {
    const { document } = await owner.get<{ document: { key: string } }>(
      `/app/documents/${template.key}/create_a_copy?template_to_document=true`,
    )
    documents.push(document.key)
    const { view } = await viewOf(owner, document.key)
    const [choice] = Object.values(view.fields).sort((a, b) => a.y - b.y)
    if (answer) await owner.post(`/app/documents/${document.key}/add_update_data_field`, { data: [{ uuid: choice!.key, data: answer }] })
  }
  const outcomes = async (...of: Parameters<typeof tried>) => {
    const answer = await tried(...of)
    return documents.map((key) => {
      const found = answer.documents.find((one) => one.key === key)
      return found && [found.was, found.would_be]
    })
  }
  const [shown, hidden] = ['shown', 'hidden']
  expect(await outcomes(deposit, asked, rule)).toEqual([
    [shown, shown],
    [hidden, hidden],
    [hidden, hidden],
  ])
  // In the place of the one that is saved; another one comes on top of it.
  const other = `[${pets}] is not "Yes"`
  expect(await outcomes(deposit, other, rule)).toEqual([
    [shown, hidden],
    [hidden, shown],
    [hidden, shown],
  ])
  expect(await outcomes(deposit, `[${notes}] is empty`)).toEqual([
    [shown, shown],
    [hidden, hidden],
    [hidden, hidden],
  ])
  expect(await isHidden(template.key, notes)).toBe(false)
  expect((await rulesOf(template.key)).map(({ infix_logic }) => infix_logic)).toEqual([asked])

  // A field that came later is in none of them.
  const later = newId()
  const { view } = await viewOf(owner, template.key)
  await owner.post(`/app/documents/${template.key}/add_update_data_field`, {
    data: [{ uuid: later, document_key: view.documents[0]!.key, page: 0, type: 'text', ...at(5), signatory_uuid: 'self' }],
  })
  expect(await outcomes(deposit, `[${later}] is empty`, rule)).toEqual([shown, hidden, hidden].map((was) => [was, 'not_evaluated']))
  const [newest] = (await tried(deposit, asked, rule)).documents
  expect(newest).toMatchObject({ key: documents.at(-1), document_name: 'Tenancy', status: 'setup' })
  expect(await tried(deposit, asked, rule, owner, 50)).toMatchObject({ documents: [] })

  expect(await refusalOf(tried(deposit, 'pets is Yes'))).toMatchObject({ status: 400, code: 'condition-invalid' })
  expect(await refusalOf(tried(deposit, `[${newId()}] is empty`))).toMatchObject({ code: 'condition-asks-nobody' })
})
