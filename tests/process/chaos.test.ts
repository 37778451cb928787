import { expect, test } from 'vitest'
import { mongoServer } from '#tests/mongodb'
import { testDatabase } from '#tests/postgres'
import { chaos } from '../chaos/run.ts'

// Six programs and minutes: LONG_TESTS. `npm run chaos -- --seed … --kills …` plays any other seed.
const long = process.env.LONG_TESTS === '1'
if (!long) test.skip('real processes, killed, paused and cut off under load: in the long lane', () => undefined)

for (const log of long ? (['postgres', 'eventstoredb'] as const) : []) {
  test(`twenty-five times killed, paused or cut off under load on ${log}, nothing acknowledged is lost and everything is done once`, async () => {
    const database = await testDatabase()
    // As compose.yaml has it, where there is a MongoDB: every program with a folder of its own.
    const mongo = log === 'eventstoredb' ? await mongoServer() : { none: 'on PostgreSQL files are on the disk' }
    const files = 'none' in mongo ? 'disk' : 'gridfs'
    try {
      // It ends what it began before the test gives up on it.
      const signal = AbortSignal.timeout(580_000)
      const report = await chaos({
        seed: 'lane',
        kills: 25,
        log,
        databaseUrl: database.url,
        mongoUrl: 'none' in mongo ? undefined : mongo.url,
        people: 3,
        everyMs: 1_200,
        wordsTo: `test-results/chaos-${log}`,
        signal,
      })
      expect(report.violations, `npm run chaos -- --seed lane --kills 25 --log ${log} --files ${files} --people 3 --every 1200`).toEqual([])
      expect(report.faults).toHaveLength(25)
      expect(report.looked.completed).toBeGreaterThan(0)
      expect(report.looked.deliveries).toBeGreaterThan(report.looked.completed!)
    } finally {
      if (!('none' in mongo)) await mongo.close()
      await database.drop()
    }
  }, 600_000)
}
