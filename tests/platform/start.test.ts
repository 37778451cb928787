import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lockBriefly } from '#platform/process-lock'
import { testDatabase } from '#tests/postgres'
import { freePort, removeFolder } from '#tests/spawned'

// Each test starts the whole program several times, and other tests run at the same time.
vi.setConfig({ testTimeout: 180_000 })

// The real program, as a person starts it.
const PROGRAM = fileURLToPath(new URL('../../cli/paraph.mjs', import.meta.url))

let folder: string
const running = new Map<ChildProcess, () => string>()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-start-'))
})
afterEach(async () => {
  for (const [child, said] of running) {
    // Only where a test broke off: what the program had said by then is the best hint.
    console.error(`still running:\n${said()}`)
    child.kill('SIGKILL')
  }
  running.clear()
  // The database that a killed program left running goes with its folder.
  const left = await databasePid()
  if (left !== null) process.kill(left, 'SIGINT')
  await removeFolder(folder)
})

/** The built-in database's process while it runs. */
async function databasePid(): Promise<number | null> {
  const pidFile = await readFile(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(pidFile?.split('\n')[0])
  try {
    return pidFile !== null && process.kill(pid, 0) ? pid : null
  } catch {
    return null
  }
}

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; said: string }>
  /** Resolves with everything said so far once `words` was said; rejects when the program ends before. */
  until(words: string): Promise<string>
}

function paraph(args: string[], environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, PARAPH_DATA: join(folder, 'data'), PARAPH_LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  running.set(child, () => said)
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const listener of listeners) listener()
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, said }
  })
  const until = (words: string) =>
    new Promise<string>((done, fail) => {
      const check = () => said.includes(words) && done(said)
      listeners.add(check)
      check()
      void ended.then(() => fail(new Error(`ended before it said "${words}":\n${said}`)))
    })
  return { child, ended, until }
}

async function busyPort(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
const port = async () => String(await freePort())

test('it starts with one command, refuses a second start on its folder, stops cleanly, and finds everything again', async () => {
  const at = { PARAPH_PORT: await port() }
  const first = paraph(['start'], at)
  expect(await first.until('make the first one')).toContain(`Paraph is ready at http://localhost:${at.PARAPH_PORT}`)
  const health = await (await fetch(`http://127.0.0.1:${at.PARAPH_PORT}/health`)).json()
  expect(health).toMatchObject({ success: true })

  const second = await paraph(['start'], { PARAPH_PORT: await port() }).ended
  expect(second.code).toBe(1)
  expect(second.said).toContain(`Another Paraph (process ${first.child.pid}) is running on the data folder`)
  // Before it touches that database, and without waiting for what does not end.
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const elsewhere = await paraph(['start'], { PARAPH_PORT: await port(), DATABASE_URL: database.url }).ended
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.said).toMatch(/^Another Paraph \(process \d+\) is running on the data folder .*, with its built-in database\. Stop it/)

  first.child.kill('SIGINT')
  expect(await first.ended).toMatchObject({ code: 0 })
  expect(await databasePid()).toBeNull()

  const again = paraph(['start'], at)
  expect(await again.until('Paraph is ready')).not.toContain('Making the built-in database')
  again.child.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
})

test('after kill -9 the next start takes over the folder and the database that was left running', async () => {
  const at = { PARAPH_PORT: await port() }
  const killed = paraph(['start'], at)
  await killed.until('Paraph is ready')
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = paraph(['start'], at)
  await next.until('Paraph is ready')
  next.child.kill('SIGINT')
  expect((await next.ended).code).toBe(0)
})

test('a busy port is named, and what to do about it', async () => {
  const busy = await busyPort()
  const { code, said } = await paraph(['start'], { PARAPH_PORT: String(busy.port) }).ended
  expect(code).toBe(1)
  expect(said).toContain(`Port ${busy.port} is used by another program. Stop that one, or set PARAPH_PORT`)
  await busy.close()
  expect(await databasePid()).toBeNull()
})

test('wrong settings are all reported before anything is touched', async () => {
  const { code, said } = await paraph(['start'], { PARAPH_PORT: 'x', SMTP_URL: 'mail', PARAPH_DATA: join(folder, 'untouched') }).ended
  expect(code).toBe(1)
  expect(said).toMatch(/PARAPH_PORT must be[\s\S]*SMTP_URL must be|SMTP_URL must be[\s\S]*PARAPH_PORT must be/)
})

test('a start that is refused leaves no keys in a new data folder, and the same one begins there once it is not', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const nowhere = join(folder, 'nowhere')
  const refused = async (environment: Record<string, string>) => {
    const { code, said } = await paraph(['start'], { PARAPH_PORT: await port(), DATABASE_URL: database.url, ...environment }).ended
    expect({ code, left: await readdir(join(folder, 'data')).catch(() => []) }).toEqual({ code: 1, left: [] })
    expect(said).not.toContain('something unexpected')
    return said
  }
  const noCertificate = join(folder, 'seal.p12')
  await writeFile(noCertificate, 'no certificate')
  expect(await refused({ PARAPH_SEALING_PKCS12: noCertificate })).toContain('The configured sealing certificate cannot be used')
  expect(await refused({ PARAPH_SEALING_PKCS12: nowhere })).toContain(`The sealing file ${nowhere} cannot be found.`)
  expect(await refused({ PARAPH_SEALING_CERTIFICATE: nowhere, PARAPH_SEALING_KEY: nowhere })).toContain(
    `The sealing file ${nowhere} cannot`,
  )
  const timestamps = { PARAPH_TIMESTAMP_URL: 'http://localhost:1', PARAPH_TIMESTAMP_CERTIFICATE: nowhere }
  expect(await refused(timestamps)).toContain(nowhere)
  expect(await refused({ MONGODB_URL: 'mongodb://localhost:1/?w=many&w=more' })).toContain('MONGODB_URL cannot be read')
  expect(await refused({ EVENTSTOREDB_URL: 'esdb://one:two' })).toContain('EVENTSTOREDB_URL cannot be read')
  const { pool } = database
  await pool.query("CREATE TABLE migration (name text, checksum text, applied timestamptz); INSERT INTO migration VALUES ('next/001')")
  expect(await refused({})).toContain('The database was brought up to date by a newer Paraph (step "next/001").')
  await pool.query('DROP TABLE migration; CREATE TABLE master_key_fingerprint (fingerprint text)')
  await pool.query("INSERT INTO master_key_fingerprint VALUES ('of another key')")
  expect(await refused({})).toContain('The database was made under another master key.')
  await pool.query('DROP TABLE master_key_fingerprint')

  const started = paraph(['start'], { PARAPH_PORT: await port(), DATABASE_URL: database.url })
  await started.until('make the first one')
  expect(await readdir(join(folder, 'data', 'secrets'))).toContain('master.key')
  started.child.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})

test('a start says what it waits for while another makes the keys of their data folder', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  await mkdir(join(folder, 'data'))
  const lock = await lockBriefly(join(folder, 'data'))
  const started = paraph(['start'], { PARAPH_PORT: await port(), DATABASE_URL: database.url })
  await started.until(`Waiting for process ${process.pid}, which makes the keys`)
  await lock.release()
  await started.until('Paraph is ready')
  started.child.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})

test('files in the data folder stay where a start meets a database that is new, as one without its DATABASE_URL does', async () => {
  const at = { PARAPH_PORT: await port() }
  const first = paraph(['start'], at)
  await first.until('make the first one')
  const headers = { 'content-type': 'application/json', 'x-csrf-token': 'first' }
  const account = { first_name: 'Ada', last_name: 'Byron', email_address: 'ada@example.com', password: 'correct horse' }
  await fetch(`http://127.0.0.1:${at.PARAPH_PORT}/app/first_account`, { method: 'POST', headers, body: JSON.stringify(account) })
  const files = async () => (await readdir(join(folder, 'data', 'files'), { recursive: true })).filter((name) => name.length > 60).sort()
  // The example’s.
  await expect.poll(async () => (await files().catch(() => [])).length, { timeout: 60_000 }).toBeGreaterThan(0)
  first.child.kill('SIGTERM')
  await first.ended
  const kept = await files()

  const database = await testDatabase()
  onTestFinished(() => database.drop())
  // Also at the second try.
  for (const _ of [1, 2]) {
    const wrong = paraph(['start'], { ...at, DATABASE_URL: database.url })
    wrong.until('Paraph is ready').then(
      () => wrong.child.kill('SIGTERM'),
      () => undefined,
    )
    const { code, said } = await wrong.ended
    expect({ code, left: await files() }).toEqual({ code: 1, left: kept })
    expect(said).toContain('There are files already, and this database is new and knows none of them.')
  }
  const again = paraph(['start'], at)
  await again.until('Paraph is ready')
  again.child.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
  expect(await files()).toEqual(kept)
})

test('a data folder that is a file is refused in words', async () => {
  await writeFile(join(folder, 'data'), 'not a folder')
  expect((await paraph(['start']).ended).said).toContain('is not a folder. Set PARAPH_DATA to a folder that can be written.')
})

/** A small or read-only disk of its own; null where this machine doesn't let us make one. */
function disk(options: string): string | null {
  const place = join(folder, 'disk')
  spawnSync('mkdir', [place])
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status === 0 ? place : null
}

test('a full disk and a read-only folder are refused in words', async (context) => {
  const small = disk('size=12m')
  if (small === null) return context.skip('this machine does not let tests make a small disk')
  try {
    expect((await paraph(['start'], { PARAPH_DATA: join(small, 'data') }).ended).said).toContain('The disk is full.')
    spawnSync('mount', ['-o', 'remount,ro', small])
    expect((await paraph(['start'], { PARAPH_DATA: join(small, 'other') }).ended).said).toContain(
      'that disk can only be read. Set PARAPH_DATA',
    )
    const begun = join(small, 'data')
    const { code, said } = await paraph(['start'], { PARAPH_DATA: begun }).ended
    expect(code).toBe(1)
    expect(said).toContain(`The data folder ${begun} cannot be written: its disk can only be read. Make it writable again.`)
  } finally {
    spawnSync('umount', [small])
  }
})

test('doctor says how every part is, and reset-password refuses an address that nobody has', async () => {
  const found = await paraph(['doctor', '--json']).ended
  const findings = JSON.parse(found.said) as { name: string; ok: boolean; words: string }[]
  for (const name of ['node', 'settings', 'database', 'disk', 'certificate', 'mail', 'fonts']) {
    expect(findings.find((finding) => finding.name === name)).toMatchObject({ ok: true })
  }
  // The specification's least length of passwords is worth a warning, and nothing that is wrong.
  expect(findings.find(({ name }) => name === 'passwords')).toMatchObject({
    ...{ ok: true, warns: true },
    words: 'may be as short as 5 characters: set PARAPH_PASSWORD_MIN to 8 or more',
  })
  const refused = await paraph(['reset-password', 'nobody@example.com']).ended
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Nobody has an account with this address.') })
})

test('while Paraph runs doctor says how each part of it is, and reset-password prints a link that works', async () => {
  const at = { PARAPH_PORT: await port() }
  const url = `http://127.0.0.1:${at.PARAPH_PORT}`
  const started = paraph(['start'], at)
  await started.until('Paraph is ready')
  const headers = { 'content-type': 'application/json', 'x-csrf-token': 'first' }
  const account = { first_name: 'Ada', last_name: 'Byron', email_address: 'ada@example.com', password: 'correct horse' }
  expect((await fetch(`${url}/app/first_account`, { method: 'POST', headers, body: JSON.stringify(account) })).status).toBe(200)
  // It shows a reader of its data folder what it shows no stranger.
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ success: true, status: 'ok' })
  const found = JSON.parse((await paraph(['doctor', '--json'], at).ended).said) as { name: string; words: string }[]
  expect(found).toContainEqual(expect.objectContaining({ name: 'paraph', words: expect.stringContaining('is running') }))
  expect(found).toContainEqual(expect.objectContaining({ name: 'projection list', ok: true }))
  const { code, said } = await paraph(['reset-password', 'ada@example.com'], at).ended
  expect(code).toBe(0)
  const token = /#reset\/(\S+)/.exec(said)?.[1]
  const chosen = await fetch(`${url}/app/password_resets/${token}`, { method: 'POST', headers, body: '{"password":"battery staple"}' })
  expect(chosen.status).toBe(200)
  const login = { email_address: 'ada@example.com', password: 'battery staple' }
  expect((await fetch(`${url}/app/session`, { method: 'POST', headers, body: JSON.stringify(login) })).status).toBe(200)
  started.child.kill('SIGINT')
  expect((await started.ended).code).toBe(0)
})

test('Ctrl-C while it still starts stops it too', async () => {
  const started = paraph(['start'], { PARAPH_PORT: await port() })
  await started.until('first start')
  started.child.kill('SIGINT')
  expect((await started.ended).code).toBe(0)
  expect(await databasePid()).toBeNull()
})
