import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LIVE } from '#contract/live'
import type { NotificationsAnswer } from '#contract/notifications'
import { cursorOf } from '#projections/cursors'
import { asTeam, type LiveConnection, soon } from '#tests/live-client'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, linkOf, type PreparedField, sent, signAs } from '../support/prepared.ts'

let server: TestServer
let member: Client
let stranger: Client
const open: LiveConnection[] = []
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
  member = await server.member('Bea')
  stranger = await server.stranger('Sam')
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(() => server.close())

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const read = (by: Client, query = '') => by.get<NotificationsAnswer>(`/app/notifications${query}`)
const about = async (by: Client, key: string) => (await read(by)).notifications.filter(({ related_key }) => related_key === key)
const messagesAbout = async (by: Client, key: string) => (await about(by, key)).map(({ message }) => message)

/** A document that its one signer has signed, and that was sealed since. */
async function signed(name: string, signer: string): Promise<string> {
  const { pack, signers, fields } = await sent(server.owner, name, [signer], [SIGNATURE])
  await signAs(server.url, await linkOf(server.owner, pack, signers[0]!), pack, signers[0]!, fields[0]!)
  return pack
}
async function watching(account: Client): Promise<{ said: { gone: string | null }[] }> {
  const connection = await asTeam(server.url, account)
  open.push(connection)
  const said: { gone: string | null }[] = []
  connection.socket.on(LIVE.notificationsChanged, (message) => said.push(message))
  expect(await connection.ask('watch_notifications', {})).toEqual({ success: true })
  return { said }
}

test('[S-114 S-149 S-264 S-265] an owner reads the outcome of their document, marks it read, and then gets only later changes', async () => {
  const pack = await signed('Deed of sale', 'Ada Lovelace')
  // Acknowledged events are there: no waiting for the signature.
  expect(await messagesAbout(server.owner, pack)).toContain('Ada Lovelace signed “Deed of sale”.')
  const [ready, signature] = await eventually(
    () => about(server.owner, pack),
    (found) => found.length === 2,
  )
  expect(ready?.message).toBe('“Deed of sale” is complete, and the sealed document is ready.')
  expect(signature).toEqual({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    date_created: expect.any(String),
    date_updated: expect.any(String),
    date_read: null,
    read: false,
    related_key: pack,
    related_key_type: 'Document',
    account_key: server.workspace,
    url: `#documents/${pack}`,
    kind: 'signed',
    message: 'Ada Lovelace signed “Deed of sale”.',
  })
  const before = await read(server.owner)
  expect(before.cursor).toBeNull()
  const keys = before.notifications.map(({ key }) => key)
  const cursor = cursorOf({ date: ready!.date_created, key: ready!.key })
  const older = await read(server.owner, `?${new URLSearchParams({ cursor })}`)
  expect(older.notifications.map(({ key }) => key)).toEqual(keys.slice(keys.indexOf(ready!.key) + 1))
  const marked = await server.owner.post<{ unread_count: number }>(`/app/notifications/${signature!.key}`, {})
  expect(marked.unread_count).toBe(before.unread_count - 1)
  const newest = before.notifications
    .map(({ date_updated }) => date_updated)
    .sort()
    .at(-1)!
  const since = await read(server.owner, `?last_update=${newest}`)
  expect(since.notifications.map(({ key, read, date_read }) => [key, read, date_read !== null])).toEqual([[signature!.key, true, true]])
  // Again: nothing changes.
  expect((await server.owner.post<{ unread_count: number }>(`/app/notifications/${signature!.key}`, {})).unread_count).toBe(
    marked.unread_count,
  )
  expect((await read(server.owner, `?last_update=${since.notifications[0]!.date_updated}`)).notifications).toEqual([])

  expect(await about(member, pack)).toEqual([])
  for (const other of [member, stranger]) {
    expect(await refusalOf(other.post(`/app/notifications/${signature!.key}`, {}))).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect((await refusalOf(read(server.owner, '?last_update=yesterday'))).status).toBe(400)
})

test('[S-266 S-267] all are marked read at once: those about one document, those that were seen, or every one', async () => {
  const packs = [await signed('First of two', 'Ada Lovelace'), await signed('Second of two', 'Ada Lovelace')] as const
  for (const pack of packs)
    await eventually(
      () => about(server.owner, pack),
      ({ length }) => length === 2,
    )
  const all = (more: object) => server.owner.post<{ unread_count: number }>('/app/notifications/mark_all_as_read', more)
  const before = (await read(server.owner)).unread_count
  expect((await all({ related_key: packs[0] })).unread_count).toBe(before - 2)
  expect((await about(server.owner, packs[0])).map(({ read }) => read)).toEqual([true, true])
  expect((await about(server.owner, packs[1])).map(({ read }) => read)).toEqual([false, false])
  const [latest, earlier] = await about(server.owner, packs[1])
  await all({ last_update: earlier!.date_updated })
  expect((await read(server.owner)).notifications.filter(({ read }) => !read).map(({ key }) => key)).toEqual([latest!.key])
  expect((await all({})).unread_count).toBe(0)
})

test('every connection of the person concerned is notified at once, and nobody else; a deleted document is gone', async () => {
  const [here, there, other] = [await watching(server.owner), await watching(server.owner), await watching(member)]
  const pack = await signed('Short-lived', 'Ada Lovelace')
  for (const { said } of [here, there])
    await soon(
      () => said.length,
      (count) => count > 0,
    )
  await eventually(
    () => about(server.owner, pack),
    ({ length }) => length === 2,
  )
  const [first] = await about(server.owner, pack)
  const before = there.said.length
  await server.owner.post(`/app/notifications/${first!.key}`, {})
  await soon(
    () => there.said.length,
    (count) => count > before,
  )
  expect(other.said).toEqual([])

  await server.owner.get(`/app/documents/${pack}/delete_document`)
  await server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
  await soon(
    () => here.said,
    (said) => said.some(({ gone }) => gone === pack),
  )
  expect(await about(server.owner, pack)).toEqual([])
})

test('a person added to a workspace sees by whom; after they leave it, they get nothing of it any more', async () => {
  const { said } = await watching(stranger)
  const { user_account } = await server.owner.post<{ user_account: { key: string } }>(
    `/app/accounts/${server.workspace}/add_user_account`,
    { data: { first_name: 'Sam', last_name: 'Tester', email_address: 'sam@example.com', is_admin: false } },
  )
  await soon(
    () => said.length,
    (count) => count > 0,
  )
  const [notification] = await about(stranger, server.workspace)
  expect(notification).toMatchObject({
    related_key_type: 'UserAccount',
    url: `#documents?user_account=${server.workspace}`,
    message: expect.stringMatching(/^Mira Castell added you to \S.+\.$/),
  })
  await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, {
    data: { user_account_key: user_account.key },
  })
  await soon(
    () => said,
    (all) => all.some(({ gone }) => gone === server.workspace),
  )
  expect(await about(stranger, server.workspace)).toEqual([])
})
