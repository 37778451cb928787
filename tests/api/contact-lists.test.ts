import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactListRecord, ContactRecord } from '#contract/contacts'
import { pack } from '#domain/pack'
import { commandsOf } from '#platform/command-handler'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { bulkSendDocuments } from '../../command-api/bulk-sends/documents.ts'
import { newId, type Prepared, prepared, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
let member: Client
let stranger: Client
beforeAll(async () => {
  server = await testServer()
  member = await server.member('Mona')
  stranger = await server.stranger('Stan')
})
afterAll(() => server.close())

const SIGNATURE = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const LISTS = '/app/contact_lists'
type One = { readonly contact_list: ContactListRecord }
const lists = async (by: Client) => (await by.get<{ contact_lists: readonly ContactListRecord[] }>(LISTS)).contact_lists
const contactsOf = async (by: Client, query: Record<string, string>) =>
  by.get<{ contacts: readonly ContactRecord[]; count: number }>(`/app/contacts?${new URLSearchParams(query)}`)
const suggested = async (by: Client, query: Record<string, string>) =>
  (await by.get<{ contacts: readonly ContactRecord[] }>(`${LISTS}/get_contacts_by_query?${new URLSearchParams(query)}`)).contacts
const add = (name: string, email: string, mobile_number = '', contact_list_keys: readonly string[] = []) =>
  server.owner.post('/app/contacts', { data: { name, email, mobile_number, contact_list_keys } })
const keyOf = async (search: string) => (await contactsOf(server.owner, { search_query: search })).contacts[0]!.key
const makeList = async (name: string) => (await server.owner.post<One>(LISTS, { data: { name } })).contact_list.key
const save = (key: string, data: object) => server.owner.post(`/app/documents/${key}/update_document`, { data })
async function ask({ pack: key }: Pick<Prepared, 'pack'>): Promise<unknown> {
  const { revision } = await viewOf(server.owner, key)
  const data = { status: 'awaiting_signatures', revision }
  return server.owner.post(`/app/documents/${key}/update_document?request_signatures_if_required=true`, { data })
}

test('a list is a named part of the address book', async () => {
  await add('Ben Okri', 'ben@lists.example')
  await add('Cleo Marsh', 'cleo@lists.example', '+27821234567')
  const list = await makeList(' Key   clients ')
  expect(await lists(member)).toEqual([{ key: list, account_key: server.workspace, name: 'Key clients', count: 0 }])
  expect(await refusalOf(member.post(LISTS, { data: { name: 'KEY clients' } }))).toMatchObject({ code: 'contact-list-name-taken' })
  expect(await refusalOf(member.post(LISTS, { data: { name: ' \u200b' } }))).toMatchObject({ code: 'contact-list-name-missing' })
  expect(await refusalOf(stranger.post(`${LISTS}/${list}`, { data: { name: 'Mine' } }))).toMatchObject({ code: 'contact-list-missing' })
  const two = { data: { contacts: [await keyOf('ben'), await keyOf('cleo')] } }
  expect((await server.owner.post<One>(`${LISTS}/${list}/add_contacts`, two)).contact_list.count).toBe(2)
  expect((await server.owner.post<One>(`${LISTS}/${list}/add_contacts`, two)).contact_list.count).toBe(2)

  const inList = await contactsOf(member, { contact_list_key: list })
  expect(inList.contacts.map(({ name, custom_contact_list_key }) => [name, custom_contact_list_key])).toEqual([
    ['Ben Okri', list],
    ['Cleo Marsh', list],
  ])
  expect(inList.count).toBe(2)
  expect((await contactsOf(member, { contact_list_key: list, search_query: 'cle' })).contacts.map(({ name }) => name)).toEqual([
    'Cleo Marsh',
  ])
  await add('Bela Other', 'bela@lists.example')
  // Rows are waited for by the address book, not by who types.
  await keyOf('bela')
  expect((await suggested(member, { contact_list_key: list, name_query: 'be' })).map(({ name }) => name)).toEqual(['Ben Okri'])
  expect((await suggested(member, { name_query: 'be' })).map(({ name }) => name).sort()).toEqual(['Bela Other', 'Ben Okri'])

  await server.owner.post(`${LISTS}/${list}/remove_contacts`, { data: { contacts: [await keyOf('ben')] } })
  expect((await contactsOf(member, { contact_list_key: list })).contacts.map(({ name }) => name)).toEqual(['Cleo Marsh'])
  expect((await member.post<One>(`${LISTS}/${list}`, { data: { name: 'Clients' } })).contact_list).toMatchObject({
    name: 'Clients',
    count: 1,
  })
  await server.owner.delete(`${LISTS}/${list}`)
  expect(await lists(member)).toEqual([])
  expect(await refusalOf(contactsOf(member, { contact_list_key: list }))).toMatchObject({ code: 'contact-list-missing' })
  expect((await contactsOf(member, { search_query: 'cleo' })).contacts).toMatchObject([{ custom_contact_list_key: null }])
  expect((await member.post<One>(`${LISTS}/${list}/restore`, { data: {} })).contact_list).toMatchObject({ name: 'Clients', count: 1 })
})

test('a contact who is changed stays in the list, and one who is removed leaves it for good', async () => {
  const list = await makeList('Movers')
  await add('Dora Lind', 'dora@old.example', '', [list])
  await server.owner.post(`/app/contacts/${await keyOf('dora')}`, { data: { name: 'Dora Lind', email: 'dora@new.example' } })
  const addresses = async () => (await member.get<{ addresses: readonly string[] }>(`${LISTS}/${list}/addresses`)).addresses
  expect(await addresses()).toEqual(['dora@new.example'])
  expect(await server.owner.delete(`/app/contacts/${await keyOf('dora')}`)).toMatchObject({ contact_list_keys: [list] })
  expect(await addresses()).toEqual([])
  await add('Dora Lind', 'dora@new.example')
  expect(await addresses()).toEqual([])
})

test('whom only documents name comes into the address book with the list; a number that a document says is not the list’s', async () => {
  const list = await makeList('From documents')
  const { pack: lease, signers } = await prepared(server.owner, 'Lease', ['Edda Fine'], [SIGNATURE])
  await server.owner.post(`${LISTS}/${list}/add_contacts`, { data: { contacts: [await keyOf('edda')] } })
  await save(lease, { signatories: [{ uuid: signers[0], mobile_number: '+27829999999' }] })
  expect((await contactsOf(member, { search_query: 'edda' })).contacts).toMatchObject([{ mobile_number: '+27829999999' }])
  expect((await contactsOf(member, { contact_list_key: list })).contacts).toMatchObject([{ name: 'Edda Fine', mobile_number: '' }])
})

test('[D-164] a document says which contact list it uses, and whether only its contacts may be named', async () => {
  const list = await makeList('Stored')
  const { pack: contract } = await uploaded(server.owner, 'Contract')
  const record = async () => (await server.owner.get<{ document: Record<string, unknown> }>(`/app/documents/${contract}`)).document
  expect(await record()).toMatchObject({ contact_list_id: '', only_contacts_from_contact_list_may_me_used: false })
  await save(contract, { contact_list_id: list, only_contacts_from_contact_list_may_me_used: true })
  expect(await record()).toMatchObject({ contact_list_id: list, only_contacts_from_contact_list_may_me_used: true })
  expect(await refusalOf(save(contract, { contact_list_id: newId() }))).toMatchObject({ code: 'contact-list-missing' })
  await save(contract, { contact_list_id: '', only_contacts_from_contact_list_may_me_used: false })
  expect(await record()).toMatchObject({ contact_list_id: '', only_contacts_from_contact_list_may_me_used: false })
})

test('with contacts only, nobody else is asked or gets a copy', async () => {
  const list = await makeList('Only these')
  await add('Gwen', 'gwen@only.example', '+27821110000', [list])
  await add('Hal', '', '+27821110001', [list])
  await add('Ida', 'ida@only.example')
  const made = await prepared(server.owner, 'Deed', ['Ida Elsewhere'], [SIGNATURE])
  const [signer] = made.signers
  await save(made.pack, { contact_list_id: list, only_contacts_from_contact_list_may_me_used: true })
  const signing = (details: object) => save(made.pack, { signatories: [{ uuid: signer, ...details }] })
  const copying = (details: object) => save(made.pack, { cc_recipients: [{ uuid: copy, ...details }] })
  const copy = newId()
  // Who was named before the switch is found when the request goes out.
  expect(await refusalOf(ask(made))).toMatchObject({ code: 'contacts-not-listed' })
  expect(await refusalOf(signing({ email: 'ida@only.example' }))).toMatchObject({ code: 'contact-not-listed' })
  expect(await refusalOf(copying({ name: 'Ida', email: 'ida@only.example' }))).toMatchObject({ code: 'contact-not-listed' })
  await signing({ email: 'GWEN@only\u200b.example' })
  expect(await refusalOf(signing({ mobile_number: '+27821119999' }))).toMatchObject({ code: 'contact-not-listed' })
  await signing({ mobile_number: '082 111 0001' })
  await signing({ mobile_number: '' })
  await copying({ name: 'Gwen', email: 'gwen@only.example' })

  await server.owner.delete(`${LISTS}/${list}`)
  expect(await refusalOf(ask(made))).toMatchObject({ code: 'contact-list-missing' })
  await server.owner.post(`${LISTS}/${list}/restore`, { data: {} })
  await server.owner.delete(`/app/contacts/${await keyOf('gwen')}`)
  expect(await refusalOf(ask(made))).toMatchObject({ code: 'contacts-not-listed' })
  await add('Gwen', 'gwen@only.example', '', [list])
  await ask(made)
  expect(await refusalOf(signing({ email: 'ida@only.example' }))).toMatchObject({ code: 'contact-not-listed' })
  expect((await viewOf(server.owner, made.pack)).view).toMatchObject({
    status: 'awaiting_signatures',
    signatories: [{ email: 'GWEN@only.example' }],
  })
})

type Answer = { readonly document: { readonly key: string } }

test('a template’s list holds for the documents made from it', async () => {
  const list = await makeList('Template')
  await add('Jana', 'jana@template.example', '', [list])
  const made = await prepared(server.owner, 'Form', ['Jana'], [SIGNATURE])
  await save(made.pack, {
    signatories: [{ uuid: made.signers[0], email: 'jana@template.example' }],
    contact_list_id: list,
    only_contacts_from_contact_list_may_me_used: true,
  })
  const template = await server.owner.get<Answer>(`/app/documents/${made.pack}/convert_to_template`)
  const { document } = await server.owner.get<Answer>(`/app/documents/${template.document.key}/create_a_copy?template_to_document=true`)
  const { view } = await viewOf(server.owner, document.key)
  expect(view.settings).toMatchObject({ contactList: list, onlyContacts: true })
  const uuid = view.signatories[0]!.uuid
  expect(await refusalOf(save(document.key, { signatories: [{ uuid, email: 'kurt@template.example' }] }))).toMatchObject({
    code: 'contact-not-listed',
  })

  // A row of a bulk send is judged by the list as it is when its document is made.
  const { services } = server.application
  const state = await commandsOf(pack, services.handler).load(template.document.key)
  const bulkSends = bulkSendDocuments({ ...services, defaultCountry: 'ZA' })
  const make = (row: number, email: string) =>
    bulkSends.make({
      bulkSend: newId(),
      description: 'Forms',
      workspace: server.workspace,
      creator: state.creator,
      template: template.document.key,
      state,
      row,
      values: {
        name: 'Form',
        subject: '',
        message: '',
        fields: {},
        signers: { [state.signatories[0]!.uuid]: { name: 'Jana', email, mobile: '' } },
        copies: {},
        customFields: {},
      },
      send: true,
    })
  expect(await make(2, 'kurt@template.example')).toBe('contact-not-listed')
  expect(await make(3, 'JANA@template.example')).toBeNull()
})
