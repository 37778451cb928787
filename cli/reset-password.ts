import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { commandHandler } from '#platform/command-handler'
import { type Configuration, readConfiguration } from '#platform/configuration'
import { postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { openPool, runningPostgres, startEmbeddedPostgres } from '#platform/postgres'
import { DataFolderInUse, lockDataFolder } from '#platform/process-lock'
import { openSecrets } from '#platform/secrets'
import { oneTimeLinks } from '#platform/sessions'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { makeResetToken, passwordUrl } from '../command-api/accounts/index.ts'
import { closers } from './closers.ts'
import { ForPeople } from './explain.ts'

/** `paraph reset-password <email>`: prints a link, also while Paraph is running. */
export async function resetPassword(argv: readonly string[]): Promise<number> {
  const [email] = argv
  if (!email || argv.length > 1) throw new ForPeople('Say for whom: paraph reset-password <email>')
  const configuration = readConfiguration(process.env)
  const world = systemWorld(createLog({ level: 'warn', destination: process.stderr }))
  const open = closers()
  try {
    const dataDir = resolve(configuration.dataDir)
    // A folder that was never started holds nobody's account: making one here would only look like an answer.
    if (configuration.masterKey === null) await access(join(dataDir, 'secrets')).catch(notStartedYet)
    const url = await databaseOf(configuration, dataDir, world.log, open)
    const secrets = await openSecrets({ ...configuration, dataDir, random: world.random, makeSealing: notStartedYet })
    const pool = openPool(url, { max: 4 })
    open.add(() => pool.end())
    const eventLog = postgresEventLog({ pool, ...world })
    open.add(() => eventLog.close())
    const keys = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, ...world })
    open.add(() => keys.close())
    const handler = commandHandler({ log: eventLog, keys, world })
    const token = await makeResetToken({ handler, world, tokenKey: secrets.tokenKey, links: oneTimeLinks({ pool, world }) }, email)
    if (token === null) throw new ForPeople('Nobody has an account with this address.')
    console.log(`${passwordUrl(configuration.publicUrl, token)}\nThe link works once, for a day.`)
    return 0
  } finally {
    await open.close()
  }
}

async function databaseOf(
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

async function notStartedYet(): Promise<never> {
  throw new ForPeople('There is no Paraph in this data folder yet. Start it first.')
}
