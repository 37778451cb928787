import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import type { NotificationsAnswer } from '#contract/notifications'
import type { SessionAnswer } from '#contract/session'
import { streamOfPack } from '#domain/pack'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type Client, client, crossSite } from '../../cli/demo/client.ts'
import { asTeam, isOut, soon } from '../support/live-client.ts'
import { eventually, linkOf, type Prepared, prepared, sent } from '../support/prepared.ts'

/* An administrator of the installation acts as a member for support. */
const PASSWORD = 'correct horse battery'
const REASON = 'She cannot find her template'
const FIELDS = [{ type: 'signature', x: 60, y: 100, width: 160, height: 40, required: false, signer: 'self' }] as const
let server: TestServer
let administrator: Client
let mine: Prepared
let out: Prepared
beforeAll(async () => {
  server = await testServer()
  administrator = await server.stranger('Sol')
  await server.application.services.accounts.appointAdministrator('sol@example.com', true)
  mine = await prepared(server.owner, 'Lease', ['Ann One'], FIELDS)
  out = await sent(server.owner, 'Sent', ['Ann One'], [{ ...FIELDS[0], signer: 0 }])
}, 60_000)
afterAll(() => server.close())

async function loggedIn(email_address: string): Promise<Client> {
  const person = client(server.url)
  person.remember(crossSite('none'))
  const session = await person.post<SessionAnswer>('/app/session', { email_address, password: PASSWORD })
  person.remember({ ...crossSite(session.csrf_token), [HEADERS.workspace]: session.user_accounts[0]?.account_key ?? '' })
  return person
}
const begin = (by: Client, data: object = {}) =>
  by.post<SessionAnswer>('/app/support_access', { data: { email_address: 'mira@example.com', reason: REASON, minutes: 60, ...data } })
async function inSupport(): Promise<Client & { readonly access: string }> {
  const person = await loggedIn('sol@example.com')
  const session = await begin(person)
  person.remember({ ...crossSite(session.csrf_token), [HEADERS.workspace]: server.workspace })
  return { ...person, access: session.support_access.find(({ is_own }) => is_own)!.key }
}
const supportSeenBy = async (person: Client) => (await person.get<SessionAnswer>('/app/session')).support_access

test('[D-406] who acts as the creator for support counts as a member of the team, and both sides see it with its reason', async () => {
  const support = await inSupport()
  const session = await support.get<SessionAnswer>('/app/session')
  expect(session.user?.full_name).toBe('Mira Castell')
  expect(session.is_installation_administrator).toBe(false)
  const { document } = await support.get<{ document: { document_name: string } }>(`/app/documents/${mine.pack}`)
  expect(document.document_name).toBe('Lease')
  const shown = { key: support.access, administrator: 'Sol Tester', member: 'Mira Castell', reason: REASON }
  expect(session.support_access).toContainEqual({
    ...shown,
    is_own: true,
    seconds_left: expect.toSatisfy((left) => left > 3500 && left <= 3600),
  })
  expect(await supportSeenBy(server.owner)).toContainEqual(expect.objectContaining({ ...shown, is_own: false }))
})

test('only an administrator of the installation may, with a reason, for an hour at most, and as somebody else', async () => {
  expect(await refusalOf(begin(server.owner))).toMatchObject({ status: 403, code: 'not-installation-administrator' })
  const sol = await loggedIn('sol@example.com')
  expect(await refusalOf(begin(sol, { reason: '  ' }))).toMatchObject({ status: 400, code: 'support-reason-required' })
  expect(await refusalOf(begin(sol, { minutes: 61 }))).toMatchObject({ status: 400 })
  expect(await refusalOf(begin(sol, { email_address: 'sol@example.com' }))).toMatchObject({ code: 'support-of-oneself' })
  expect(await refusalOf(begin(sol, { email_address: 'nobody@example.com' }))).toMatchObject({ code: 'support-of-nobody' })
  expect((await sol.get<SessionAnswer>('/app/session')).user?.full_name).toBe('Sol Tester')
  const support = await inSupport()
  expect(await refusalOf(begin(support))).toMatchObject({ code: 'not-in-support' })
})

test('who acts as a member signs nothing, and gets no link and no credentials', async () => {
  const support = await inSupport()
  const refused = { status: 403, code: 'not-in-support' }
  const signature = { data: [{ uuid: mine.fields[0], data: { method: 'typed', text: 'Mira' } }] }
  const save = (by: Client) => by.post<{ refused: readonly object[] }>(`/app/documents/${mine.pack}/add_update_data_field`, signature)
  expect(await refusalOf(save(support))).toMatchObject(refused)
  expect(await refusalOf(linkOf(support, out.pack, out.signers[0]!))).toMatchObject(refused)
  expect(await refusalOf(support.get('/app/tokens/get_pending_signing_requests'))).toMatchObject(refused)
  expect(await refusalOf(support.get(`/app/documents/${mine.pack}/kept_signatures`))).toMatchObject(refused)
  expect(await refusalOf(support.post('/app/applications/', { data: { name: 'Mine' } }))).toMatchObject(refused)
  const added = { data: { first_name: 'Eve', last_name: '', email_address: 'eve@example.com', is_admin: true } }
  expect(await refusalOf(support.post(`/app/accounts/${server.workspace}/add_user_account`, added))).toMatchObject(refused)
  expect(await refusalOf(support.post('/app/user/delete_profile', { data: { password: PASSWORD } }))).toMatchObject(refused)
  // The member may, with the same field.
  expect((await save(server.owner)).refused).toEqual([])
})

test('what they did says on whose behalf and why, in the stored event and in the audit trail', async () => {
  const support = await inSupport()
  await support.post(`/app/documents/${out.pack}/resend_document_notification/${out.signers[0]}`, {})
  const sol = (await administrator.get<SessionAnswer>('/app/session')).user!.key
  const mira = (await server.owner.get<SessionAnswer>('/app/session')).user!.key
  const events = await server.application.services.eventLog.read(streamOfPack(out.pack), 0n, 1000)
  const stored = events.filter(({ meta }) => (meta.actor as { principal: string }).principal === `user:${sol}`)
  expect(stored).not.toEqual([])
  for (const { meta } of stored)
    expect(meta).toMatchObject({
      actor: { capacity: 'team', onBehalfOf: `user:${mira}` },
      reason: { $: expect.stringMatching(/^[\w-]{43}$/) },
    })
  const { audit_records } = await server.owner.get<{ audit_records: readonly { who: string; principal: string }[] }>(
    `/app/audit_trail/${out.pack}`,
  )
  const acted = audit_records.filter(({ principal }) => principal === `user:${sol}`)
  expect(acted.map(({ who }) => who)).toContain(`Sol Tester on behalf of Mira Castell (support: ${REASON})`)
})

test('a member who was away finds in their notifications who acted as them, why and when', async () => {
  const away = await server.member('Ada')
  const since = new Date().toISOString()
  const person = await loggedIn('sol@example.com')
  await begin(person, { email_address: 'ada@example.com' })
  const { notifications } = await eventually(
    () => away.get<NotificationsAnswer>('/app/notifications'),
    ({ notifications }) => notifications.some(({ kind }) => kind === 'support-access'),
  )
  expect(notifications.filter(({ kind }) => kind === 'support-access')).toEqual([
    expect.objectContaining({
      message: `Sol Tester acted as you for support: ${REASON}.`,
      read: false,
      url: '#documents',
      date_created: expect.toSatisfy((date: string) => date >= since),
    }),
  ])
  const theirs = await administrator.get<NotificationsAnswer>('/app/notifications')
  expect(theirs.notifications.map(({ kind }) => kind)).not.toContain('support-access')
})

test('those who have the document open see the administrator there for the member, on both sides', async () => {
  const support = await inSupport()
  const [theirs, owners] = [await asTeam(server.url, support), await asTeam(server.url, server.owner)]
  const shown = { as: 'team', name: 'Sol Tester for Mira Castell', page: 0 }
  for (const connection of [theirs, owners]) {
    await connection.watch(mine.pack, 0)
    await connection.here(mine.pack, {})
  }
  for (const { present } of [theirs, owners])
    await soon(
      () => present.at(-1)?.people ?? [],
      (people) => people.length === 2,
    ).then((people) => {
      expect(people).toContainEqual(expect.objectContaining(shown))
      expect(people.map(({ name }) => name).sort()).toEqual(['Mira Castell', 'Sol Tester for Mira Castell'])
    })
  for (const { socket } of [theirs, owners]) socket.close()
})

test('either of the two ends it: the session and its live connections are over at once, and who acted is themselves again', async () => {
  const support = await inSupport()
  const [theirs, owners] = [await asTeam(server.url, support), await asTeam(server.url, server.owner)]
  let changes = 0
  owners.socket.on('account_changed', () => (changes += 1))
  expect((await theirs.watch(mine.pack, 0)).success).toBe(true)
  await server.owner.delete(`/app/support_access/${support.access}`)
  await isOut(theirs)
  await soon(
    () => changes,
    (times) => times > 0,
  )
  expect(await refusalOf(support.get(`/app/documents/${mine.pack}`))).toMatchObject({ code: 'session-ended' })
  expect((await supportSeenBy(server.owner)).map(({ key }) => key)).not.toContain(support.access)

  const again = await inSupport()
  const session = await again.delete<SessionAnswer>(`/app/support_access/${again.access}`)
  expect(session.user?.full_name).toBe('Sol Tester')
  expect((await again.get<SessionAnswer>('/app/session')).user?.full_name).toBe('Sol Tester')
  expect((await supportSeenBy(server.owner)).map(({ key }) => key)).not.toContain(again.access)
  owners.socket.close()
})

test('it ends with the log-in of the administrator, and with their office', async () => {
  const support = await inSupport()
  await support.delete('/app/session')
  expect((await supportSeenBy(server.owner)).map(({ key }) => key)).not.toContain(support.access)
  const other = await inSupport()
  const { accounts } = server.application.services
  await accounts.appointAdministrator('sol@example.com', false)
  expect(await refusalOf(other.get(`/app/documents/${mine.pack}`))).toMatchObject({ code: 'session-ended' })
  await accounts.appointAdministrator('sol@example.com', true)
})

test('nobody else ends it', async () => {
  const support = await inSupport()
  const tove = await server.member('Tove')
  await tove.delete(`/app/support_access/${support.access}`)
  expect((await supportSeenBy(server.owner)).map(({ key }) => key)).toContain(support.access)
})

test('the link to choose a password of an administrator of the installation is read by no administrator of a team', async () => {
  await server.member('Olaf')
  await server.owner.post('/app/password_resets', { email_address: 'olaf@example.com' })
  const mails = () => server.owner.get<{ mails: readonly { to: string; has_link: boolean }[] }>('/app/outbox')
  const ofOlaf = ({ to }: { to: string }) => to.includes('olaf@example.com')
  const { mails: before } = await eventually(mails, ({ mails }) => mails.some(ofOlaf))
  expect(before.find(ofOlaf)).toMatchObject({ has_link: true })
  await server.application.services.accounts.appointAdministrator('olaf@example.com', true)
  expect((await mails()).mails.find(ofOlaf)).toMatchObject({ has_link: false })
  await server.application.services.accounts.appointAdministrator('olaf@example.com', false)
})
