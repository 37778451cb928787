import { afterAll, test } from 'vitest'
import { eventStoreDbEventLog } from '#platform/event-log'
import { eventStoreServer } from '#tests/event-store'
import { eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { liveWorld } from '#tests/live-world'
import { eventLogConformance, type LogUnderTest } from './event-log.ts'

const world = liveWorld()

function openAt(url: string, end: () => Promise<void>): LogUnderTest {
  const open = () => eventStoreDbEventLog({ url, ...world })
  const [log, another] = [open(), open()]
  return {
    log,
    another: () => another,
    async close() {
      await Promise.all([log.close(), another.close()])
      await end()
    },
  }
}

eventLogConformance(
  'EventStoreDB, by its double',
  async () => {
    const double = await eventStoreDbDouble()
    return openAt(double.url, () => double.close())
  },
  { knowsAllIds: false, dear: true },
)

const server = await eventStoreServer()
if ('none' in server) test.skip(`event log, EventStoreDB, a real server: ${server.none}`, () => undefined)
else {
  afterAll(() => server.close())
  eventLogConformance('EventStoreDB, a real server', async () => openAt(server.url, async () => undefined), { knowsAllIds: false })
}
