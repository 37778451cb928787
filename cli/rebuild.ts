import { postgresOwners } from '#platform/ownership'
import { postgresSubjectKeys, type SubjectKeys } from '#platform/subject-keys'
import { READ_MODELS } from '#projections'
import { OwnedByNewerVersion, type RebuildReport, RebuildRunning, rebuild as rebuildProjection } from '#projections/runner'
import { auditRecordsIn } from './documents.ts'
import { ForPeople } from './explain.ts'
import { withInstallation } from './installation.ts'

/** `paraph rebuild <name>`: rebuilds a read model's tables, also while Paraph is running; the live ones go on being read and written. */
export async function rebuild(argv: readonly string[]): Promise<number> {
  const [given = ''] = argv
  // As health and the numbers name it.
  const name = given.replaceAll('_', '-')
  if (!isKnown(name) || argv.length > 1) throw new ForPeople(`Usage: paraph rebuild ${Object.keys(READ_MODELS).join(' | ')}`)
  return withInstallation(async ({ pool, mongo, log, keys, secrets, world }) => {
    let reported = 0
    const progress = (events: number) => {
      if (events < reported + 50_000) return
      reported = events
      console.log(`${events} events …`)
    }
    const fresh = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, random: world.random, timers: world.timers })
    const under = (known: SubjectKeys) =>
      READ_MODELS[name].projection({ pool, log, keys: known }, { auditRecords: auditRecordsIn({ mongo, pool }), world })
    const owners = postgresOwners({ pool, world })
    const made = rebuildProjection({ pool, log, owners }, under(keys), progress, () => under(fresh)).finally(async () => {
      await owners.close()
      await fresh.close()
    })
    const report = await made.catch((error: unknown) => {
      if (error instanceof RebuildRunning) throw new ForPeople(`The read model ${name} is being rebuilt already.`)
      if (error instanceof OwnedByNewerVersion)
        throw new ForPeople(`A newer version of Paraph keeps the read model ${name}. Rebuild it with that version.`)
      throw error
    })
    for (const line of wordsOf(report)) console.log(line)
    return 0
  })
}

function isKnown(name: string): name is keyof typeof READ_MODELS {
  return Object.hasOwn(READ_MODELS, name)
}

function wordsOf({ events, differences }: RebuildReport): string[] {
  const done = `Rebuilt from ${events} events, and put in place.`
  if (differences === null) return [done]
  if (differences.length === 0) return [done, 'The rows are the same as before.']
  return [done, ...differences.map(({ table, live, rebuilt }) => `The rows of ${table} were not right: ${live} before, ${rebuilt} now.`)]
}
