import { eventLogSchema, memoryEventLog, postgresEventLog } from '#platform/event-log'
import { migrate } from '#platform/postgres'
import { liveWorld } from '#tests/live-world'
import { testDatabase } from '#tests/postgres'
import { eventLogConformance } from './event-log.ts'

const world = liveWorld()

eventLogConformance('in memory', async () => {
  const log = memoryEventLog(world)
  return { log, another: () => log, close: () => log.close() }
})

eventLogConformance('PostgreSQL', async () => {
  const database = await testDatabase()
  await migrate(database.pool, eventLogSchema)
  const open = () => postgresEventLog({ pool: database.pool, ...world })
  const log = open()
  const another = open()
  return {
    log,
    another: () => another,
    async close() {
      await Promise.all([log.close(), another.close()])
      await database.drop()
    },
  }
})
