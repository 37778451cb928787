import type { PackCommand } from '#domain/pack'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { postgresDocumentStore } from '#platform/documents'
import { postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { openPool } from '#platform/postgres'
import { type SealedSnapshot, SNAPSHOTS, sealedSnapshots } from '#platform/snapshots'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { setUp } from './commands.ts'
import { type BenchUser, carryOut } from './decided.ts'
import { type Figure, figure, median, ratioAtMost } from './figures.ts'
import { firstAccount } from './person.ts'
import { newId } from './prepare.ts'
import { startServer } from './server.ts'

const [SHORT, LONG] = [100, 10_000]
const WARM = 200
const COLD = 12
const AT_ONCE = 500

/** A command on a document of 10,000 events against one on a document of 100: with their states in memory, and by a handler that knows nothing. */
export async function longStream(): Promise<readonly Figure[]> {
  const server = await startServer()
  const pool = openPool(server.databaseUrl, { max: 8 })
  const world = systemWorld(createLog({ level: 'silent', destination: process.stderr }))
  const log = postgresEventLog({ pool, timers: world.timers, random: world.random })
  const keys = postgresSubjectKeys({ pool, masterKey: world.random.bytes(32), random: world.random, timers: world.timers })
  const documents = await postgresDocumentStore(pool).open<SealedSnapshot>(SNAPSHOTS)
  const newHandler = () => commandHandler({ log, keys, world, snapshots: sealedSnapshots({ documents, keys, version: '', world }) })
  try {
    const sender = await firstAccount(server.url)
    sender.close()
    const warm = newHandler()
    const short = await streamOf(warm, sender, SHORT)
    const long = await streamOf(warm, sender, LONG)
    for (const one of [short, long]) for (let at = 0; at < 20; at++) await one.fill(warm)
    const known = await inTurns(WARM, short, long, () => warm)
    const unknown = await inTurns(COLD, short, long, newHandler)
    return [...figuresOf('warm', known), ...figuresOf('cold', unknown)]
  } finally {
    await keys.close()
    await log.close()
    await pool.end()
    await server.stop()
  }
}

interface Written {
  fill(handler: CommandHandler): Promise<void>
}

async function streamOf(handler: CommandHandler, doer: BenchUser, events: number): Promise<Written> {
  const [stream, field] = [`bench-${newId()}`, newId()]
  await setUp(handler, stream, doer, field)
  let turn = 0
  const next = (): PackCommand => ({ do: 'FillField', field, by: 'self', value: `value ${turn++}` })
  while (turn < events) {
    const commands = Array.from({ length: Math.min(AT_ONCE, events - turn) }, next)
    await carryOut(handler, stream, doer, commands, newId())
  }
  return { fill: (by) => carryOut(by, stream, doer, [next()], newId()) }
}

/** One after the other, so that what else the machine does is in both. */
async function inTurns(rounds: number, short: Written, long: Written, handler: () => CommandHandler) {
  const times = { short: [] as number[], long: [] as number[] }
  for (let at = 0; at < rounds; at++) {
    for (const [name, one] of Object.entries({ short, long })) {
      const by = handler()
      const begun = performance.now()
      await one.fill(by)
      times[name as keyof typeof times].push(performance.now() - begun)
    }
  }
  return times
}

function figuresOf(name: string, { short, long }: { readonly short: number[]; readonly long: number[] }): Figure[] {
  const yardstick = { what: `the same on a document of ${SHORT} events`, value: median(short), unit: 'ms' as const }
  return [
    figure({ name: `stream-10000.${name}`, value: median(long), unit: 'ms', goal: ratioAtMost(1.2), yardstick, samples: long.length }),
  ]
}
