import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE } from '#contract/live'
import { LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import { PERMISSIONS } from '#domain/workspace'
import { asTeam, soon } from '#tests/live-client'
import { type TestServer, testServer } from '#tests/server'
import { type Received, type WebhookReceiver, webhookReceiver } from '#tests/webhook-receiver'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, newId, prepared } from '../support/prepared.ts'

let server: TestServer
const receivers: WebhookReceiver[] = []
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_WEBHOOK_NETWORKS: '127.0.0.0/8' } })
})
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})
afterAll(() => server.close())

const AT = '/app/applications/'
type Live = Awaited<ReturnType<typeof asTeam>>
interface Answer {
  readonly webhook: {
    readonly url: string
    readonly is_on: boolean
    readonly off_because: string | null
    readonly secret_label: string
    readonly former_secret_until: string | null
    readonly position: number
    readonly last_position: number
  } | null
  readonly signing_secret?: string
}
interface Delivery {
  readonly key: string
  readonly type: string
  readonly state: string
  readonly document_key: string
  readonly document_name: string
  readonly position: number
  readonly attempts: readonly { readonly status: number | null; readonly failed: string | null; readonly answer: string | null }[]
}
async function put(of: Client, path: string, data: object) {
  const { csrf_token } = await of.get<{ csrf_token: string }>('/app/session')
  const headers = { cookie: of.cookie(), [HEADERS.crossSite]: csrf_token, 'content-type': 'application/json' }
  return server.raw(path, { method: 'PUT', headers, body: JSON.stringify({ data }) })
}
const setWebhook = async (application: string, data: object, of = server.owner) =>
  (await put(of, `${AT}${application}/webhook`, data)).body as unknown as Answer & { code?: string }
const deliveriesOf = async (application: string) =>
  (await server.owner.get<{ deliveries: readonly Delivery[] }>(`${AT}${application}/deliveries`)).deliveries
const subscribe = (entity: string, keys: readonly string[], more: object = {}, of = server.owner) =>
  of.post<{ event_subscriptions: readonly Record<string, unknown>[] }>(`/app/event_subscriptions/${entity}`, { data: { keys, ...more } })

async function applicationOf(of: Client = server.owner, permissions: readonly string[] = PERMISSIONS) {
  const { application } = await of.post<{ application: { key: string; client_secret: string } }>(AT, {
    data: { name: 'Planner', permissions },
  })
  return application
}
/** An application with an endpoint that receives these types. */
async function subscribed(keys: readonly string[] = LIFECYCLE_TYPES, scheme: 'v1' | 'v1a' = 'v1') {
  const receiver = await webhookReceiver()
  receivers.push(receiver)
  const { key: application } = await applicationOf()
  const { signing_secret: secret } = await setWebhook(application, { url: receiver.url, scheme })
  await subscribe(application, keys)
  return { receiver, application, secret: secret! }
}
const drafted = async (name: string) => (await prepared(server.owner, name, ['Ada Lovelace'], [])).pack
const trash = (pack: string) => server.owner.get(`/app/documents/${pack}/delete_document`)
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers) as { type: string; data: { document: { name: string } } }

test('an application’s endpoint receives what happens to a document, signed so that another implementation verifies it', async () => {
  const { receiver, secret, application } = await subscribed(['document.created', 'document.trashed'])
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const pack = await drafted('Lease')
  await trash(pack)
  await receiver.until((all) => all.some(({ type }) => type === 'document.trashed'))
  expect(receiver.typesOf(pack)).toEqual(['document.created', 'document.trashed'])
  for (const one of receiver.received) {
    const { type, data } = verified(secret, one)
    expect([type, data.document.name]).toEqual([one.type, 'Lease'])
    expect(() => new Webhook(secret).verify(`${one.body} `, one.headers)).toThrow('No matching signature')
  }
  const delivered = await eventually(
    () => deliveriesOf(application),
    (rows) => rows.every(({ state }) => state === 'delivered'),
  )
  expect(delivered.map(({ key, type, document_name, attempts }) => ({ key, type, document_name, status: attempts[0]?.status }))).toEqual(
    [...receiver.received].reverse().map(({ id, type }) => ({ key: id, type, document_name: 'Lease', status: 204 })),
  )
})

test('[D-216 D-518 D-519] event subscriptions of an entity are read and chosen by its key, and reach the endpoints of the workspace', async () => {
  const { receiver, application } = await subscribed([])
  const pack = await drafted('Watched')
  const other = await drafted('Not watched')
  const read = async (key: string) =>
    (await server.owner.get<{ event_subscriptions: readonly Record<string, unknown>[] }>(`/app/event_subscriptions/?entity_key=${key}`))
      .event_subscriptions
  const before = await read(pack)
  expect(before.map(({ key }) => key)).toEqual([...LIFECYCLE_TYPES])
  expect(before[0]).toMatchObject({ run_organisation_wide: false, subscribed_via_entity: false, subscribed_via_organisation: false })
  await subscribe(pack, ['document.trashed'])
  await subscribe(application, [], { organisation_wide_keys: ['document.restored'] })
  const flagsOf = (rows: readonly Record<string, unknown>[], type: string) => {
    const { run_organisation_wide, subscribed_via_entity, subscribed_via_organisation } = rows.find(({ key }) => key === type)!
    return [run_organisation_wide, subscribed_via_entity, subscribed_via_organisation]
  }
  const [ofPack, ofApplication] = [await read(pack), await read(application)]
  expect([flagsOf(ofPack, 'document.trashed'), flagsOf(ofPack, 'document.restored')]).toEqual([
    [false, true, false],
    [false, false, true],
  ])
  expect(flagsOf(ofApplication, 'document.restored')).toEqual([true, false, true])
  await trash(other)
  await trash(pack)
  await receiver.until((all) => all.length > 0)
  expect(receiver.received.map(({ type, document }) => [type, document])).toEqual([['document.trashed', pack]])
  await subscribe(pack, [])
  await subscribe(application, [], { organisation_wide_keys: [] })
  expect(flagsOf(await read(pack), 'document.trashed')).toEqual([false, false, false])
})

test('what an application receives from all workspaces comes from those that its owner administers, for as long as they do', async () => {
  const { receiver, application } = await subscribed([])
  await subscribe(application, [], { organisation_wide_keys: ['document.created', 'document.trashed'] })
  const otto = await server.stranger('Wide')
  const { user_accounts: theirs } = await otto.get<{ user_accounts: readonly { account_key: string }[] }>('/app/session')
  const at = `/app/accounts/${theirs[0]!.account_key}`
  const { user_account: ours } = await otto.post<{ user_account: { key: string } }>(`${at}/add_user_account`, {
    data: { first_name: 'Mira', last_name: 'Castell', email_address: 'mira@example.com', is_admin: false },
  })
  const administers = (is_admin: boolean) => otto.post(`${at}/update_user_account`, { data: { user_account_key: ours.key, is_admin } })
  const made = async (name: string, by = otto) => (await prepared(by, name, [], [])).pack
  /** What happens here later is received later. */
  const until = async (name: string) => {
    const pack = await made(name, server.owner)
    await receiver.until((all) => all.some(({ document }) => document === pack))
  }
  const ordinary = await made('Of an ordinary member')
  await until('Ours, first')
  expect(receiver.typesOf(ordinary)).toEqual([])
  await administers(true)
  // It begins once the sender has found the workspace.
  const led = await eventually(
    async () => {
      const pack = await made('Of an administrator')
      await until(`Ours, after ${pack}`)
      return pack
    },
    (pack) => receiver.typesOf(pack).length > 0,
  )
  expect(receiver.typesOf(led)).toEqual(['document.created'])
  await administers(false)
  await otto.get(`/app/documents/${led}/delete_document`)
  await until('Ours, second')
  await administers(true)
  await otto.post(`${at}/remove_user_account`, { data: { user_account_key: ours.key } })
  const left = await made('Of a workspace that was left')
  await until('Ours, last')
  expect(receiver.typesOf(led)).toEqual(['document.created'])
  expect(receiver.typesOf(left)).toEqual([])
})

test('a deleted application’s endpoint receives nothing more, and a private address is refused in words', async () => {
  const { receiver, application } = await subscribed()
  await server.owner.delete(AT + application)
  const pack = await drafted('Unheard')
  await trash(pack)
  const witness = await subscribed(['document.restored'])
  await server.owner.get(`/app/documents/${pack}/recover_document`).catch(() => undefined)
  expect(receiver.received).toEqual([])
  const refused = await put(server.owner, `${AT}${witness.application}/webhook`, { url: 'https://169.254.169.254/' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'webhook-address-forbidden' } })
})

test('a secret is the same where its answer was lost, another after a rotation, and for a day both sign', async () => {
  const { receiver, application, secret } = await subscribed(['document.created'])
  const rotated = await server.owner.post<Answer>(`${AT}${application}/webhook/rotate_secret`, { data: {} })
  expect(rotated.signing_secret).toMatch(/^whsec_/)
  expect(rotated.signing_secret).not.toBe(secret)
  await drafted('Signed twice')
  const [one] = await receiver.until((all) => all.length > 0)
  for (const each of [secret, rotated.signing_secret!]) expect(verified(each, one!).data.document.name).toBe('Signed twice')
})

test('everything is sent again from a position, in order and under the same ids', async () => {
  const { receiver, application } = await subscribed(['document.created', 'document.trashed'])
  const pack = await drafted('Again')
  await trash(pack)
  await receiver.until((all) => all.length === 2)
  await eventually(
    () => deliveriesOf(application),
    (rows) => rows.every(({ state }) => state === 'delivered'),
  )
  const first = Math.min(...(await deliveriesOf(application)).map(({ position }) => position))
  await server.owner.post(`${AT}${application}/webhook/replay`, { data: { position: first - 1 } })
  await receiver.until((all) => all.length === 4)
  const ids = receiver.received.map(({ id }) => id)
  expect(ids.slice(2)).toEqual(ids.slice(0, 2))
})

test('people who look after an application are notified of its deliveries and its webhook, and nobody else is', async () => {
  const [member, stranger] = [await server.member('Nora'), await server.stranger('Otto')]
  const { receiver, application } = await subscribed(['document.created'])
  const live = await Promise.all([server.owner, member, stranger].map((of) => asTeam(server.url, of)))
  const [owners, members, strangers] = live as [Live, Live, Live]
  const wanted = { account_key: server.workspace, application_key: application }
  const received = live.map(({ socket }) => {
    const messages: unknown[] = []
    socket.on(LIVE.deliveriesChanged, (message) => messages.push(message))
    return messages
  })
  const [ofOwner, ofMember, ofStranger] = received as [unknown[], unknown[], unknown[]]
  const notified = async (change: () => Promise<unknown>) => {
    const before = ofOwner.length
    await change()
    await soon(
      () => ofOwner.length,
      (count) => count > before,
    )
  }
  try {
    expect(await owners.ask('watch_deliveries', wanted)).toEqual({ success: true })
    expect(await owners.ask('watch_deliveries', { ...wanted, application_key: newId() })).toMatchObject({ code: 'not-found' })
    expect(await members.ask('watch_deliveries', wanted)).toMatchObject({ success: false, code: 'not-found' })
    expect(await strangers.ask('watch_deliveries', wanted)).toMatchObject({ success: false, code: 'not-a-member' })
    await notified(() => drafted('Seen live'))
    await receiver.until((all) => all.length === 1)
    await notified(() => setWebhook(application, { is_on: false }))
    expect(new Set(ofOwner.map((message) => JSON.stringify(message)))).toEqual(new Set([JSON.stringify(wanted)]))

    // A member's own application, which they may look after no longer once their permission is gone.
    const { key: theirs } = await applicationOf(member, ['can_view_api_details'])
    const own = { account_key: server.workspace, application_key: theirs }
    expect(await members.ask('watch_deliveries', own)).toEqual({ success: true })
    expect(await owners.ask('watch_deliveries', own)).toEqual({ success: true })
    await notified(() => setWebhook(theirs, { url: receiver.url }))
    await soon(
      () => ofMember.length,
      (count) => count > 0,
    )
    const { user_accounts } = await server.owner.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
      `/app/accounts/${server.workspace}/user_accounts`,
    )
    await server.owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, {
      data: {
        user_account_key: user_accounts.find(({ user }) => user.full_name.startsWith('Nora'))!.key,
        permissions: { user_profile_permissions: { can_view_api_details: false } },
      },
    })
    const before = ofMember.length
    await notified(() => setWebhook(theirs, { is_on: false }))
    await soon(
      () => members.refused,
      (refused) => refused.some(({ code }) => code === 'not-allowed'),
    )
    expect([ofMember.length, ofStranger.length]).toEqual([before, 0])
  } finally {
    for (const { socket } of live) socket.close()
  }
})

test('an endpoint that answers 410 is off, and the owner of the application is notified by mail and in the app', async () => {
  const { receiver, application } = await subscribed(['document.created'])
  receiver.answers((_request, response) => response.writeHead(410).end())
  await drafted('Gone')
  await eventually(
    () => server.owner.get<Answer>(`${AT}${application}/webhook`),
    ({ webhook }) => webhook?.is_on === false && webhook.off_because === 'gone',
  )
  const { notifications } = await eventually(
    () => server.owner.get<{ notifications: readonly { kind: string; message: string; url: string }[] }>('/app/notifications'),
    (answer) => answer.notifications.some(({ kind }) => kind === 'webhook-off'),
  )
  expect(notifications.find(({ kind }) => kind === 'webhook-off')).toMatchObject({
    message: expect.stringMatching(/^A webhook was switched off because its endpoint does not answer in /),
    url: `#applications?user_account=${server.workspace}`,
  })
  const { mailer } = server.application.foundation
  const mails = await eventually(
    () => mailer.list({ workspace: server.workspace, before: null, limit: 50 } as never),
    (rows) => rows.some(({ kind }) => kind === 'webhook'),
  )
  expect(mails.find(({ kind }) => kind === 'webhook')?.subject).toBe('Webhook switched off: “Planner”')
})

test('every type of event stands in openapi.json and in /docs, with an example that its schema holds', async () => {
  const { webhooks } = (await server.raw('/openapi.json')).body as unknown as { webhooks: Record<string, object> }
  expect(Object.keys(webhooks)).toEqual([...LIFECYCLE_TYPES])
  const page = await (await fetch(`${server.url}/docs`)).text()
  for (const type of LIFECYCLE_TYPES) expect(page).toContain(`<b>EVENT</b> <code>${type}</code>`)
})
