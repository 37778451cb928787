import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { inContainer, type None } from './containers.ts'
import { isInstalled, runProgram } from './programs.ts'
import { freePort, removeFolder } from './spawned.ts'

export interface MongoServer {
  readonly name: string
  /** Of a database of its own, made by being used. */
  readonly url: string
  /** kill -9, on the same data: null where the server is not ours. */
  readonly restart: (() => Promise<void>) | null
  close(): Promise<void>
}

const PORT = 27_017
const FERRETDB = 'v1.24.2'
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'paraph', 'ferretdb', FERRETDB)
const execute = promisify(execFile)
/** A machine that reaches no packages must not keep the lane waiting. */
const run = (program: string, args: readonly string[], options: { cwd?: string } = {}) =>
  execute(program, [...args], { ...options, timeout: 300_000, maxBuffer: 2 ** 26 })

/**
 * A real server that speaks MongoDB's protocol: the one MONGODB_URL names; else MongoDB in a container; else `mongod` where it is on the
 * PATH; else FerretDB on SQLite, made once a machine where there is Go.
 */
export async function mongoServer(): Promise<MongoServer | None> {
  const given = process.env.MONGODB_URL
  if (given) return atGiven(given)
  const container = await inContainer('mongodb', (image, until) => image.withExposedPorts(PORT).withWaitStrategy(until.forListeningPorts()))
  if (!('none' in container)) {
    const url = `mongodb://${container.getHost()}:${container.getMappedPort(PORT)}/paraph`
    await answers(url)
    return { name: 'MongoDB in a container', url, restart: null, close: async () => void (await container.stop()) }
  }
  if (isInstalled('mongod')) return startMongod()
  const made = await ferretDb().catch((error: Error) => error)
  return typeof made === 'string'
    ? startFerretDb(made)
    : { none: `MONGODB_URL names none, ${container.none}, mongod is not on the PATH, and ${made.message}` }
}

async function atGiven(given: string): Promise<MongoServer> {
  const database = `paraph_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const url = given.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`)
  return {
    name: 'MongoDB',
    url,
    restart: null,
    async close() {
      const client = new MongoClient(url)
      await client.db(database).dropDatabase()
      await client.close()
    },
  }
}

/** Its path. @throws where there is no Go, or it cannot be made: stated in the list of skipped tests */
export async function ferretDb(): Promise<string> {
  const program = join(CACHE, 'ferretdb')
  if (await stat(program).catch(() => null)) return program
  if (!process.env.LONG_TESTS) throw new Error('FerretDB is made in the long lane')
  await run('go', ['version']).catch(() => {
    throw new Error('there is no Go to make FerretDB with')
  })
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'make-'))
  try {
    // Its own folder is the main module: so nothing is asked but what go.sum names.
    const { stdout } = await run('go', ['mod', 'download', '-json', `github.com/FerretDB/FerretDB@${FERRETDB}`], { cwd: folder })
    await cp((JSON.parse(stdout) as { Dir: string }).Dir, join(folder, 'source'), { recursive: true })
    await run('chmod', ['-R', 'u+w', join(folder, 'source')])
    await writeFile(join(folder, 'source/build/version/version.txt'), `${FERRETDB}\n`)
    const made = join(folder, 'ferretdb')
    await run('go', ['build', '-o', made, './cmd/ferretdb'], { cwd: join(folder, 'source') })
    await rename(made, program)
    return program
  } catch (error) {
    throw new Error(`FerretDB could not be made (${(error as Error).message.split('\n')[0]})`)
  } finally {
    await removeFolder(folder)
  }
}

async function startFerretDb(program: string): Promise<MongoServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'paraph-ferretdb-data-')), await freePort()]
  const args = ['--handler=sqlite', `--sqlite-url=file:${folder}/`, `--listen-addr=127.0.0.1:${port}`]
  const options = ['--telemetry=disable', '--debug-addr=-', `--state-dir=${folder}`, '--log-level=error']
  const url = `mongodb://127.0.0.1:${port}/paraph?retryWrites=false`
  return startProgram('FerretDB on SQLite', program, [...args, ...options], url, folder)
}

async function startMongod(): Promise<MongoServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'paraph-mongod-data-')), await freePort()]
  const args = [`--dbpath=${folder}`, `--port=${port}`, '--bind_ip=127.0.0.1']
  return startProgram('MongoDB', 'mongod', args, `mongodb://127.0.0.1:${port}/paraph`, folder)
}

async function startProgram(name: string, program: string, args: readonly string[], url: string, folder: string): Promise<MongoServer> {
  const running = await runProgram(program, args, () => answers(url))
  return {
    name,
    url,
    restart: running.restart,
    async close() {
      await running.end()
      await removeFolder(folder)
    },
  }
}

async function answers(url: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 30_000 })
  try {
    await client.db().command({ ping: 1 })
  } finally {
    await client.close()
  }
}
