import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '#platform/ports'
import { type Launch, type Launcher, launcherFor } from './as-account.ts'
import { type Account, accountForPostgres, type Binaries, findBinaries } from './binaries.ts'
import { PID_FILE, stopLeftover } from './leftover.ts'
import { settings } from './settings.ts'

const run = promisify(execFile)

export interface ClusterOptions {
  /** Folder of the cluster itself; made at the first start. */
  readonly dataDir: string
  /** Left out: whichever the system gives. */
  readonly freePort?: () => Promise<number>
  readonly log: Log
  /** Called once when the server ends without having been asked to. */
  readonly onLost?: (why: string) => void
  /** For tests: forget what a crash of the machine would lose. Never in an installation. */
  readonly unsafe?: boolean
}

export interface Cluster {
  /** Address of the one database of the cluster, with its password: never logged. */
  readonly url: string
  /** Ends connections and stops; resolves when everything is on disk. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `dataDir`, making the cluster first where there is none.
 * A server that outlived a killed Paraph is stopped first: the caller holds the data folder's lock.
 */
export async function startEmbeddedPostgres(options: ClusterOptions): Promise<Cluster> {
  const dataDir = resolve(options.dataDir)
  const binaries = await findBinaries()
  const account = await accountForPostgres()
  const launcher = await launcherFor(account, [dirname(dataDir), dirname(binaries.postgres)])
  if (!(await exists(join(dataDir, 'PG_VERSION')))) {
    await makeCluster(binaries, dataDir, account, launcher)
  }
  await stopLeftover(dataDir, () => runThrough(launcher(binaries.pg_ctl, ['stop', '-D', dataDir, '-m', 'fast', '-w']), dataDir))
  const password = (await readFile(join(dataDir, PASSWORD), 'utf8')).trim()
  for (let tries = 1; ; tries++) {
    const port = await (options.freePort ?? systemsFreePort)()
    try {
      const server = await launch(launcher, binaries, dataDir, port, options)
      return { url: `postgres://paraph:${password}@127.0.0.1:${port}/postgres`, stop: server.stop }
    } catch (error) {
      // Somebody else may have got the port meanwhile.
      if (tries === MOST_TRIES || !(error instanceof Error && PORT_TAKEN.test(error.message))) throw error
    }
  }
}

const MOST_TRIES = 3
const PORT_TAKEN = /could not create any TCP\/IP sockets/

/** The address of a server that runs on this folder already, started by another process; null where none does. */
export async function runningPostgres(folder: string): Promise<string | null> {
  const dataDir = resolve(folder)
  const [pidFile, password] = await Promise.all([PID_FILE, PASSWORD].map((name) => readFile(join(dataDir, name), 'utf8').catch(() => null)))
  const port = pidFile?.split('\n')[3]?.trim()
  return port && password ? `postgres://paraph:${password.trim()}@127.0.0.1:${port}/postgres` : null
}

const PASSWORD = 'paraph.password'

/** Made next to its place and renamed, so that a crash in the middle leaves no half cluster. */
async function makeCluster(binaries: Binaries, dataDir: string, account: Account | null, launcher: Launcher): Promise<void> {
  const making = `${dataDir}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(making, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${making}.password`
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) {
    await chown(making, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  }
  try {
    // C order is the same on every machine; the built-in C.UTF-8 still knows upper from lower case beyond ASCII.
    await runThrough(
      launcher(binaries.initdb, [
        `--pgdata=${making}`,
        '--username=paraph',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-sync',
      ]),
      making,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(join(making, PASSWORD), `${password}\n`, { mode: 0o600 })
  await rename(making, dataDir)
}

function runThrough({ file, args, ids }: Launch, cwd: string) {
  return run(file, args, { ...ids, cwd, env: environment() })
}

function launch(
  launcher: Launcher,
  binaries: Binaries,
  dataDir: string,
  port: number,
  options: ClusterOptions,
): Promise<{ stop(): Promise<void> }> {
  const flags = Object.entries(settings(options.unsafe ?? false)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, ids } = launcher(binaries.postgres, ['-D', dataDir, '-p', String(port), ...flags])
  const server = spawn(file, args, {
    ...ids,
    cwd: dataDir,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in a terminal reaches every process of the group, and the database must go last.
    detached: true,
  })
  const said: string[] = []
  const ended = new Promise<void>((done) => server.once('close', () => done()))
  let stopping = false
  const stop = async () => {
    stopping = true
    hold(server, true)
    server.kill('SIGINT')
    await ended
  }
  return new Promise((ready, fail) => {
    let started = false
    server.once('error', fail)
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.push(text)
      if (said.length > 40) said.shift()
      // While it stops, it says so of every connection that is not gone yet.
      if (/ PANIC: /.test(text) || (!stopping && / FATAL: /.test(text)))
        options.log.warn({ part: 'postgres' }, 'the database reports a problem')
      if (started || !text.includes('ready to accept connections')) return
      started = true
      // Does not keep this process alive by itself.
      hold(server, false)
      ready({ stop })
    })
    server.once('close', (code, signal) => {
      const why = `PostgreSQL ended (${signal ?? `exit code ${code}`})`
      if (!started) fail(new Error(`${why} before it was ready.\n${said.join('').trim()}`))
      else if (!stopping) options.onLost?.(why)
    })
  })
}

function hold(server: ChildProcess, held: boolean): void {
  const does = held ? 'ref' : 'unref'
  server[does]()
  // The type knows only readable streams; it is a socket.
  ;(server.stderr as Socket | null)?.[does]()
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

async function systemsFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no free port'))))
    })
  })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
