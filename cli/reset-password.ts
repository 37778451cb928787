import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { commandHandler } from '#platform/command-handler'
import { readConfiguration } from '#platform/configuration'
import { postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { openPool } from '#platform/postgres'
import { openSecrets } from '#platform/secrets'
import { oneTimeLinks } from '#platform/sessions'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { makeResetToken, passwordUrl } from '../command-api/accounts/index.ts'
import { databaseBeside, notStartedYet } from './beside.ts'
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
    const url = await databaseBeside(configuration, dataDir, world.log, open)
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
