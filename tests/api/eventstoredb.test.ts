import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '#platform/event-codec'
import { LogElsewhere, NO_EVENTS, requireLogAt, START, StreamRemoved } from '#platform/event-log'
import { freshEventStore, type OwnEventStore } from '#tests/event-store'
import { sealedPackOf } from '#tests/sealed-file'
import { type TestServer, testServer } from '#tests/server'
import { makeEvents } from '#tests/stored-events'
import { eventually, newId, prepared, uploaded, viewOf } from '../support/prepared.ts'

// The whole program with its events in EventStoreDB, and everything else in PostgreSQL.
let store: OwnEventStore
let server: TestServer
beforeAll(async () => {
  store = await freshEventStore()
  server = await testServer({ environment: { EVENTSTOREDB_URL: store.url, PARAPH_KEEP_DELETED: 'false' } })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await store.close()
}, 60_000)

async function packs(): Promise<readonly string[]> {
  const { events } = await server.application.services.eventLog.readAll(START, 10_000, { streamPrefixes: ['pack-'] })
  return [...new Set(events.map(({ event }) => event.stream))]
}
const rowOf = async (pack: string, trash = false) => {
  const { documents } = await server.owner.get<{ documents: readonly { key: string }[] }>(
    `/app/documents?is_trash_view=${trash}&search_query=Kept`,
  )
  return documents.find(({ key }) => key === pack)
}

test('a document goes from upload to sealed with its events in EventStoreDB alone, and is anchored and guarded there', async () => {
  const { owner: account, url, application } = server
  const { pack, bytes } = await sealedPackOf(url, account, 'Kept elsewhere')
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')

  const { rows } = await application.foundation.pool.query('SELECT count(*)::int AS count FROM event_log')
  expect(rows[0].count).toBe(0)
  const { eventLog } = application.services
  for (const stream of await packs()) expect(verifyChain(await eventLog.read(stream, 0n, 1_000))).toEqual([])

  await application.watch!.anchoring.now()
  const { proof } = await account.get<{ proof: unknown }>(`/app/evidence/${pack}/anchor`)
  expect(proof).not.toBeNull()
  expect((await application.watch!.guard.checkNow()).findings).toEqual([])
  const findings = await application.services.health()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  expect(findings.map(({ name }) => name)).toContain('event store')
}, 120_000)

test('a list shows a change at once, and a document that is deleted for good is gone from the log', async () => {
  const { pack } = await uploaded(server.owner, 'Kept for a while')
  expect(await rowOf(pack)).toBeDefined()
  await server.owner.get(`/app/documents/${pack}/delete_document`)
  expect(await rowOf(pack, true)).toBeDefined()
  await server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
  const { eventLog } = server.application.services
  await eventually(
    () => eventLog.read(`pack-${pack}`, 0n, 1),
    (events) => events.length === 0,
  )
  const again = eventLog.append(`pack-${pack}`, NO_EVENTS, makeEvents(`pack-${pack}`))
  await expect(again).rejects.toBeInstanceOf(StreamRemoved)
})

test('hundreds of fields are saved though such a burst drops the program’s subscription: every append is sent once and answered', async () => {
  const { owner } = server
  const forms = await Promise.all([1, 2, 3, 4].map((at) => prepared(owner, `A large form ${at}`, ['Ada Lovelace'], [])))
  const { double } = store
  const [dropped, sent] = [double?.dropped ?? 0, double?.attempts.length ?? 0]
  const fields = (document: string, round: number) =>
    Array.from({ length: 100 }, (_, at) => ({
      uuid: newId(),
      document_key: document,
      type: 'text',
      page: 0,
      ...{ x: 10 + (at % 40) * 14, y: 10 + (round * 3 + Math.floor(at / 40)) * 15, width: 13, height: 14 },
      description: 'What is meant by this, at some length. '.repeat(20),
    }))
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      forms.map(({ pack, document }) => owner.post(`/app/documents/${pack}/add_update_data_field`, { data: fields(document, round) })),
    )
  }
  for (const { pack } of forms) expect((await viewOf(owner, pack)).view.fieldOrder).toHaveLength(300)
  // A real server does not say whom it dropped.
  if (!double) return
  expect(double.dropped).toBeGreaterThan(dropped)
  const appends = double.attempts.slice(sent).map(({ proposed }) => proposed.map(({ id }) => id).join())
  expect(new Set(appends).size).toBe(appends.length)
}, 60_000)

test('while the event store is gone nothing is changed and health says so; once it is back everything goes on by itself', async () => {
  const { pack } = await uploaded(server.owner, 'Kept through an outage')
  const { revision } = await viewOf(server.owner, pack)
  await store.kill()
  const storeAnswers = async () => (await server.application.services.health()).find(({ name }) => name === 'event store')!.ok
  expect(await storeAnswers()).toBe(false)
  const rename = () => server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Kept and renamed' } })
  await expect(rename()).rejects.toThrow()
  await store.start()
  await eventually(rename, () => true)
  await eventually(storeAnswers, (ok) => ok)
  // Whatever became of the first attempt, the name was changed once.
  expect((await viewOf(server.owner, pack)).revision).toBe(revision + 1)
  await eventually(
    () => server.owner.get<{ documents: readonly { name?: string }[] }>('/app/documents?search_query=renamed'),
    ({ documents }) => documents.length === 1,
  )
}, 120_000)

test('an installation is held to the log it began with', async () => {
  await expect(requireLogAt(server.application.foundation.pool, 'postgres')).rejects.toThrow(LogElsewhere)
})
