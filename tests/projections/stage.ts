import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { type PackFact, type PackState, pack } from '#domain/pack'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { type EventLog, eventLogSchema, postgresEventLog } from '#platform/event-log'
import { type Owners, postgresOwners } from '#platform/ownership'
import { systemWorld, type World } from '#platform/ports'
import { migrate } from '#platform/postgres'
import { memorySubjectKeys, type SubjectKeys, subjectKeysSchema } from '#platform/subject-keys'
import { type Projection, type Projections, postgresProjectionStore, projectionMigrations, startProjections } from '#projections/runner'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { type TestWorld, testWorld } from '#tests/world'

export interface Stage {
  readonly database: TestDatabase
  readonly log: EventLog
  readonly keys: SubjectKeys
  /** The real timers, with a log that is kept. */
  readonly world: World
  readonly handler: CommandHandler
  readonly owners: Owners
  readonly quiet: TestWorld
  /** Appends facts to a pack's stream, as one command. */
  happen(key: string, facts: readonly PackFact[], by?: string): Promise<{ revision: number; state: PackState }>
  start(projections: readonly Projection[]): Projections
  /** All rows of a projection's tables, sorted. */
  dump(schema: string, tables: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

const ACTOR = { principal: 'user:00000000-0000-7000-8000-00000000000a', capacity: 'team' } as const

const inMemory = (_: pg.Pool, { random }: World): SubjectKeys => memorySubjectKeys({ random })

export async function openStage(keysIn = inMemory): Promise<Stage> {
  const database = await testDatabase()
  await migrate(database.pool, [...eventLogSchema, ...subjectKeysSchema, ...projectionMigrations])
  const quiet = testWorld()
  const world = systemWorld(quiet.log)
  const log = postgresEventLog({ pool: database.pool, timers: world.timers, random: world.random })
  const keys = keysIn(database.pool, world)
  // The clock moves by a second with each command, so that dates differ and repeat.
  const clock = { now: () => quiet.clock.now() }
  const handler = commandHandler({ log, keys, world: { ...world, clock, ids: quiet.ids } })
  const owners = postgresOwners({ pool: database.pool, world })
  return {
    database,
    log,
    keys,
    world,
    handler,
    owners,
    quiet,
    async happen(key, facts, by = ACTOR.principal) {
      quiet.advance(1_000)
      const outcome = await handler.handle({
        stream: `pack-${key}`,
        aggregate: pack,
        decide: () => facts,
        origin: { actor: { ...ACTOR, principal: by }, correlation: 'test', causation: 'test', address: '192.0.2.7', agent: 'Browser' },
      })
      if ('refused' in outcome) throw new Error(outcome.refused)
      return { revision: outcome.revision, state: outcome.state }
    },
    start(projections) {
      // Each as of a process of its own.
      const own = postgresOwners({ pool: database.pool, world })
      const running = startProjections({ store: postgresProjectionStore(database.pool), log, keys, owners: own, world }, projections)
      onTestFinished(async () => {
        await running.stop()
        await own.close()
      })
      return running
    },
    async dump(schema, tables) {
      const rows: Record<string, unknown> = {}
      for (const table of tables) {
        const { rows: found } = await database.pool.query(`SELECT t::text AS row FROM ${schema}.${table} t ORDER BY 1`)
        rows[table] = found.map(({ row }) => row)
      }
      return rows
    },
    async close() {
      await owners.close()
      await keys.close()
      await log.close()
      await database.drop()
    },
  }
}
