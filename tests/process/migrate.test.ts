import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '#platform/configuration'
import {
  copyPlaces,
  eventLogSchema,
  homeOfLog,
  keepCopyPlace,
  type LogKind,
  NO_EVENTS,
  postgresEventLog,
  requireLogAt,
  START,
} from '#platform/event-log'
import type { Timers } from '#platform/ports'
import { migrate, openPool } from '#platform/postgres'
import { freshEventStore, type OwnEventStore } from '#tests/event-store'
import { liveWorld } from '#tests/live-world'
import { testDatabase } from '#tests/postgres'
import { sealedPackOf } from '#tests/sealed-file'
import { type Besides, type TestServer, testServer } from '#tests/server'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { makeEvents } from '#tests/stored-events'
import { move } from '../../cli/migrate.ts'
import { eventually, uploaded, viewOf } from '../support/prepared.ts'

// Where four starts of the whole program are in it: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'
let server: TestServer
let store: OwnEventStore
let dataDir: string
let later: Besides | null = null
beforeAll(async () => {
  if (!long) return
  dataDir = await temporaryFolder()
  store = await freshEventStore()
  const environment = { PARAPH_MASTER_KEY: randomBytes(32).toString('base64'), PARAPH_DATA: dataDir, PARAPH_KEEP_DELETED: 'false' }
  server = await testServer({ environment, onPostgres: true })
}, 120_000)
afterAll(async () => {
  if (!long) return
  await later?.close()
  await server.close()
  await store.close()
  await removeFolder(dataDir)
}, 60_000)

function alone(database: string) {
  const url = new URL(database)
  url.searchParams.set('application_name', 'paraph-migrate')
  return openPool(url.toString(), { max: 4 })
}
/** As `paraph migrate` does it, with nobody else on the database. */
async function moved(
  from: LogKind,
  to: LogKind,
  { database = server.application.foundation.databaseUrl, eventStore = store.url, waits = () => {} } = {},
): Promise<string> {
  const pool = alone(database)
  const said: string[] = []
  try {
    const configuration = readConfiguration({ EVENTSTOREDB_URL: eventStore })
    const world = liveWorld()
    const timers: Timers = {
      after(ms, task) {
        waits()
        return world.timers.after(ms, task)
      },
    }
    await move({ pool, world: { ...world, timers }, configuration, from, to, tell: (line) => void said.push(line) })
  } finally {
    await pool.end()
  }
  return said.join('\n')
}
const namesOf = async (account: TestServer['owner']) => {
  const { documents } = await account.get<{ documents: readonly { name: string }[] }>('/app/documents')
  return documents.map(({ name }) => name).toSorted()
}
const trailOf = async (account: TestServer['owner'], pack: string) =>
  (await account.get<{ audit_records: readonly { revision: number }[] }>(`/app/audit_trail/${pack}`)).audit_records

test.skipIf(!long)(
  'all events move to EventStoreDB and back, and at each place the installation goes on as if nothing had been',
  async () => {
    const first = await sealedPackOf(server.url, server.owner, 'Moved with all')
    const gone = await uploaded(server.owner, 'Gone before the move')
    await server.owner.get(`/app/documents/${gone.pack}/delete_document`)
    await server.owner.delete(`/app/document_actions/${gone.pack}/permanently_delete_document`)
    const { eventLog } = server.application.services
    await eventually(
      () => eventLog.read(`pack-${gone.pack}`, 0n, 1),
      (events) => events.length === 0,
    )
    await server.application.watch!.anchoring.now()
    const names = await namesOf(server.owner)
    const { revision } = await viewOf(server.owner, first.pack)
    const trail = await trailOf(server.owner, first.pack)

    await expect(moved('postgres', 'eventstoredb')).rejects.toThrow('Stop every process of Paraph first')
    await server.application.close()
    // Somebody who is just leaving is waited for.
    const leaving = openPool(server.application.foundation.databaseUrl, { max: 1 })
    await leaving.query('SELECT 1')
    let left: Promise<void> | undefined
    const leaves = () => {
      left ??= leaving.end()
    }
    expect(await moved('postgres', 'eventstoredb', { waits: leaves })).toMatch(/Both hold the same \d+ events/)
    await left
    expect(await moved('postgres', 'eventstoredb')).toContain('already')
    await expect(server.anotherProcess({})).rejects.toThrow('The events of this installation are in EventStoreDB')

    later = await server.anotherProcess({ EVENTSTOREDB_URL: store.url })
    const there = await later.as(server.owner)
    expect(await namesOf(there)).toEqual(names)
    expect((await viewOf(there, first.pack)).revision).toBe(revision)
    expect(await trailOf(there, first.pack)).toEqual(trail)
    const second = await sealedPackOf(later.url, there, 'Made after the move')
    await later.application.watch!.anchoring.now()
    expect((await later.application.watch!.guard.checkNow()).findings).toEqual([])
    for (const { pack } of [first, second]) {
      expect((await there.get<{ proof: unknown }>(`/app/evidence/${pack}/anchor`)).proof).not.toBeNull()
    }
    const all = await namesOf(there)
    await later.close()
    later = null

    expect(await moved('eventstoredb', 'postgres')).toMatch(/every chain whole/)
    later = await server.anotherProcess({})
    const home = await later.as(server.owner)
    expect(await namesOf(home)).toEqual(all)
    expect((await trailOf(home, second.pack)).length).toBeGreaterThan(5)
    await later.application.watch!.anchoring.now()
    expect((await later.application.watch!.guard.checkNow()).findings).toEqual([])
  },
  240_000,
)

test('where the stored progress of an earlier run skips a page, nothing is moved, and the next run starts over', async () => {
  const database = await testDatabase()
  const [broken, empty] = [await freshEventStore(), await freshEventStore()]
  const pool = alone(database.url)
  try {
    await migrate(pool, eventLogSchema)
    await requireLogAt(pool, 'postgres')
    const log = postgresEventLog({ pool, ...liveWorld() })
    for (let at = 0; at < 600; at++) await log.append(`pack-${at}`, NO_EVENTS, makeEvents(`pack-${at}`))
    const { position } = await log.readAll(START, 500)
    await log.close()
    await keepCopyPlace(pool, 'eventstoredb', { source: position, destination: START, events: 500 })
    const to = (eventStore: string) => moved('postgres', 'eventstoredb', { database: database.url, eventStore })
    await expect(to(broken.url)).rejects.toThrow(/the copy is not the same: event 0 of pack-0 .* goes on with postgres/)
    expect([await homeOfLog(pool), await copyPlaces(pool, 'eventstoredb')]).toEqual(['postgres', []])
    expect(await to(empty.url)).toMatch(/Both hold the same 600 events/)
    expect(await homeOfLog(pool)).toBe('eventstoredb')
  } finally {
    await pool.end()
    await Promise.all([broken.close(), empty.close()])
    await database.drop()
  }
})
