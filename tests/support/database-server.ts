import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
  }
}

/** One database server for a whole run: the one DATABASE_URL names, else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) {
    project.provide('databaseServer', process.env.DATABASE_URL)
    return async () => undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'paraph-tests-'))
  // The database runs as another account where we are root, and must be able to reach its folder.
  await chmod(folder, 0o755)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet, unsafe: true })
  project.provide('databaseServer', cluster.url)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
