import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { type Configuration, readConfiguration } from '#platform/configuration'
import type { EventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import type { Mongo } from '#platform/mongodb'
import { systemWorld, type World } from '#platform/ports'
import { openPool, refuseNewer } from '#platform/postgres'
import { findSecrets, openSecrets, refuseOtherMasterKey, type Secrets } from '#platform/secrets'
import { postgresSubjectKeys, type SubjectKeys } from '#platform/subject-keys'
import { closers } from './closers.ts'
import { connectOrStartDatabase, notStartedYet } from './connect-or-start-database.ts'
import { mongoOf } from './documents.ts'
import { openEventLog } from './event-log.ts'
import { SCHEMA } from './schema.ts'

/** An installation as a command finds it, whether Paraph runs on it or not. */
export interface Installation {
  readonly configuration: Configuration
  readonly world: World
  readonly pool: pg.Pool
  /** Null where none is configured. */
  readonly mongo: Mongo | null
  readonly secrets: Secrets
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly handler: CommandHandler
}

/** Opens the installation for as long as `use` takes. Never makes one: a folder that was never started holds nothing to work on. */
export async function withInstallation<T>(use: (installation: Installation) => Promise<T>): Promise<T> {
  const configuration = readConfiguration(process.env)
  const world = systemWorld(createLog({ level: 'warn', destination: process.stderr }))
  const open = closers()
  try {
    const dataDir = resolve(configuration.dataDir)
    if (configuration.masterKey === null) await access(join(dataDir, 'secrets')).catch(notStartedYet)
    const url = await connectOrStartDatabase(configuration, dataDir, world.log, open)
    const pool = openPool(url, { max: 8, timers: world.timers })
    open.add(() => pool.end())
    await refuseNewer(pool, SCHEMA)
    // Under another key every name would be unreadable, and what is made from them empty.
    const isStarted = await refuseOtherMasterKey(pool, async () => (await findSecrets({ ...configuration, dataDir })).fingerprint)
    if (!isStarted) await notStartedYet()
    const secrets = await openSecrets({ ...configuration, dataDir, random: world.random })
    const mongo = mongoOf(configuration, world.log)
    if (mongo) open.add(() => mongo.close())
    const log = await openEventLog({ configuration, pool, world })
    open.add(() => log.close())
    const keys = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, ...world })
    open.add(() => keys.close())
    return await use({ configuration, world, pool, mongo, secrets, log, keys, handler: commandHandler({ log, keys, world }) })
  } finally {
    await open.close()
  }
}
