import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { user as userAggregate } from '#domain/user'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type Client, client, crossSite } from '../../cli/demo/client.ts'
import { eventually, linkOf, SENDER, sent, signAs, viewOf } from '../support/prepared.ts'

let server: TestServer
let otto: Client
beforeAll(async () => {
  server = await testServer()
  otto = await server.stranger('Otto')
})
afterAll(() => server.close())

interface Mail {
  readonly key: string
  readonly kind: string
  readonly to: string
  readonly has_link: boolean
  readonly document_key: string | null
}
const outboxOf = async (reader: Client) => (await reader.get<{ mails: readonly Mail[] }>('/app/outbox')).mails
/** The mail of a kind to somebody, once it is written. */
const mailTo = async (reader: Client, kind: string, to: string) => {
  const found = (mails: readonly Mail[]) => mails.find((mail) => mail.kind === kind && mail.to === to)
  return found(
    await eventually(
      () => outboxOf(reader),
      (mails) => found(mails) !== undefined,
    ),
  )!
}
const reveal = (reader: Client, mail: Mail) => reader.post<{ link: string }>(`/app/outbox/${mail.key}/reveal`, {})
/** Somebody in front of the page for a forgotten password. */
async function forgets(email: string): Promise<void> {
  const nobody = client(server.url)
  nobody.remember(crossSite('none'))
  await nobody.post('/app/password_resets', { email_address: email })
}

test('an administrator reads the mails of the own workspace, and nothing of another’s, by list or by key', async () => {
  const { pack, signers } = await sent(
    server.owner,
    'Ours alone',
    ['Ada Lovelace'],
    [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }],
  )
  await linkOf(server.owner, pack, signers[0]!)
  const request = await mailTo(server.owner, 'request', 'ada@example.com')
  expect(request).toMatchObject({ document_key: pack, has_link: true })
  expect(await refusalOf(reveal(otto, request))).toMatchObject({ status: 404 })
  await server.member('Nora')
  await forgets('nora@example.com')
  const reset = await mailTo(server.owner, 'password', 'nora@example.com')
  expect(await refusalOf(reveal(otto, reset))).toMatchObject({ status: 404 })
  const read = await outboxOf(otto)
  for (const { key } of [request, reset]) expect(read.map((mail) => mail.key)).not.toContain(key)
  expect(read.filter(({ document_key }) => document_key !== null)).toEqual([])
})

test('a link to choose a password is read by who administers every team of its owner, who and when is recorded, and by nobody else', async () => {
  const lea = await server.member('Lea')
  const { user } = await lea.get<{ user: { key: string } }>('/app/session')
  await forgets('lea@example.com')
  const mail = await mailTo(server.owner, 'password', 'lea@example.com')
  expect(mail).toMatchObject({ has_link: true, document_key: null })
  const { link } = await reveal(server.owner, mail)
  expect(await server.application.services.accounts.passwordLinkWorks(new URL(link).hash.split('/')[1]!)).toBe(true)
  const revealed = async () =>
    (await server.application.services.handler.history(`user-${user.key}`, userAggregate)).filter(
      ({ fact }) => fact.type === 'PasswordLinkRevealed',
    )
  const [event, ...more] = await revealed()
  const { user: owner } = await server.owner.get<{ user: { key: string } }>('/app/session')
  expect(more).toEqual([])
  expect(event).toMatchObject({
    fact: { data: { mail: mail.key, by: owner.key } },
    meta: { actor: { principal: `user:${owner.key}` }, time: expect.stringMatching(/^20/) },
  })

  // Lea joins a second team: neither administrator may open what the other one administers.
  const { user_accounts } = await otto.get<{ user_accounts: readonly { account_key: string }[] }>('/app/session')
  await otto.post(`/app/accounts/${user_accounts[0]!.account_key}/add_user_account`, {
    data: { first_name: 'Lea', last_name: 'Tester', email_address: 'lea@example.com', is_admin: false },
  })
  // Until she comes there, that team learns nothing about her.
  expect((await outboxOf(otto)).filter(({ kind, to }) => kind === 'password' && to === 'lea@example.com')).toEqual([])
  expect(await refusalOf(reveal(otto, mail))).toMatchObject({ status: 404 })
  lea.remember({ [HEADERS.workspace]: user_accounts[0]!.account_key })
  await lea.get('/app/user/user_accounts')
  for (const reader of [server.owner, otto]) {
    expect(await mailTo(reader, 'password', 'lea@example.com')).toMatchObject({ key: mail.key, has_link: false })
    expect(await refusalOf(reveal(reader, mail))).toMatchObject({ status: 403, code: 'not-administrator-of-all' })
  }
  expect(await revealed()).toHaveLength(1)
})

test('[W-215] somebody who is added is invited in the name of the team, once, and their invitation stands in its outbox', async () => {
  await server.owner.post(`/app/accounts/${server.workspace}/add_user_account`, {
    data: { first_name: 'Ida', last_name: 'Berg', email_address: 'ida@example.com', is_admin: false },
  })
  const mail = await mailTo(server.owner, 'invitation', 'ida@example.com')
  const { link } = await reveal(server.owner, mail)
  const ida = client(server.url)
  ida.remember(crossSite('none'))
  const token = new URL(link).hash.split('/')[1]!
  const chosen = await ida.post<{ user_accounts: readonly { account_key: string }[] }>(`/app/password_resets/${token}`, {
    password: 'a good long one',
  })
  expect(chosen.user_accounts[0]).toMatchObject({ account_key: server.workspace })
  expect((await outboxOf(server.owner)).filter(({ to }) => to === 'ida@example.com')).toHaveLength(1)
})

test('a creator who was removed from the team gets no copy of the document, and who took it over does', async () => {
  const tilda = await server.member('Tilda')
  const place = { x: 40, y: 40, width: 160, height: 48, signer: 0, required: true }
  const { pack, signers, fields } = await sent(tilda, 'Left behind', ['Grace Hopper'], [{ type: 'signature', ...place }])
  type Rows = { user_accounts: readonly { key: string; user: { email_address: string } }[] }
  const { user_accounts } = await server.owner.get<Rows>(`/app/accounts/${server.workspace}/user_accounts`)
  const { key } = user_accounts.find(({ user }) => user.email_address === 'tilda@example.com')!
  await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: key } })
  await signAs(server.url, await linkOf(server.owner, pack, signers[0]!), pack, signers[0]!, fields[0]!)
  const { view } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { finalCopies } }) => Object.values(finalCopies).some(({ state }) => state !== 'queued'),
  )
  expect(Object.keys(view.finalCopies)).toHaveLength(2)
  expect(view.finalCopies[signers[0]!]).toBeDefined()
  const copies = (await outboxOf(server.owner)).filter(({ kind, document_key }) => kind === 'copy' && document_key === pack)
  expect(copies.map(({ to }) => to).sort()).toEqual(['grace@example.com', SENDER.email_address])
})
