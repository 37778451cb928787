import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfiguration } from '#platform/configuration'
import { postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { openPool } from '#platform/postgres'
import { openSecrets, requireSameMasterKey } from '#platform/secrets'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { auditTrailProjection } from '#projections/audit-trail'
import { listProjection } from '#projections/list'
import { type RebuildReport, RebuildRunning, rebuild as rebuildProjection } from '#projections/runner'
import { databaseBeside, notStartedYet } from './beside.ts'
import { closers } from './closers.ts'
import { ForPeople } from './explain.ts'

const PROJECTIONS = { list: listProjection, 'audit-trail': auditTrailProjection }

/** `paraph rebuild <name>`: makes a read model's tables anew, also while Paraph is running; it is read and written meanwhile. */
export async function rebuild(argv: readonly string[]): Promise<number> {
  const [name = ''] = argv
  if (!isKnown(name) || argv.length > 1) throw new ForPeople(`Say what: paraph rebuild ${Object.keys(PROJECTIONS).join(' | ')}`)
  const configuration = readConfiguration(process.env)
  const world = systemWorld(createLog({ level: 'warn', destination: process.stderr }))
  const open = closers()
  try {
    const dataDir = resolve(configuration.dataDir)
    if (configuration.masterKey === null) await access(join(dataDir, 'secrets')).catch(notStartedYet)
    const url = await databaseBeside(configuration, dataDir, world.log, open)
    const secrets = await openSecrets({ ...configuration, dataDir, random: world.random, makeSealing: notStartedYet })
    const pool = openPool(url, { max: 8 })
    open.add(() => pool.end())
    // Under another key every name would be unreadable, and the new tables empty of them.
    await requireSameMasterKey(pool, secrets.fingerprint)
    const log = postgresEventLog({ pool, ...world })
    open.add(() => log.close())
    const keys = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, ...world })
    open.add(() => keys.close())
    let told = 0
    const report = await rebuildProjection({ pool, log }, PROJECTIONS[name]({ log, keys }), (events) => {
      if (events < told + 50_000) return
      told = events
      console.log(`${events} events …`)
    }).catch((error: unknown) => {
      throw error instanceof RebuildRunning ? new ForPeople(`The read model ${name} is being made anew already.`) : error
    })
    for (const line of wordsOf(report)) console.log(line)
    return 0
  } finally {
    await open.close()
  }
}

function isKnown(name: string): name is keyof typeof PROJECTIONS {
  return Object.hasOwn(PROJECTIONS, name)
}

function wordsOf({ events, differences }: RebuildReport): string[] {
  const done = `Made anew from ${events} events, and put in place.`
  if (differences === null) return [done]
  if (differences.length === 0) return [done, 'The rows are the same as before.']
  return [done, ...differences.map(({ table, live, rebuilt }) => `The rows of ${table} were not right: ${live} before, ${rebuilt} now.`)]
}
