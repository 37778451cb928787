import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventStoreProgram, PRODUCT_ON } from '#tests/event-store'
import { testDatabase } from '#tests/postgres'
import { removeFolder, spawnParaph, temporaryFolder } from '#tests/spawned'
import type { Row } from '../../cli/demo/row.ts'
import { chaos } from '../chaos/run.ts'

// Part of `npm run conformance -- product`, with tests/api, tests/process/roles and migrate.
const CHAOS =
  'twenty-five times killed, paused or cut off under load on a real EventStoreDB, which is killed and paused too where it is a program of ours, nothing acknowledged is lost'
const DEMO = 'the demo seals a file on a real EventStoreDB'
const BY_ITSELF = 'by npm run conformance -- product, where there is a server'

if (PRODUCT_ON === null) for (const title of [CHAOS, DEMO]) test.skip(`${title}: ${BY_ITSELF}`, () => undefined)
else {
  test(CHAOS, async () => {
    const database = await testDatabase()
    onTestFinished(() => database.drop())
    const report = await chaos({
      seed: 'product',
      kills: 25,
      log: 'eventstoredb',
      databaseUrl: database.url,
      people: 3,
      everyMs: 1_200,
      wordsTo: 'test-results/chaos-product',
      // It ends what it began before the test gives up on it.
      signal: AbortSignal.timeout(580_000),
    })
    expect(report.violations, 'npm run chaos -- --seed product --kills 25 --log eventstoredb --people 3 --every 1200').toEqual([])
    expect(report.faults).toHaveLength(25)
    expect(report.looked.completed).toBeGreaterThan(0)
  }, 600_000)

  // One address is one log, and chaos has filled it.
  if (PRODUCT_ON === 'address')
    test.skip(`${DEMO}: chaos filled the one that EVENTSTOREDB_URL names. On an empty one: npm run demo -- <file.pdf> --eventstoredb`, () =>
      undefined)
  else
    test(DEMO, async () => {
      const store = (await eventStoreProgram())!
      onTestFinished(() => store.close())
      const folder = await temporaryFolder()
      onTestFinished(() => removeFolder(folder))
      const file = join(folder, 'contract.pdf')
      await copyFile('assets/sample.pdf', file)
      const { child, said } = spawnParaph({ EVENTSTOREDB_URL: store.url }, ['demo', file, '--eventstoredb', '--json'])
      expect(await once(child, 'close')).toEqual([0, null])
      const { outcome, out } = JSON.parse(said()) as Row
      expect(outcome).toBe('sealed')
      expect((await readFile(out!)).subarray(0, 5).toString()).toBe('%PDF-')
    })
}
