import { join } from 'node:path'
import type { Configuration } from '#platform/configuration'
import { runningPostgres, startEmbeddedPostgres } from '#platform/postgres'
import { DataFolderInUse, lockDataFolder } from '#platform/process-lock'
import type { closers } from './closers.ts'
import { ForPeople } from './explain.ts'

/** The database, whether Paraph is running on it or not: where it is not, for as long as the command runs. */
export async function connectOrStartDatabase(
  configuration: Configuration,
  dataDir: string,
  log: Parameters<typeof startEmbeddedPostgres>[0]['log'],
  open: ReturnType<typeof closers>,
): Promise<string> {
  if (configuration.databaseUrl !== null) return configuration.databaseUrl
  const folder = join(dataDir, 'postgres')
  try {
    const lock = await lockDataFolder(dataDir)
    open.add(() => lock.release())
  } catch (error) {
    const url = error instanceof DataFolderInUse ? await runningPostgres(folder) : null
    if (url === null) throw error
    return url
  }
  const cluster = await startEmbeddedPostgres({ dataDir: folder, log })
  open.add(() => cluster.stop())
  return cluster.url
}

/** Commands for an installation that is there never make one. */
export async function notStartedYet(): Promise<never> {
  throw new ForPeople('There is no Paraph in this data folder yet. Start it first.')
}
