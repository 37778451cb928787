import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FieldRuleRecord } from '#contract/field-rules'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type Client, client, openSigning } from '../../cli/demo/client.ts'
import { eventually, finish, linkOf, newId, type Prepared, prepared, viewOf } from '../support/prepared.ts'

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
    const { sealing } = view.documents[0]!
    const file = sealing.state === 'sealed' ? sealing.file : ''
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const pdf = await server.owner.bytes(`/app/serve/${file}`)
    const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise
    const { items } = await (await document.getPage(1)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    expect(text).toContain('Ann Ames')
    expect(text).not.toContain('Bob')
  })
})
