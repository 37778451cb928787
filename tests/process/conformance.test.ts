import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isEventStoreInstalled } from '#tests/event-store'
import { FAULTS, letHappen } from '../chaos/faults.ts'
import { randomFrom } from '../simulation/random.ts'

// The product's own tests are read, though not played: LONG_TESTS.
const long = process.env.LONG_TESTS === '1' && !isEventStoreInstalled()

test.skipIf(!long)(
  'without a server each of the product’s tests on EventStoreDB is skipped by name, with the reason, and nothing is proven',
  () => {
    const { EVENTSTOREDB_URL: _, ...env } = process.env
    const { status, stdout } = spawnSync('node_modules/.bin/node', ['tests/conformance/main.ts', 'product'], { env, encoding: 'utf8' })
    const lines = stdout.split('\n').filter(Boolean)
    const skipped = lines.filter((line) =>
      /^skipped: .*: the program eventstored is not on the PATH, and EVENTSTOREDB_URL names no server$/.test(line),
    )
    expect(lines.at(-1)).toBe(`0 passed, 0 failed, ${skipped.length} skipped`)
    expect(status).toBe(1)
    for (const part of [
      'a document goes from upload to sealed',
      'three roles in processes',
      'all events move to EventStoreDB',
      'the demo seals',
      'killed, paused or cut off under load',
    ])
      expect(
        skipped.some((line) => line.includes(part)),
        part,
      ).toBe(true)
    // What PostgreSQL's table is needed for has that reason too.
    expect(skipped.filter((line) => line.includes('EventStoreDB has no way to change a stored event'))).toHaveLength(5)
  },
)

test('what has no lines of its own, as an event store, is killed instead of cut off, stands still instead of falling silent, and comes back', async () => {
  const done: string[] = []
  const store = {
    name: 'event store',
    well: true,
    lines: [],
    kill: async () => void done.push('killed'),
    start: async () => void done.push('started'),
    pause: () => void done.push('paused'),
    goOn: () => void done.push('goes on'),
  }
  const happened: string[] = []
  await letHappen({
    targets: [store],
    chance: randomFrom('store'),
    count: 40,
    everyMs: 0,
    pausesMs: [0],
    happened: ({ kind }) => happened.push(kind),
  })
  const times = (what: string) => done.filter((each) => each === what).length
  expect(new Set(happened)).toEqual(new Set(FAULTS.slice(0, 2)))
  expect([times('killed'), times('paused')]).toEqual(FAULTS.slice(0, 2).map((kind) => happened.filter((each) => each === kind).length))
  expect([times('started'), times('goes on')]).toEqual([times('killed'), times('paused')])
})
