import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshEventStore, type OwnEventStore } from '#tests/event-store'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { sealedPackOf } from '#tests/sealed-file'
import { type TestServer, testServer } from '#tests/server'
import { freePort, removeFolder, temporaryFolder } from '#tests/spawned'
import { type RoleName, type SpawnedRole, spawnRole } from '#tests/spawned-role'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, untilServed, uploaded } from '../support/prepared.ts'

// As compose.yaml has it: each role by itself, two of those that have one owner. All but the one that is asked are real
// programs, which can be killed: they run only where LONG_TESTS gives them time.
const long = process.env.LONG_TESTS === '1'
const inTheLongLane: (words: string, run: () => Promise<void>, ms: number) => void = long ? test : () => undefined
if (!long) test.skip('roles in processes of their own, killed and taken over from: in the long lane', () => undefined)
let database: TestDatabase
let store: OwnEventStore
let dataDir: string
let status: number
const running = new Set<SpawnedRole>()
let server: TestServer
let account: Client
let env: Record<string, string>

async function start(role: RoleName): Promise<SpawnedRole> {
  const started = await spawnRole(role, { dataDir, env })
  running.add(started)
  return started
}
async function kill(one: SpawnedRole): Promise<void> {
  running.delete(one)
  await one.kill()
}
const of = (role: RoleName) => [...running].filter((one) => one.role === role)
const isOwner = async (one: SpawnedRole, projection: string) => (await one.words(`projection ${projection}`)) !== 'standby'
async function ownersOf(projection: string): Promise<SpawnedRole[]> {
  const all = await Promise.all(of('projections').map(async (one) => ((await isOwner(one, projection)) ? [one] : [])))
  return all.flat()
}
/** The processes of a role where a part of theirs is not another's. */
async function busyWith(role: RoleName, part: string): Promise<SpawnedRole[]> {
  const all = await Promise.all(
    of(role).map(async (one) => {
      const words = await one.words(part)
      return words === null || words.startsWith('standby') ? [] : [one]
    }),
  )
  return all.flat()
}
const listed = async (name: string) => {
  const url = `/app/documents?${new URLSearchParams({ search_query: name })}`
  // A machine that is full may answer that the log did not in time.
  const { documents } = await untilServed(() => account.get<{ documents: readonly unknown[] }>(url))
  return documents.length
}

beforeAll(async () => {
  if (!long) return
  database = await testDatabase()
  store = await freshEventStore()
  dataDir = await temporaryFolder()
  status = await freePort()
  env = { DATABASE_URL: database.url, EVENTSTOREDB_URL: store.url, PARAPH_MASTER_KEY: randomBytes(32).toString('base64') }
  // All at once, on an empty folder and an empty database, as they are started by compose.yaml.
  const [made] = await Promise.all([
    testServer({ environment: { ...env, PARAPH_ROLES: 'api', PARAPH_DATA: dataDir, PARAPH_STATUS_PORT: String(status) } }),
    ...(['projections', 'projections', 'processes', 'processes'] as const).map(start),
  ])
  server = made
  account = server.owner
}, 240_000)
afterAll(async () => {
  for (const one of running) await one.kill()
  if (!long) return
  await server?.close()
  await store.close()
  await database.drop()
  await removeFolder(dataDir)
}, 60_000)

inTheLongLane(
  'three roles in processes of their own take a document from upload to sealed',
  async () => {
    const { bytes } = await sealedPackOf(server.url, account, 'Sealed by five')
    expect(bytes.length).toBeGreaterThan(1_000)
    expect(await listed('Sealed by five')).toBe(1)
    for (const projection of ['list', 'audit_trail']) expect(await ownersOf(projection)).toHaveLength(1)
  },
  180_000,
)

inTheLongLane(
  'a read model whose owner is killed is taken over by the other, which goes on where that one stood',
  async () => {
    const [owner] = await ownersOf('list')
    await kill(owner!)
    await uploaded(account, 'After the owner died')
    await eventually(
      () => listed('After the owner died'),
      (count) => count === 1,
    )
    expect(await ownersOf('list')).toHaveLength(1)
    expect(await listed('Sealed by five')).toBe(1)
    await start('projections')
    expect(await ownersOf('list')).toHaveLength(1)
  },
  180_000,
)

inTheLongLane(
  'what a killed process was converting or sealing is done by the other, once',
  async () => {
    // Killed at once after each upload began: one of the two has its conversion in hand.
    const [one, other] = of('processes')
    const sealing = sealedPackOf(server.url, account, 'Sealed through a death')
    await eventually(
      async () =>
        (await Promise.all([one!, other!].map((each) => each.metrics()))).findIndex((text) =>
          /paraph_job_seconds_count.* [1-9]/.test(text),
        ),
      (at) => at >= 0,
    )
    await kill(one!)
    const { pack } = await sealing
    const { audit_records } = await eventually(
      () => account.get<{ audit_records: readonly { code: string }[] }>(`/app/audit_trail/${pack}`),
      ({ audit_records: records }) => records.some(({ code }) => code === 'DocumentSealed'),
    )
    const times = (code: string) => audit_records.filter((record) => record.code === code).length
    expect([times('PackCompleted'), times('DocumentSealed')]).toEqual([1, 1])
  },
  180_000,
)

inTheLongLane(
  'a process that is told to stop hands back what it has, ends in order, and the next one goes on',
  async () => {
    const fresh = await start('processes')
    const sealing = sealedPackOf(server.url, account, 'Sealed through a change')
    const [old] = of('processes').filter((each) => each !== fresh)
    running.delete(old!)
    expect(await old!.stop()).toBe(0)
    expect((await sealing).bytes.length).toBeGreaterThan(1_000)
  },
  180_000,
)

inTheLongLane(
  'what one process does for all, one does; one that stands still is taken over from, and does no harm when it wakes up',
  async () => {
    if (of('processes').length < 2) await start('processes')
    const parts = ['anchoring', 'guard', 'retention', 'process conversion', 'process sealing']
    for (const part of parts) {
      await eventually(
        () => busyWith('processes', part),
        (busy) => busy.length === 1,
      )
    }
    const [paused] = await busyWith('processes', 'process sealing')
    const [reader] = await ownersOf('list')
    const others = {
      processes: of('processes').filter((one) => one !== paused),
      projections: of('projections').filter((one) => one !== reader),
    }
    paused!.process.kill('SIGSTOP')
    reader!.process.kill('SIGSTOP')
    try {
      const { pack } = await sealedPackOf(server.url, account, 'Sealed past a sleeper')
      expect(await listed('Sealed past a sleeper')).toBe(1)
      for (const part of parts) {
        const doing = async () => {
          const all = await Promise.all(others.processes.map((one) => one.words(part)))
          return all.filter((words) => words !== null && !words.startsWith('standby')).length
        }
        // A part that the paused one did not have is where it was.
        await eventually(doing, (count) => count === 1)
      }
      paused!.process.kill('SIGCONT')
      reader!.process.kill('SIGCONT')
      // Awake, each finds that another does it, and lets it.
      for (const part of parts) {
        await eventually(
          () => busyWith('processes', part),
          (busy) => busy.length === 1,
        )
      }
      await eventually(
        () => ownersOf('list'),
        (owners) => owners.length === 1,
      )
      await uploaded(account, 'After the sleeper woke')
      await eventually(
        () => listed('After the sleeper woke'),
        (count) => count === 1,
      )
      expect(await listed('Sealed past a sleeper')).toBe(1)
      const { audit_records } = await eventually(
        () => account.get<{ audit_records: readonly { code: string }[] }>(`/app/audit_trail/${pack}`),
        ({ audit_records: records }) => records.some(({ code }) => code === 'DocumentSealed'),
      )
      const times = (code: string) => audit_records.filter((record) => record.code === code).length
      expect([times('PackCompleted'), times('DocumentSealed')]).toEqual([1, 1])
    } finally {
      paused!.process.kill('SIGCONT')
      reader!.process.kill('SIGCONT')
    }
  },
  240_000,
)

inTheLongLane(
  'each process says by numbers how it fares, without naming anybody',
  async () => {
    const text = await (await fetch(`http://127.0.0.1:${status}/metrics`)).text()
    expect(text).toMatch(/paraph_append_seconds_count\{aggregate="\w+",outcome="written"\} [1-9]/)
    expect(text).toMatch(/paraph_lag_seconds\{kind="projection",name="list"\} \d/)
    expect(text).toMatch(/paraph_well\{part="database"\} 1/)
    expect(text).toMatch(/paraph_connections \d/)
    expect(text).not.toMatch(/Sealed|@example|pack-/)
    // Not where the world could ask.
    expect((await server.raw('/metrics')).headers.get('content-type')).not.toContain('text/plain')
  },
  60_000,
)
