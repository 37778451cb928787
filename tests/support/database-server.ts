import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/postgres'
import { ferretDb } from './mongodb.ts'
import { removeFolder } from './spawned.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
  }
}

/** One folder and one database server for a whole run: the server that DATABASE_URL names, else an embedded one in that folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Minutes of both cores, once a machine: before the tests and not during them. Where it can't be, its suite says so.
  if (process.env.LONG_TESTS && !process.env.MONGODB_URL && (await mayNeedMongo())) await ferretDb().catch(() => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'paraph-tests-'))
  // The database runs as another account where we are root, and must be able to reach its folder.
  await chmod(folder, 0o755)
  // Whatever a test writes and forgets goes with it.
  process.env.TMPDIR = folder
  const remove = () => removeFolder(folder)
  if (process.env.DATABASE_URL) {
    project.provide('databaseServer', process.env.DATABASE_URL)
    return remove
  }
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet, unsafe: true })
  project.provide('databaseServer', cluster.url)
  return async () => {
    await cluster.stop()
    await remove()
  }
}

/** A share of the long lane names its files: where none of them asks for it, it is not made. */
async function mayNeedMongo(): Promise<boolean> {
  const named = process.argv.filter((argument) => argument.endsWith('.test.ts'))
  const texts = await Promise.all(named.map((path) => readFile(path, 'utf8')))
  return named.length === 0 || texts.some((text) => text.includes('mongoServer'))
}
