import { postgresSubjectKeys } from '#platform/subject-keys'
import { auditTrailProjection } from '#projections/audit-trail'
import { inboxProjection } from '#projections/inbox'
import { listProjection } from '#projections/list'
import { type RebuildReport, RebuildRunning, rebuild as rebuildProjection } from '#projections/runner'
import { ForPeople } from './explain.ts'
import { withInstallation } from './installation.ts'

const PROJECTIONS = { list: listProjection, 'audit-trail': auditTrailProjection, inbox: inboxProjection }

/** `paraph rebuild <name>`: makes a read model's tables anew, also while Paraph is running; it is read and written meanwhile. */
export async function rebuild(argv: readonly string[]): Promise<number> {
  const [name = ''] = argv
  if (!isKnown(name) || argv.length > 1) throw new ForPeople(`Say what: paraph rebuild ${Object.keys(PROJECTIONS).join(' | ')}`)
  return withInstallation(async ({ pool, log, keys, secrets, world }) => {
    let told = 0
    const progress = (events: number) => {
      if (events < told + 50_000) return
      told = events
      console.log(`${events} events …`)
    }
    const fresh = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, random: world.random, timers: world.timers })
    const anew = () => PROJECTIONS[name]({ log, keys: fresh })
    const made = rebuildProjection({ pool, log }, PROJECTIONS[name]({ log, keys }), progress, anew).finally(() => fresh.close())
    const report = await made.catch((error: unknown) => {
      throw error instanceof RebuildRunning ? new ForPeople(`The read model ${name} is being made anew already.`) : error
    })
    for (const line of wordsOf(report)) console.log(line)
    return 0
  })
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
