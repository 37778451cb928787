import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventStoreDbCluster, eventStoreDbCluster } from '#tests/eventstoredb-double/cluster'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import type { Client } from '../../cli/demo/client.ts'
import { type Front, openFront } from '../chaos/front.ts'
import { firstPerson, type Patience, type Person, type Trouble, viewOf } from '../chaos/people.ts'
import { type Program, program } from '../chaos/programs.ts'

// Programs of their own, and an outage of half a minute: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'
if (!long)
  test.skip('restarts one by one, the death of a leader and an outage of the event store, under load: in the long lane', () => undefined)
const inTheLongLane: (words: string, run: () => Promise<void>, ms: number) => void = long ? test : () => undefined
const OUTAGE_MS = 30_000
const SAVERS = 6

let database: TestDatabase
let cluster: EventStoreDbCluster
let front: Front
let dataDir: string
const programs: Program[] = []
/** What people do not call themselves. */
const behind: Program[] = []
const trouble: Trouble = new Map()
let patience: Patience
let person: Person
const account = () => person.client()

beforeAll(async () => {
  if (!long) return
  database = await testDatabase()
  cluster = await eventStoreDbCluster()
  front = await openFront()
  dataDir = await temporaryFolder()
  const env = { PARAPH_MASTER_KEY: randomBytes(32).toString('base64'), EVENTSTOREDB_URL: cluster.url }
  const options = { dataDir, databaseUrl: database.url, eventStoreUrl: null, env, publicUrl: front.url }
  for (const at of [0, 1]) programs.push(await program('api', at, options))
  for (const role of ['projections', 'processes'] as const) behind.push(await program(role, 0, options))
  await Promise.all([...programs, ...behind].map((one) => one.start()))
  for (const { port } of programs) front.behind.push({ port, out: false })
  patience = { url: front.url, trouble, deadline: () => performance.now() + 120_000 }
  person = await firstPerson(patience)
}, 240_000)
afterAll(async () => {
  if (!long) return
  for (const one of [...programs, ...behind]) await one.end()
  await front.close()
  await cluster.close()
  await database.drop()
  await removeFolder(dataDir)
}, 60_000)

interface Saver {
  readonly pack: string
  readonly from: number
  acknowledged: number
  /** When the latest save was acknowledged. */
  at: number
}

/** People who rename a document of their own again and again, until stopped. */
async function savers(save: (client: Client, pack: string, name: string) => Promise<unknown>) {
  let over = false
  const all: Saver[] = []
  for (let person = 0; person < SAVERS; person++) {
    const client = account()
    const { document } = await client.get<{ document: { document_pack_key: string } }>(
      `/app/get_document_upload_url?${new URLSearchParams({ filename: `Saved ${person}.pdf`, size: '0.1' })}`,
    )
    const { revision } = await viewOf(client, document.document_pack_key)
    all.push({ pack: document.document_pack_key, from: revision, acknowledged: 0, at: 0 })
  }
  const running = all.map(async (one, person) => {
    const client = account()
    for (let at = 0; !over; at++) {
      await save(client, one.pack, `Person ${person} saves ${at}`)
      one.acknowledged++
      one.at = performance.now()
    }
  })
  return {
    all,
    async stop() {
      over = true
      await Promise.all(running)
      const client = account()
      // Each was written, and written once: a save is one event.
      for (const { pack, from, acknowledged } of all) expect((await viewOf(client, pack)).revision - from).toBe(acknowledged)
    },
  }
}
const rename = (client: Client, pack: string, name: string) =>
  client.post(`/app/documents/${pack}/update_document`, { data: { document_name: name } })

inTheLongLane(
  'restarted one after the other under load, two processes fail no save',
  async () => {
    trouble.clear()
    const under = await savers(rename)
    for (const one of programs) {
      const before = under.all.map(({ acknowledged }) => acknowledged)
      await expect.poll(() => under.all.every(({ acknowledged }, at) => acknowledged > before[at]! + 5), { timeout: 60_000 }).toBe(true)
      expect(await one.stop()).toBe(0)
      await one.start()
    }
    await under.stop()
    // Not one had to be made again.
    const why = programs.flatMap((one) => one.output().match(/.*a request failed.*/g) ?? [])
    expect({ why, trouble: [...trouble], lost: front.lost }).toEqual({ why: [], trouble: [], lost: [] })
  },
  240_000,
)

inTheLongLane(
  'when the leader of the event store dies or falls silent, saves go on with the next, nothing is lost or done twice, and no program ends',
  async () => {
    trouble.clear()
    const under = await savers(rename)
    for (const round of [0, 1, 2, 3]) {
      const before = under.all.map(({ acknowledged }) => acknowledged)
      await expect.poll(() => under.all.every(({ acknowledged }, at) => acknowledged > before[at]! + 5), { timeout: 60_000 }).toBe(true)
      const old = cluster.leader!
      if (round % 2) old.line.freeze()
      else await old.kill()
      await wait(1_000)
      cluster.depose(round < 2 ? 'FOLLOWER' : 'UNKNOWN')
      await wait(2_000)
      cluster.elect(cluster.nodes.find((node) => node !== old)!, { loseUnacknowledged: true })
      const back = performance.now()
      await expect.poll(() => under.all.every(({ at }) => at > back), { timeout: 60_000 }).toBe(true)
      const seconds = (Math.max(...under.all.map(({ at }) => at)) - back) / 1_000
      console.log(`everybody was saved again ${seconds.toFixed(1)} s after there was another leader`)
      if (round % 2) old.line.thaw()
      else await old.start()
    }
    await under.stop()
    expect([...trouble.keys()].filter((why) => !/^503 (unavailable|unknown-outcome|too-late)$/.test(why))).toEqual([])
    expect([...programs, ...behind].map(({ falls }) => falls)).toEqual([[], [], [], []])
  },
  300_000,
)

inTheLongLane(
  'while the event store is away people are told so in words; then everything goes on, and nothing is lost or done twice',
  async () => {
    trouble.clear()
    const said = new Set<string>()
    const under = await savers(rename)
    await expect.poll(() => under.all.every(({ acknowledged }) => acknowledged > 5), { timeout: 60_000 }).toBe(true)
    await Promise.all(cluster.nodes.map((node) => node.kill()))
    const until = performance.now() + OUTAGE_MS
    while (performance.now() < until) await wait(250)
    cluster.elect(cluster.nodes[0]!, { loseUnacknowledged: true })
    await Promise.all(cluster.nodes.map((node) => node.start()))
    const back = performance.now()
    await expect.poll(() => under.all.every(({ at }) => at > back), { timeout: 60_000 }).toBe(true)
    const seconds = (Math.max(...under.all.map(({ at }) => at)) - back) / 1_000
    console.log(`everybody was saved again ${seconds.toFixed(1)} s after the event store was back`)
    await under.stop()
    for (const why of trouble.keys()) said.add(why)
    expect([...said].filter((why) => !/^503 (unavailable|unknown-outcome|too-late)$/.test(why))).toEqual([])
    expect(said.size).toBeGreaterThan(0)
  },
  300_000,
)

inTheLongLane(
  'while the database is away they are told so too',
  async () => {
    const client = account()
    const { document } = await client.get<{ document: { document_pack_key: string } }>(
      `/app/get_document_upload_url?${new URLSearchParams({ filename: 'Asked in vain.pdf', size: '0.1' })}`,
    )
    const ports = programs.map(({ lines }) => lines.find(({ to }) => to === 'database')!.line)
    for (const line of ports) {
      line.to(null)
      line.cut()
    }
    const asked = viewOf(person.impatient(), document.document_pack_key)
    await expect(asked).rejects.toMatchObject({ status: 503, code: 'unavailable', message: expect.stringContaining('cannot be reached') })
    for (const line of ports) line.to(Number(new URL(database.url).port))
    expect((await viewOf(client, document.document_pack_key)).view.status).toBe('setup')
  },
  120_000,
)
