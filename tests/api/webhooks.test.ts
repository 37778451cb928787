import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import { PERMISSIONS } from '#domain/workspace'
import { type TestServer, testServer } from '#tests/server'
import { type Received, type WebhookReceiver, webhookReceiver } from '#tests/webhook-receiver'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, prepared } from '../support/prepared.ts'

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

async function applicationOf(of: Client = server.owner) {
  const { application } = await of.post<{ application: { key: string; client_secret: string } }>(AT, {
    data: { name: 'Planner', permissions: [...PERMISSIONS] },
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
