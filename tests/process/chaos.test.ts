import { expect, test } from 'vitest'
import { testDatabase } from '#tests/postgres'
import { chaos } from '../chaos/run.ts'

// Six programs and minutes: LONG_TESTS. `npm run chaos -- --seed … --kills …` plays any other seed.
const long = process.env.LONG_TESTS === '1'
if (!long) test.skip('real processes, killed, paused and cut off under load: in the long lane', () => undefined)

for (const log of long ? (['postgres', 'eventstoredb'] as const) : []) {
  test(`twenty-five times killed, paused or cut off under load on ${log}, nothing acknowledged is lost and everything is done once`, async () => {
    const database = await testDatabase()
    try {
      // It ends what it began before the test gives up on it.
      const signal = AbortSignal.timeout(580_000)
      const report = await chaos({
        seed: 'lane',
        kills: 25,
        log,
        databaseUrl: database.url,
        people: 3,
        everyMs: 1_200,
        wordsTo: `test-results/chaos-${log}`,
        signal,
      })
      expect(report.violations, `npm run chaos -- --seed lane --kills 25 --log ${log} --people 3 --every 1200`).toEqual([])
      expect(report.faults).toHaveLength(25)
      expect(report.looked.completed).toBeGreaterThan(0)
    } finally {
      await database.drop()
    }
  }, 600_000)
}
