import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LIVE } from '#contract/live'
import { canonicalise, type Json } from '#domain/kernel'
import { LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import { PERMISSIONS } from '#domain/workspace'
import { expireEntries } from '#projections/feed'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type Client, client, Refused } from '../../cli/demo/client.ts'
import { listen } from '../support/live-client.ts'
import { eventually, newId, prepared } from '../support/prepared.ts'

interface Event {
  readonly id: string
  readonly type: string
  readonly source: string
  readonly subject?: string
  readonly position: number
  readonly previous: string
  readonly chain: string
  readonly version?: number
  readonly time?: string
  readonly digest?: string
  readonly salt?: string
  readonly commitment?: string
  readonly data?: Json
  readonly erased?: true
}

let server: TestServer
let program: Client
let authorization: string
let may: (permissions: readonly string[]) => Promise<void>
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
  const data = { name: 'Subscriber', permissions: [...PERMISSIONS] }
  const { application } = await server.owner.post<{ application: { key: string; client_secret: string } }>('/app/applications/', { data })
  program = client(server.url)
  const { key, client_secret } = application
  authorization = `Basic ${Buffer.from(`${key}:${client_secret}`).toString('base64')}`
  program.remember({ authorization })
  may = async (permissions) => {
    const { csrf_token } = await server.owner.get<{ csrf_token: string }>('/app/session')
    const headers = { cookie: server.owner.cookie(), 'x-csrf-token': csrf_token, 'content-type': 'application/json' }
    const body = JSON.stringify({ data: { permissions } })
    expect((await server.raw(`/app/applications/${key}`, { method: 'PUT', headers, body })).status).toBe(200)
  }
})
afterAll(() => server.close())

/** A batch, which is a list: it has no `success`. */
async function read(query = ''): Promise<readonly Event[]> {
  const { status, body } = await server.raw(`/app/feed${query}`, { headers: { authorization } })
  if (status !== 200) throw new Refused(status, body.code!, body.message!)
  return body as unknown as readonly Event[]
}
const end = async () => await program.get<{ last_position: number; chain: string }>('/app/feed/position')
const document = async (name: string) => (await prepared(server.owner, name, ['Ada Lovelace'], [])).pack

const sha = (text: string) => createHash('sha256').update(text).digest('base64url')
/** By the rules of docs/integrating.md alone: the positions at which a chain breaks. */
function brokenAt(events: readonly Event[], from = events[0]?.previous ?? ''): number[] {
  let [previous, expected] = [from, events[0]?.position ?? 1]
  return events.flatMap(({ position, id, type, version, subject, time, digest, salt, data, commitment, chain }) => {
    const isRight = salt === undefined || sha(`${salt}\n${canonicalise(data!)}`) === digest
    const committed = commitment ?? sha([id, type, version, subject, time, digest].join('\n'))
    const holds = isRight && position === expected && chain === sha([previous, position, committed].join('\n'))
    previous = chain
    expected = position + 1
    return holds ? [] : [position]
  })
}

test('a feed is a batch of CloudEvents 1.0 from any position, numbered without gaps, and its chain proves that none is missing', async () => {
  const pack = await document('Lease')
  const answer = await server.raw('/app/feed', { headers: { authorization } })
  expect(answer.headers.get('content-type')).toMatch(/^application\/cloudevents-batch\+json/)
  const all = await read()
  expect(all[0]).toMatchObject({ position: 1, previous: sha(server.workspace) })
  expect(all.find(({ subject }) => subject === pack)).toMatchObject({
    specversion: '1.0',
    source: `${server.url}/app/accounts/${server.workspace}`,
    type: 'document.created',
    datacontenttype: 'application/json',
    data: { document: { key: pack, name: 'Lease', status: 'setup' } },
  })
  expect(brokenAt(all, sha(server.workspace))).toEqual([])
  expect(await read('?after=1')).toEqual(all.slice(1))
  expect(await read('?limit=1')).toEqual(all.slice(0, 1))
  for (const name of ['Second', 'Third']) await document(name)
  const more = await read()
  expect(brokenAt(more)).toEqual([])
  expect(brokenAt(more.toSpliced(1, 1))).not.toEqual([])
})

test('what a filter leaves out is withheld: it says nothing but its commitment, and the chain still holds', async () => {
  const pack = await document('Filtered')
  await server.owner.get(`/app/documents/${pack}/delete_document`)
  const all = await read()
  const byType = await read('?types=document.trashed,document.restored')
  expect(byType.filter(({ type }) => type !== 'entry.withheld').map(({ type }) => type)).toEqual(['document.trashed'])
  const byDocument = await read(`?document_key=${pack}`)
  expect(byDocument.filter(({ type }) => type !== 'entry.withheld').map(({ type }) => type)).toEqual([
    'document.created',
    'document.trashed',
  ])
  expect(byDocument.find(({ type }) => type === 'entry.withheld')).toEqual({
    specversion: '1.0',
    source: expect.any(String),
    id: '1',
    type: 'entry.withheld',
    position: 1,
    previous: all[0]!.previous,
    chain: all[0]!.chain,
    commitment: expect.any(String),
  })
  expect((await read(`?template_key=${newId()}`)).every(({ type }) => type === 'entry.withheld')).toBe(true)
  for (const events of [byType, byDocument]) expect(brokenAt(events)).toEqual([])
  expect(await refusalOf(read('?types=document.signed'))).toMatchObject({ status: 400, code: 'invalid-request' })
  expect(LIFECYCLE_TYPES).not.toContain('entry.withheld')
})

test('who may not see the team reads the same entries without who did it, and without the salt that would tell', async () => {
  await may(PERMISSIONS.filter((one) => one !== 'can_view_teams'))
  onTestFinished(() => may([...PERMISSIONS]))
  const events = await read()
  expect(events[0]).toMatchObject({ type: 'document.created', data: { by: null } })
  expect(events[0]).not.toHaveProperty('salt')
  expect(brokenAt(events)).toEqual([])
})

test('a request that waits is answered as soon as something happens, and with nothing when the time is over', async () => {
  const { last_position } = await end()
  const waiting = read(`?after=${last_position}&wait=25`)
  const pack = await document('Awaited')
  expect((await waiting).map(({ subject }) => subject)).toEqual([pack])
  expect(await read(`?after=${last_position + 1}&wait=1`)).toEqual([])
  // Of what is withheld nobody is woken.
  const forTrash = read(`?after=${last_position}&types=document.trashed&wait=25`)
  await server.owner.get(`/app/documents/${pack}/delete_document`)
  expect((await forTrash).map(({ type }) => type)).toEqual(['entry.withheld', 'document.trashed'])
})

test('a permission that is lost while somebody waits is asked for again before they are answered', async () => {
  const { last_position } = await end()
  const waiting = refusalOf(read(`?after=${last_position}&wait=25`))
  await eventually(async () => server.application.server!.app.server.listening, Boolean)
  await may([])
  onTestFinished(() => may([...PERMISSIONS]))
  await document('Not for it')
  expect(await waiting).toMatchObject({ status: 403, code: 'not-allowed' })
})

test('ten requests of one application wait at once; one more is refused, and those that are gone make room', async () => {
  const { last_position } = await end()
  const path = `/app/feed?after=${last_position}`
  const asked = Array.from({ length: 11 }, () => request(`${server.url}${path}&wait=25`, { headers: { authorization } }))
  const answers = asked.map((one) => new Promise<number>((answered) => one.on('response', ({ statusCode }) => answered(statusCode!))))
  for (const one of asked) one.on('error', () => undefined).end()
  expect(await Promise.race(answers)).toBe(429)
  expect(await refusalOf(read(`?after=${last_position}&wait=25`))).toMatchObject({ status: 429, code: 'too-many-waiting' })
  expect(await read(`?after=${last_position}`)).toEqual([])
  for (const one of asked) one.destroy()
  const isRefused = async () => (await server.raw(`${path}&wait=1`, { headers: { authorization } })).status
  await eventually(isRefused, (status) => status === 200)
})

test('a position that is no longer kept is gone, with the first that is, and one that never was is refused in words', async () => {
  const { last_position, chain } = await end()
  expect(await refusalOf(read(`?after=${last_position + 1}`))).toMatchObject({
    status: 409,
    code: 'feed-position-ahead',
    message: `The feed ends at position ${last_position}. Perhaps a backup was restored: compare your documents with those here, and go on from ${last_position}.`,
  })
  expect(await read(`?after=${last_position}&chain=${chain}`)).toEqual([])
  expect(await refusalOf(read(`?after=${last_position}&chain=${sha('another')}`))).toMatchObject({ status: 409, code: 'feed-not-the-same' })
  expect(await refusalOf(read(`?after=1&chain=${sha('another')}`))).toMatchObject({ status: 409, code: 'feed-not-the-same' })
  const all = await read()
  const kept = all[3]!
  await expireEntries(server.application.foundation.pool, kept.time!)
  const first = (await read())[0]!
  expect(first.position).toBeGreaterThan(1)
  const headers = { authorization }
  expect(await server.raw('/app/feed?after=0', { headers })).toMatchObject({
    status: 410,
    body: { success: false, code: 'feed-position-expired', position: first.position },
  })
  expect(await read(`?after=${first.position - 1}&chain=${first.previous}`)).toEqual(all.slice(first.position - 1))
})

/** A live connection of the application, and the entries that it received. */
async function streaming() {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  const { body } = await server.raw('/app/oauth/token', { method: 'POST', headers: { authorization }, body: form })
  const live = await listen(server.url, { session: String(body.access_token) })
  onTestFinished(() => void live.socket.close())
  const received: Event[] = []
  live.socket.on(LIVE.feedEntries, ({ entries }: { entries: Event[] }, acknowledge: () => void) => {
    received.push(...entries)
    acknowledge()
  })
  const watch = (message: object) => live.ask('watch_feed', { account_key: server.workspace, ...message })
  const until = (holds: () => boolean) => eventually(async () => holds(), Boolean)
  return { live, received, watch, until }
}

test('a live connection receives the same entries from its position on, and each as it happens', async () => {
  const { received, watch, until } = await streaming()
  const { last_position } = await end()
  expect(await watch({ after: last_position - 2 })).toMatchObject({ success: true })
  await until(() => received.length === 2)
  const pack = await document('Streamed')
  await until(() => received.length === 3)
  expect(received).toEqual(await read(`?after=${last_position - 2}`))
  expect(received.at(-1)).toMatchObject({ type: 'document.created', subject: pack })
  expect(brokenAt(received)).toEqual([])
})

test('a live connection is refused where the call would be, and ends with the permission', async () => {
  const { live, received, watch, until } = await streaming()
  const { last_position } = await end()
  expect(await watch({ after: last_position + 1 })).toMatchObject({ success: false, code: 'feed-position-ahead' })
  expect(await watch({ types: ['document.signed'] })).toMatchObject({ success: false, code: 'invalid-request' })
  expect(await watch({ after: last_position })).toMatchObject({ success: true })
  await may([])
  onTestFinished(() => may([...PERMISSIONS]))
  await document('Not for it either')
  await until(() => live.refused.length > 0)
  expect(live.refused).toMatchObject([{ account_key: server.workspace, code: 'not-allowed' }])
  expect(received).toEqual([])
})

test('a connection that acknowledges nothing receives no second batch, and others theirs', async () => {
  const [slow, quick] = [await streaming(), await streaming()]
  const { last_position } = await end()
  slow.live.socket.off(LIVE.feedEntries).on(LIVE.feedEntries, ({ entries }: { entries: Event[] }) => slow.received.push(...entries))
  for (const one of [slow, quick]) await one.watch({ after: last_position })
  await document('First of two')
  await slow.until(() => slow.received.length === 1)
  await document('Second of two')
  await quick.until(() => quick.received.length === 2)
  expect(slow.received).toHaveLength(1)
})

test('the erasure of a document reaches what the feed holds of it, and is an entry', async () => {
  const pack = await document('Secret merger')
  await server.owner.get(`/app/documents/${pack}/delete_document`)
  const { last_position } = await end()
  expect(JSON.stringify(await read())).toContain('Secret merger')
  await server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
  const [deleted] = await eventually(
    () => read(`?after=${last_position}&types=document.deleted&wait=5`),
    (events) => events.length > 0,
  )
  expect(deleted).toMatchObject({ type: 'document.deleted', subject: pack, data: { document: { key: pack } } })
  const after = await read()
  expect(JSON.stringify(after)).not.toContain('Secret merger')
  expect(after.find(({ subject }) => subject === pack)).toMatchObject({ type: 'document.created', erased: true })
  expect(brokenAt(after)).toEqual([])
})
