import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FormEntryRecord } from '#contract/form-views'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { newId, prepared, viewOf } from '../support/prepared.ts'

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
      { type: 'text', ...at(0), signer: 0 },
      { type: 'text', ...at(1), signer: 0 },
      { type: 'signature', ...at(2), height: 40, signer: 0 },
    ],
  )

const formOf = async (pack: string, by: Client = server.owner) =>
  (await by.get<{ data: { entity_key: string; form_view: readonly FormEntryRecord[] } }>(`/app/form_views/get_form_view/${pack}`)).data
const save = (pack: string, form_view: readonly object[], more: object = {}, by: Client = server.owner) =>
  by.post('/app/form_views/update_form_view', { data: { entity_key: pack, form_view, ...more } })
const shown = async (pack: string) => (await formOf(pack)).form_view.map(({ label, data }) => label || data)

test('[D-220] [D-520] [D-521] a form is saved and read as ordered entries of its document', async () => {
  const { pack, fields } = await lease()
  expect(await formOf(pack)).toEqual({ entity_key: pack, form_view: [] })
  const [heading, name, help] = [newId(), newId(), newId()]
  const entries = [
    { type: 'h1', uuid: heading, label: 'Your part', data: null, position: 0 },
    { type: 'p', uuid: help, label: 'As in your passport.', data: null, position: 1 },
    { type: 'field', uuid: name, label: '', data: fields[0]!, position: 2 },
  ]
  await save(pack, entries)
  expect(await formOf(pack)).toEqual({ entity_key: pack, form_view: entries })

  // A form body carries the same as JSON, and a list in any order is read by its positions.
  await server.owner.post('/app/form_views/update_form_view', {
    data: JSON.stringify({
      entity_key: pack,
      form_view: [
        { ...entries[2], position: 7 },
        { ...entries[0], position: 3, label: 'Yours' },
      ],
    }),
  })
  expect(await formOf(pack)).toMatchObject({
    form_view: [
      { uuid: heading, label: 'Yours', position: 0 },
      { uuid: name, data: fields[0], position: 1 },
    ],
  })
  // An entry that was left out comes back under its key.
  await save(pack, [entries[0]!, entries[1]!])
  expect(await shown(pack)).toEqual(['Your part', 'As in your passport.'])
  await save(pack, [])
  expect(await shown(pack)).toEqual([])
})

test('two people who change entries of one form do not undo each other', async () => {
  const { pack, fields } = await lease()
  const [heading, name, town] = [newId(), newId(), newId()]
  const only_changes = true
  await save(pack, [
    { uuid: heading, type: 'h1', label: 'Your part' },
    { uuid: name, data: fields[0] },
  ])
  await Promise.all([
    save(pack, [{ uuid: heading, label: 'Yours' }], { only_changes }),
    save(pack, [{ uuid: heading, after: name }], { only_changes }),
    save(pack, [{ uuid: town, data: fields[1], after: name }], { only_changes }),
  ])
  expect(new Set(await shown(pack))).toEqual(new Set([fields[0], 'Yours', fields[1]]))
  await save(pack, [{ uuid: town, removed: true }], { only_changes })
  expect(await shown(pack)).toEqual([fields[0], 'Yours'])
  await save(pack, [{ uuid: town, removed: false }], { only_changes })
  expect(await shown(pack)).toHaveLength(3)
})

test('a form that cannot be is refused as a whole, and says why', async () => {
  const { pack, fields } = await lease()
  const field = { uuid: newId(), type: 'field', data: fields[0] }
  const refusals = [
    [[field, { uuid: newId(), type: 'field', data: fields[0] }], 409, 'form-field-twice'],
    [[{ uuid: newId(), type: 'field', data: newId() }], 410, 'field-missing'],
    [[{ uuid: newId(), type: 'field' }], 400, 'form-entry-invalid'],
    [[{ uuid: newId(), type: 'h4' }], 400, 'invalid-request'],
    [[{ uuid: newId(), type: 'p', label: 'x'.repeat(2_001) }], 400, 'too-long'],
  ] as const
  for (const [entries, status, code] of refusals) expect(await refusalOf(save(pack, entries))).toMatchObject({ status, code })
  expect(await refusalOf(save(newId(), []))).toMatchObject({ status: 404 })
  expect(await formOf(pack)).toMatchObject({ form_view: [] })
})

test('[D-442] the permission to set up form views decides, which a member can be without', async () => {
  const { pack } = await lease()
  const member = await server.member('Fay')
  const { user_accounts } = await server.owner.get<{ user_accounts: readonly { key: string; user: { email_address: string } }[] }>(
    `/app/accounts/${server.workspace}/user_accounts`,
  )
  const user_account_key = user_accounts.find(({ user }) => user.email_address === 'fay@example.com')!.key
  const permit = (can_set_up_form_views: boolean) =>
    server.owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, {
      data: { user_account_key, permissions: { user_profile_permissions: { can_set_up_form_views } } },
    })
  const entries = [{ uuid: newId(), type: 'h1', label: 'Your part' }]
  await permit(false)
  expect(await refusalOf(save(pack, entries, {}, member))).toMatchObject({ status: 403 })
  expect((await formOf(pack, member)).form_view).toEqual([])
  await permit(true)
  await save(pack, entries, {}, member)
  expect((await formOf(pack, member)).form_view).toMatchObject([{ label: 'Your part' }])
  const update = { data: { always_use_form_view: true } }
  await member.post(`/app/documents/${pack}/update_document`, update)
  expect((await viewOf(server.owner, pack)).view.settings.alwaysFormView).toBe(true)
})
