import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomFieldAnswer } from '#contract/custom-fields'
import type { ListRow } from '#contract/document-list'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { client, openSigning } from '../../cli/demo/client.ts'
import { linkOf, newId, prepared, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const lease = (name = 'Lease') =>
  prepared(server.owner, name, ['Ann Ames'], [{ type: 'signature', x: 60, y: 80, width: 200, height: 40, signer: 0 }])
const listOf = async (pack: string) =>
  (await server.owner.get<{ user_defined_attributes: readonly CustomFieldAnswer[] }>(`/app/documents/${pack}/user_defined_attributes`))
    .user_defined_attributes
const save = async (pack: string, data: object) =>
  (
    await server.owner.post<{ user_defined_attribute: CustomFieldAnswer | null }>(
      `/app/documents/${pack}/add_update_user_defined_attribute`,
      { data },
    )
  ).user_defined_attribute

test('[W-089] [W-244] [W-245] [D-212] [D-506] custom fields are added, listed, changed and removed', async () => {
  const { pack } = await lease()
  const made = await save(pack, { name: 'Client number', value: '0381', required: true })
  const record = {
    key: made!.key,
    document_key: pack,
    related_entity_id: pack,
    id: 'Client_number',
    name: 'Client number',
    value: '0381',
    required: true,
    visible_on_ui: true,
    created_from_user_defined_attribute_id: null,
    control_level: 'document_pack',
    is_template: false,
    custom_control: null,
    custom_control_properties: null,
    custom_control_value: null,
  }
  expect(made).toEqual(record)
  expect(await listOf(pack)).toEqual([record])
  expect(await save(pack, { key: made!.key, value: '0382', visible_on_ui: false })).toEqual({
    ...record,
    value: '0382',
    visible_on_ui: false,
  })
  await server.owner.get(`/app/documents/${pack}/delete_user_defined_attribute/${made!.key}`)
  expect(await listOf(pack)).toEqual([])
  expect(await save(pack, { key: made!.key, removed: false })).toMatchObject({ value: '0382', id: 'Client_number' })
  expect(await save(pack, { key: made!.key, removed: true })).toBeNull()
  expect((await refusalOf(server.owner.get(`/app/documents/${pack}/delete_user_defined_attribute/${newId()}`))).status).toBe(404)
})

test('[D-335] a request waits for a required custom field; its value stands in what the signer is sent, which knows nothing else of it', async () => {
  const { pack, signers } = await lease()
  const field = await save(pack, { name: 'Client', required: true })
  await save(pack, { name: 'Ours', value: 'kept within the team' })
  await server.owner.post(`/app/documents/${pack}/update_document`, {
    data: { document_name: 'Lease of {{Client}}', subject: 'For {{Client}}', message: 'Dear {name}: {{Client}}' },
  })
  const request = async () => {
    const { revision } = await viewOf(server.owner, pack)
    return server.owner.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
      data: { status: 'awaiting_signatures', revision },
    })
  }
  expect(await refusalOf(request())).toMatchObject({ status: 409, message: 'Client field is incomplete' })
  await save(pack, { key: field!.key, value: 'Mill {name} Ltd' })
  await request()
  const signer = client(server.url)
  const opened = await openSigning(signer, await linkOf(server.owner, pack, signers[0]!))
  const seen = JSON.stringify(await viewOf(signer, pack)).replaceAll('\u2060', '')
  expect(opened).toBeDefined()
  expect(seen).toContain('Dear {name}: Mill {name} Ltd')
  expect(seen).toContain('Lease of Mill {name} Ltd')
  expect(seen).not.toContain('kept within the team')
  expect(seen).not.toContain('{{Client}}')
})

test('[W-089] a copy and a document from a template begin with their custom fields, which know what they were made from', async () => {
  const { pack } = await lease()
  const made = await save(pack, { name: 'Client', value: '0381', required: true })
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
  const [copied] = await listOf(document.key)
  expect(copied).toMatchObject({ id: 'Client', value: '0381', is_template: true, created_from_user_defined_attribute_id: made!.key })
  expect(copied!.key).not.toBe(made!.key)
})

test('the list finds documents by the words of their custom fields and by a value, and shows those that are not hidden', async () => {
  const [one, two] = [await lease('Lease of a mill'), await lease('Lease of a barn')]
  await save(one.pack, { name: 'Region', value: 'Überwald' })
  await save(one.pack, { name: 'Ours', value: 'Zanzibar', visible_on_ui: false })
  await save(two.pack, { name: 'Region', value: 'Lancre' })
  const found = async (query: string) => (await server.owner.get<{ documents: readonly ListRow[] }>(`/app/documents?${query}`)).documents
  const keysOf = async (query: string) => (await found(query)).map(({ key }) => key)
  await expect.poll(() => keysOf('search_query=uberw')).toEqual([one.pack])
  await expect.poll(() => keysOf('user_defined_attribute_id=Region&user_defined_attribute_value=lancre')).toEqual([two.pack])
  expect(await keysOf('user_defined_attribute_id=Region&user_defined_attribute_value=lan')).toEqual([])
  expect(await keysOf('user_defined_attribute_id=region&user_defined_attribute_value=Lancre')).toEqual([])
  expect(await keysOf('search_query=zanzibar')).toEqual([])
  const [row] = await found('user_defined_attribute_id=Region&user_defined_attribute_value=%C3%9Cberwald')
  expect(row!.user_defined_attributes).toEqual([{ id: 'Region', name: 'Region', value: 'Überwald' }])
})

test('a value that is cut in the middle of a letter, as a list keeps it, stops no list, and is found', async () => {
  const { pack } = await lease('Cut short')
  const value = `${'a'.repeat(199)}😀 and more`
  await save(pack, { name: 'Long one', value })
  const conditions = encodeURIComponent(JSON.stringify([{ id: 'Long_one', operator: 'is', value }]))
  const { documents } = await server.owner.get<{ documents: readonly ListRow[] }>(`/app/documents?user_defined_attributes=${conditions}`)
  expect(documents.map(({ key }) => key)).toEqual([pack])
})

test('the list is narrowed by several custom fields, and counted so; their names are offered', async () => {
  const of = async (name: string, fields: Record<string, string>) => {
    const { pack } = await lease(name)
    for (const [id, value] of Object.entries(fields)) await save(pack, { name: id, value })
    return pack
  }
  const [tall, small, none] = [
    await of('Tall tower', { Stone: 'Granite 50%', Mason: 'Ann' }),
    await of('Small tower', { Stone: 'Slate', Stone_cutter: 'granite' }),
    await of('Bare tower', { Mason: 'Bo' }),
  ]
  const narrowed = (...conditions: readonly object[]) =>
    server.owner.get<{ documents: readonly ListRow[]; counts: Record<string, number> }>(
      `/app/documents?user_defined_attributes=${encodeURIComponent(JSON.stringify(conditions))}&search_query=tower`,
    )
  const keysOf = async (...conditions: readonly object[]) => (await narrowed(...conditions)).documents.map(({ key }) => key).sort()
  await expect.poll(() => keysOf({ id: 'Stone', value: 'slate' })).toEqual([small])
  expect(await keysOf({ id: 'Stone', operator: 'is_not', value: 'slate' })).toEqual([tall, none].sort())
  expect(await keysOf({ id: 'Stone', operator: 'contains', value: 'ITE 50%' })).toEqual([tall])
  expect(await keysOf({ id: 'Stone', operator: 'contains', value: 'granite' })).toEqual([tall])
  expect(await keysOf({ id: 'Stone', operator: 'contains', value: 'g_anite' })).toEqual([])
  expect(await keysOf({ id: 'Stone', operator: 'is_not_empty' })).toEqual([tall, small].sort())
  expect(await keysOf({ id: 'Stone', operator: 'is_empty' })).toEqual([none])
  expect(await keysOf({ id: 'Stone', operator: 'is_not_empty' }, { id: 'Mason', value: 'ann' })).toEqual([tall])
  expect((await narrowed({ id: 'Mason', operator: 'is_not_empty' })).counts).toMatchObject({ all: 2, setup: 2, awaiting_my_signature: 0 })
  const { user_defined_attributes: names } = await server.owner.get<{ user_defined_attributes: readonly object[] }>(
    '/app/user_defined_attributes',
  )
  expect(names.filter(({ id }: { id?: string }) => /Stone|Mason/.test(id!))).toEqual(
    ['Mason', 'Stone', 'Stone_cutter'].map((id) => ({ id, name: id })),
  )
  expect(await server.owner.get('/app/user_defined_attributes?document_type=template')).toMatchObject({
    user_defined_attributes: expect.not.arrayContaining([{ id: 'Mason', name: 'Mason' }]),
  })
})

test('the field data of a document as CSV end with its custom fields, guarded against formulas', async () => {
  const { pack } = await lease()
  const made = await save(pack, { name: 'Client', value: '=1+1' })
  const csv = await (await fetch(`${server.url}/documents/${pack}/get_csv_file`, { headers: { cookie: server.owner.cookie() } })).text()
  expect(csv.trim().split(/\r?\n/).at(-1)).toBe(`Lease,,${made!.key},Client,user_defined_attribute,,yes,'=1+1,Client`)
})
