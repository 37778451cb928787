import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freePort, removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '#tests/spawned'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, firstAccount } from '../support/prepared.ts'
import { startMailServer, type TestMailServer } from '../support/smtp.ts'
import {
  atRest,
  erase,
  eraseProfile,
  expectErased,
  expectGone,
  keyGone,
  leftTheTeam,
  storedOf,
  turnedDown,
  workspaceOf,
} from './erasing-people.ts'

// Real programs, started a dozen times: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'
const inTheLongLane = (words: string, run: () => Promise<void>) => test.skipIf(!long)(words, run, 300_000)

let dataDir: string
let port: number
let database: TestDatabase
let mails: TestMailServer
let account: Client
const masterKey = randomBytes(32).toString('base64')
const running = new Set<SpawnedServer>()
const folders: string[] = []
const databases: TestDatabase[] = []

async function start(on = database, folder = dataDir): Promise<SpawnedServer> {
  const server = await spawnServer({ dataDir: folder, port, env: settings(on, folder) })
  running.add(server)
  return server
}
const settings = (on: TestDatabase, folder: string) => ({
  DATABASE_URL: on.url,
  PARAPH_DATA: folder,
  PARAPH_MASTER_KEY: masterKey,
  SMTP_URL: mails.url,
  PARAPH_ANCHOR_MINUTES: '1',
})
async function ended(server: SpawnedServer, how: 'kill' | 'stop'): Promise<void> {
  await server[how]()
  running.delete(server)
}
async function place(): Promise<{ on: TestDatabase; folder: string }> {
  const [on, folder] = [await testDatabase(), await temporaryFolder()]
  databases.push(on)
  folders.push(folder)
  return { on, folder }
}
async function paraph(at: { on: TestDatabase; folder: string }, ...words: string[]): Promise<string> {
  const env = { ...process.env, ...settings(at.on, at.folder) }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', ['cli/paraph.ts', ...words], { env })
  return stdout
}

beforeAll(async () => {
  if (!long) return
  mails = await startMailServer()
  port = await freePort()
  ;({ on: database, folder: dataDir } = await place())
  const server = await start()
  account = await firstAccount(server.url)
  await ended(server, 'stop')
})
const endAll = async () => {
  for (const server of running) await ended(server, 'kill')
}
afterEach(endAll)
afterAll(async () => {
  for (const one of databases) await one.drop()
  for (const folder of folders) await removeFolder(folder)
  await mails?.close()
}, 60_000)

const url = () => `http://127.0.0.1:${port}`
const here = () => ({ url: url(), account, database, dataDir })

/**
 * Nobody writes to a table until `work` is done and the deleting program stands before it; then the program is killed there. `unheard`: its
 * queries are carried out all the same, as if it had died before the answer; else they are not.
 */
async function killedAt(on: TestDatabase, step: Step, work: () => Promise<SpawnedServer>): Promise<void> {
  const connection = await on.pool.connect()
  try {
    // Read models stand in schemas of their own.
    const { rows } = await connection.query<{ oid: number; name: string }>(
      "SELECT oid, oid::regclass::text AS name FROM pg_class WHERE relname = $1 AND relkind = 'r'",
      [step.before],
    )
    const table = rows[0]!
    await connection.query('BEGIN')
    await connection.query(`LOCK TABLE ${table.name} IN SHARE MODE`)
    const server = await work()
    // Nobody but a deletion takes rows away in between, while mails are looked for all the time.
    const waiting = () =>
      on.pool.query<{ pid: number }>(
        "SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE relation = $1 AND NOT granted AND ($2 <> 'mail_outbox' OR query ^@ 'DELETE')",
        [table.oid, step.before],
      )
    await eventually(
      async () => (await step.reached(on)) && (await waiting()).rows.length > 0,
      (stands) => stands,
    )
    await ended(server, 'kill')
    if (!step.unheard) for (const { pid } of (await waiting()).rows) await on.pool.query('SELECT pg_terminate_backend($1)', [pid])
  } finally {
    await connection.query('ROLLBACK')
    connection.release()
  }
}
interface Step {
  readonly before: string
  readonly unheard: boolean
  reached(on: TestDatabase): Promise<boolean>
}
const runs = (queue: string) => async (on: TestDatabase) =>
  (await on.pool.query("SELECT 1 FROM job WHERE queue = $1 AND state = 'running'", [queue])).rows.length > 0
const keyless = (stream: string, subject: string) => (on: TestDatabase) => keyGone(on, stream, subject)

inTheLongLane(
  'a program that is killed at any step of the deletion of somebody’s data ends it by itself when it is started again: nothing of them is left, and the chain verifies',
  async () => {
    let server = await start()
    const steps = ['process', 'subject_key', 'pack', 'file', 'temp_download', 'mail_outbox', 'session'] as const
    for (const [at, before] of steps.entries()) {
      const held = await turnedDown(url(), account, database, at)
      const early = before === 'process' || before === 'subject_key'
      const reached = before === 'process' ? async () => true : early ? runs('erasure') : keyless(`pack-${held.pack}`, held.person)
      const step = { before, unheard: at % 2 === 0, reached }
      await killedAt(database, step, async () => {
        await erase(account, held)
        return server
      })
      if (before === 'subject_key') expect(await readFile(join(dataDir, 'deletions.jsonl'), 'utf8')).toContain(held.person)
      server = await start()
      await expectErased(here(), held)
    }
    await ended(server, 'stop')
  },
)

inTheLongLane('the deletion of a profile is ended by the next start too, wherever the program was killed', async () => {
  let server = await start()
  for (const [at, before] of (['password', 'mail_outbox', 'subject_key'] as const).entries()) {
    const former = await leftTheTeam(url(), account, mails, at)
    await atRest(database)
    const step = { before, unheard: at % 2 === 0, reached: runs('departure') }
    await killedAt(database, step, async () => {
      const asked = eraseProfile(account, former)
      // Nobody gets an answer before their password is gone: the answer dies with the program.
      if (before === 'password') asked.catch(() => undefined)
      else await asked
      return server
    })
    server = await start()
    await expectGone(here(), former)
    // The address is anybody's again.
    const again = await leftTheTeam(url(), account, mails, at)
    expect(again.user).not.toBe(former.user)
  }
  await ended(server, 'stop')
})

inTheLongLane(
  'a backup of before brings nobody back: what was deleted since is deleted again on the restored installation, also where that is killed',
  async () => {
    const server = await start()
    const held = await turnedDown(url(), account, database, 90)
    const former = await leftTheTeam(url(), account, mails, 90)
    await atRest(database)
    const hold = (on: boolean) => account.post(`/app/documents/${held.pack}/legal_hold`, { on, reason: 'a claim' })
    await hold(true)
    const backup = join(dataDir, '..', `backup-${port}`)
    folders.push(backup)
    await paraph({ on: database, folder: dataDir }, 'backup', backup)
    await hold(false)
    await erase(account, held)
    await eraseProfile(account, former)
    await expectErased(here(), held)
    await expectGone(here(), former)
    await ended(server, 'stop')

    const restored = await place()
    expect(await paraph(restored, 'restore', backup)).toContain('every chain whole')
    const wasKept = async () =>
      (await restored.on.pool.query('SELECT wrapped FROM subject_key WHERE subject = $1', [held.person])).rows[0]?.wrapped
    expect(await wasKept()).not.toBeNull()
    await cp(join(dataDir, 'deletions.jsonl'), join(restored.folder, 'deletions.jsonl'))
    const there = { url: url(), account, database: restored.on, dataDir: restored.folder }
    const step = { before: 'mail_outbox', unheard: false, reached: keyless(`pack-${held.pack}`, held.person) }
    await killedAt(restored.on, step, () => start(restored.on, restored.folder))
    const first = await start(restored.on, restored.folder)
    // Under the hold of before: it goes in spite of that.
    await expectErased(there, held)
    await expectGone(there, former)
    const said = (await storedOf(restored.on, `pack-${held.pack}`)).findLast(({ type }) => type === 'PersonErased')
    expect(said?.meta.actor).toMatchObject({ principal: 'process:restore' })
    await ended(first, 'kill')
    const second = await start(restored.on, restored.folder)
    await expectErased(there, held)
    expect(await workspaceOf(account)).toBeTruthy()
    await ended(second, 'stop')
  },
)
