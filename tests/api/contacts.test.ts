import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactRecord } from '#contract/contacts'
import { contactKey, streamOfContacts } from '#domain/contacts'
import { asTeam, soon } from '#tests/live-client'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, linkOf, newId, sent, signAs } from '../support/prepared.ts'

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
interface Page {
  readonly contacts: readonly ContactRecord[]
  readonly cursor: string | null
  readonly count: number
}
const book = (by: Client, query: Record<string, string> = {}) => by.get<Page>(`/app/contacts?${new URLSearchParams(query)}`)
const find = async (by: Client, search: string) => (await book(by, { search_query: search })).contacts
const suggest = async (by: Client, query: Record<string, string>) =>
  (await by.get<Page>(`/app/contact_lists/get_contacts_by_query?${new URLSearchParams(query)}`)).contacts
const add = (by: Client, name: string, email: string, mobile_number = '') =>
  by.post('/app/contacts', { data: { name, email, mobile_number } })
const namesOf = (contacts: readonly ContactRecord[]) => contacts.map(({ name }) => name)

test('[W-088 W-243] who was named in a document is a contact of its workspace, with when that was', async () => {
  const began = new Date().toISOString()
  await sent(server.owner, 'Lease', ['Ada Lovelace'], [SIGNATURE])
  const [ada] = await find(member, 'ada')
  expect(ada).toMatchObject({ name: 'Ada Lovelace', account_key: server.workspace, organisation_key: null, custom_contact_list_key: null })
  expect(Object.keys(ada!).sort()).toEqual(
    ['account_key', 'custom_contact_list_key', 'email', 'key', 'last_used', 'mobile_number', 'name', 'organisation_key', 'user_key'].sort(),
  )
  expect(ada!.last_used! >= began).toBe(true)
  expect(await suggest(member, { email_query: ada!.email.slice(0, 3) })).toEqual([ada])
  expect(await suggest(member, { name_query: 'love' })).toEqual([ada])
  expect(await suggest(member, { name_query: 'love', email_query: 'nobody@' })).toEqual([])
  await add(server.owner, 'Otto Kranz', 'otto@numbers.example', '+4915123459876')
  const [otto] = await find(member, 'otto')
  expect(otto).toMatchObject({ email: 'otto@numbers.example', mobile_number: '+4915123459876', user_key: null, last_used: null })
  expect(await suggest(member, { mobile_number_query: '345 9876' })).toEqual([otto])
  expect(await suggest(member, { mobile_number_query: '345 0000' })).toEqual([])
  const [mona] = await find(member, 'mona')
  expect(mona!.user_key).toMatch(/^[0-9a-f-]{36}$/)
})

test('members are contacts too, and leave with their membership', async () => {
  const [mona] = await find(server.owner, 'mona')
  expect(mona).toMatchObject({ name: 'Mona Tester', email: 'mona@example.com', last_used: null })
  expect(mona!.user_key).not.toBeNull()
  await server.member('Leo')
  expect(namesOf(await find(server.owner, 'leo'))).toEqual(['Leo Tester'])
  const { user_accounts } = await server.owner.get<{ user_accounts: { key: string; user: { email_address: string } }[] }>(
    `/app/accounts/${server.workspace}/user_accounts`,
  )
  const leo = user_accounts.find(({ user }) => user.email_address === 'leo@example.com')!
  await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: leo.key } })
  expect(await find(server.owner, 'leo')).toEqual([])
})

test('contacts are suggested to their own workspace only, used last first', async () => {
  await add(server.owner, 'Uma Never', 'uma@suggest.example')
  await sent(server.owner, 'First', ['Una Early'], [SIGNATURE])
  await sent(server.owner, 'Second', ['Unity Late'], [SIGNATURE])
  // Rows are waited for by the address book, not by who types.
  await find(member, 'unity')
  expect(namesOf(await suggest(member, { name_query: 'u' }))).toEqual(['Unity Late', 'Una Early', 'Uma Never'])
  expect(await suggest(stranger, { name_query: 'u' })).toEqual([])
  expect(await find(stranger, 'unity')).toEqual([])
  const [uma] = await find(server.owner, 'uma')
  expect(await refusalOf(stranger.post(`/app/contacts/${uma!.key}`, { data: { name: 'X', email: 'x@example.com' } }))).toMatchObject({
    code: 'contact-missing',
  })
  await stranger.delete(`/app/contacts/${uma!.key}`)
  expect(namesOf(await find(server.owner, 'uma'))).toEqual(['Uma Never'])
})

test('a contact is added once, changed and refused in words', async () => {
  await add(server.owner, 'Grace Hopper', 'Grace@Example.com', '+27 82 123 4567')
  await add(server.owner, 'Grace Hopper', 'Grace@Example.com', '+27 82 123 4567')
  const [grace, ...more] = await find(member, 'grace')
  expect([grace, more]).toMatchObject([
    { name: 'Grace Hopper', email: 'Grace@Example.com', mobile_number: '+27821234567', last_used: null },
    [],
  ])
  expect(namesOf(await suggest(member, { mobile_number_query: '082 123' }))).toEqual(['Grace Hopper'])
  // The newest spelling wins.
  await add(member, 'Grace B. Hopper', 'grace@example.com')
  expect(await find(member, 'grace')).toMatchObject([{ key: grace!.key, name: 'Grace B. Hopper', email: 'grace@example.com' }])

  await server.owner.post(`/app/contacts/${grace!.key}`, { data: { name: 'Rear Admiral', email: 'admiral@example.com' } })
  expect(await find(member, 'grace')).toEqual([])
  expect(namesOf(await find(member, 'admiral'))).toEqual(['Rear Admiral'])
  const [admiral] = await find(member, 'admiral')
  await add(member, 'Taken', 'taken@example.com')
  const take = server.owner.post(`/app/contacts/${admiral!.key}`, { data: { name: 'Rear', email: 'taken@example.com' } })
  expect(await refusalOf(take)).toMatchObject({ status: 409, code: 'contact-twice' })

  const refused = async (name: string, email: string, mobile = '') => (await refusalOf(add(server.owner, name, email, mobile)))?.message
  expect(await refused('No', 'not an address')).toBe('Please enter a valid email.')
  expect(await refused('No', '', '12')).toBe('Enter a valid mobile number, with its country code.')
  expect(await refused('No', '')).toBe('Enter an email address or a mobile number.')
})

test('a removed contact does not come back by an old document, but by a new one, or when it is added again', async () => {
  await sent(server.owner, 'Old', ['Rita Removed'], [SIGNATURE])
  const [rita] = await find(member, 'rita')
  await member.delete(`/app/contacts/${rita!.key}`)
  // Asked again, as after an answer that was lost.
  await member.delete(`/app/contacts/${rita!.key}`)
  expect(await find(member, 'rita')).toEqual([])
  await sent(server.owner, 'New', ['Rita Removed'], [SIGNATURE])
  expect(await find(member, 'rita')).toMatchObject([{ key: rita!.key }])

  await member.delete(`/app/contacts/${rita!.key}`)
  await add(member, rita!.name, rita!.email)
  expect(await find(member, 'rita')).toMatchObject([{ key: rita!.key }])
})

// Before thousands come, which each export would hold.
test('an erased person whom signed documents still name is in no list, suggestion or export, until somebody adds them by hand', async () => {
  const name = 'Evidence Kept'
  const { pack, signers, fields } = await sent(server.owner, 'Signed', [name], [SIGNATURE])
  const contact = `${name.split(' ')[0]!.toLowerCase()}@example.com`
  await signAs(server.url, await linkOf(server.owner, pack, signers[0]!), pack, signers[0]!, fields[0]!)
  const accounts = `/app/accounts/${server.workspace}`
  const everywhere = async () => ({
    listed: namesOf(await find(member, contact)),
    suggested: namesOf(await suggest(member, { email_query: contact })),
    exported: Buffer.from(await server.owner.bytes(`${accounts}/export_contacts`))
      .toString('utf8')
      .includes(contact),
  })
  expect(await everywhere()).toEqual({ listed: [name], suggested: [name], exported: true })
  const data = { contact, documents: [] }
  expect(await server.owner.post(`${accounts}/person_data`, { data: { contact } })).toMatchObject({ in_address_book: true })
  await server.owner.post(`${accounts}/erase_person`, { data })
  const hidden = { listed: [], suggested: [], exported: false }
  expect(await everywhere()).toEqual(hidden)
  expect(await server.owner.post(`${accounts}/person_data`, { data: { contact } })).toMatchObject({ in_address_book: false })
  // Nothing that the log keeps says who it was.
  const { eventLog } = server.application.services
  const stream = streamOfContacts(server.workspace)
  const erasures = (await eventLog.read(stream, 0n, 10_000)).filter(({ type }) => type === 'ContactErased')
  expect(erasures.at(-1)!.data).toEqual({ contact: contactKey(server.workspace, contact) })
  await server.owner.post(`${accounts}/erase_person`, { data })
  expect((await eventLog.read(stream, 0n, 10_000)).filter(({ type }) => type === 'ContactErased')).toHaveLength(erasures.length)
  // A later document names them: that is no wish of theirs.
  await sent(server.owner, 'Named again', [name], [SIGNATURE])
  expect(await everywhere()).toEqual(hidden)
  await add(member, name, contact)
  expect(await everywhere()).toEqual({ listed: [name], suggested: [name], exported: true })
  await server.owner.post(`${accounts}/erase_person`, { data })
  expect(await everywhere()).toEqual(hidden)
})

test('twenty thousand contacts are imported in parts, once: broken ones are named, the others are saved, and searched at once', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ name: `Person ${n}`, email: `person${n}@import.example`, mobile_number: '' }))
  rows[7] = { name: 'Broken', email: 'broken@', mobile_number: '' }
  rows[19_999] = { ...rows[0]!, name: 'Person Zero' }
  const importOf = (contacts: typeof rows) =>
    member.post<{ saved: number; refused: { at: number; code: string; message: string }[] }>('/app/contacts/import', { data: { contacts } })
  const before = (await book(member)).count
  let saved = 0
  for (let at = 0; at < rows.length; at += 500) {
    const answer = await importOf(rows.slice(at, at + 500))
    saved += answer.saved
    if (at === 0) expect(answer.refused).toEqual([{ at: 7, code: 'contact-email-invalid', message: 'Please enter a valid email.' }])
  }
  expect(saved).toBe(19_999)
  await eventually(
    () => book(member),
    ({ count }) => count - before === 19_998,
  )
  expect(namesOf(await find(member, 'person0@import.example'))).toEqual(['Person Zero'])
  expect(namesOf(await find(member, 'person 19998'))).toEqual(['Person 19998'])

  const events = await server.application.services.eventLog.read(streamOfContacts(server.workspace), 0n, 10_000)
  const imports = events.filter(({ type }) => type === 'ContactsImported')
  expect(imports.length).toBe(200)
  for (const event of imports) expect(JSON.stringify(event).length).toBeLessThan(100_000)
  // No name and no address stands in the log as it is.
  expect(JSON.stringify(imports)).not.toContain('import.example')
  await importOf(rows.slice(500, 1_000))
  expect((await server.application.services.eventLog.read(streamOfContacts(server.workspace), 0n, 10_000)).length).toBe(events.length)
})

test('erasing a person takes away all that the address book holds of them, under one key, and nothing of anybody else', async () => {
  const { eventLog, subjectKeys } = server.application.services
  const accounts = `/app/accounts/${server.workspace}`
  const stream = streamOfContacts(server.workspace)
  const data = { contact: 'PERSEPHONE@example.com' }
  await add(server.owner, 'Persephone Plain', 'persephone@example.com')
  const [before] = await find(member, 'persephone')
  await member.post(`/app/contacts/${before!.key}`, { data: { name: 'Persephone Moved', email: 'moved@persephone.example' } })
  await member.post('/app/contacts/import', {
    data: {
      contacts: [
        { name: 'Persephone Back', email: 'persephone@example.com' },
        { name: 'Other Person', email: 'other@person.example' },
      ],
    },
  })
  const about = (await eventLog.read(stream, 0n, 10_000)).filter(({ sealed }) => sealed.length > 0)
  const [key] = [...new Set(about.filter(({ type }) => type === 'ContactRemoved').map(({ data }) => String(data.contact)))].slice(-1)
  expect(await subjectKeys.existing(stream, key!)).not.toBeNull()
  expect(await server.owner.post(`${accounts}/person_data`, { data })).toMatchObject({ in_address_book: true, places: [] })
  expect(await refusalOf(member.post(`${accounts}/erase_person`, { data: { ...data, documents: [] } }))).toMatchObject({ status: 403 })
  await server.owner.post(`${accounts}/erase_person`, { data: { ...data, documents: [] } })
  expect(await find(member, 'persephone')).toEqual([])
  expect(await server.owner.post(`${accounts}/person_data`, { data })).toMatchObject({ in_address_book: false })
  await eventually(
    () => subjectKeys.existing(stream, key!),
    (gone) => gone === null,
  )
  // The work ends: every read model has dropped what it held, and none stumbles over events of a stream that it does not follow.
  await eventually(
    async () =>
      (await server.application.foundation.pool.query("SELECT queue, error FROM job WHERE queue = 'contact-erasure' AND state <> 'done'"))
        .rows,
    (open) => open.length === 0,
  )
  const { rows } = await server.application.foundation.pool.query(
    'SELECT row::text AS row FROM contacts.source AS row UNION ALL SELECT row::text FROM contacts.removal AS row UNION ALL SELECT row::text FROM contacts.contact AS row',
  )
  expect(rows.filter(({ row }) => /persephone/i.test(row))).toEqual([])
  expect(namesOf(await find(member, 'other@person'))).toEqual(['Other Person'])
  expect((await server.application.watch!.guard.checkNow()).findings).toEqual([])
  // Somebody of this address may be added later, under a key that is their own.
  await add(member, 'Persephone Later', 'persephone@example.com')
  expect(namesOf(await find(member, 'persephone'))).toEqual(['Persephone Later'])
})

test('viewers of the contacts of their workspace are notified that some changed, and nobody else is', async () => {
  const [connection, other] = [await asTeam(server.url, server.owner), await asTeam(server.url, stranger)]
  try {
    const wanted = { account_key: server.workspace, list: 'contacts' } as const
    expect(await connection.ask('watch_rows', wanted)).toEqual({ success: true })
    expect(await connection.ask('watch_rows', { ...wanted, list: 'everything' })).toMatchObject({ success: false })
    expect(await other.ask('watch_rows', wanted)).toMatchObject({ success: false, code: 'not-a-member' })
    const isAnnounced = async (change: () => Promise<unknown>) => {
      const before = connection.rows.length
      await change()
      await soon(
        () => connection.rows.length,
        (count) => count > before,
      )
    }
    await isAnnounced(() => add(member, 'Told Of', 'told@live.example'))
    await isAnnounced(() => sent(server.owner, 'Telling', ['Told Too'], [SIGNATURE]))
    await isAnnounced(() => server.member('Tilda'))
    expect(new Set(connection.rows.map((row) => JSON.stringify(row)))).toEqual(new Set([JSON.stringify(wanted)]))
    expect(other.rows).toEqual([])
  } finally {
    for (const { socket } of [connection, other]) socket.close()
  }
})

test('the address book is exported as a table, formulas kept from running', async () => {
  await add(stranger, '=HYPERLINK("http://evil.example")', 'formula@example.com')
  await add(stranger, 'Zoë "Zip" Ångström, Dr', 'zoe@example.com', '+27821112222')
  const text = Buffer.from(
    await stranger.bytes(`/app/accounts/${(await find(stranger, 'stan'))[0]!.account_key}/export_contacts`),
  ).toString('utf8')
  expect(text.split('\r\n')).toEqual([
    '\uFEFFname,email,mobile_number',
    `"'=HYPERLINK(""http://evil.example"")",formula@example.com,`,
    'Stan Tester,stan@example.com,',
    '"Zoë ""Zip"" Ångström, Dr",zoe@example.com,\'+27821112222',
    '',
  ])
})

test('a cursor that was not made here is refused', async () => {
  const page = await book(member, { limit: '2' })
  expect((await book(member, { limit: '2', cursor: page.cursor! })).contacts[0]!.key).not.toBe(page.contacts[0]!.key)
  expect(await refusalOf(book(member, { cursor: newId() }))).toMatchObject({ status: 400 })
})
