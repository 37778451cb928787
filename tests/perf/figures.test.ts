import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { eventStoreDbEventLog, NO_EVENTS } from '#platform/event-log'
import { eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { liveWorld } from '#tests/live-world'
import { spawnParaph } from '#tests/spawned'
import { makeEvents } from '#tests/stored-events'
import { atLeast, atMost, figure, median, percentile, ratioAtLeast } from '../../cli/bench/figures.ts'
import { tableOf } from '../../cli/bench/table.ts'

const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
const yardstick = { what: 'a bare one', value: 4, unit: 'ms' as const }

test('a percentile is a value that was measured, and no smaller one covers its share', () => {
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 1)).toBe(100)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([3, 1, 2], 0)).toBe(1)
})

test('a median lies in the middle, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('nothing measured has no figure', () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError)
  expect(() => median([])).toThrow(RangeError)
})

test('a figure is a ratio to its yardstick, and its goal is judged before anything is rounded', () => {
  const slow = figure({ name: 'slow', value: 100.4, unit: 'ms', goal: atMost(100), yardstick, samples: 3 })
  expect(slow).toEqual({ name: 'slow', value: 100, unit: 'ms', goal: '<= 100 ms', met: false, yardstick, ratio: 25.1, samples: 3 })
  expect(figure({ name: 'fast', value: 20_000, unit: '/s', goal: atLeast(20_000), samples: 1 }).met).toBe(true)
})

test('a goal for the ratio looks at the ratio alone, and a ratio of pairs goes before that of the medians', () => {
  const rates = { name: 'rates', value: 1_000, unit: '/s', goal: ratioAtLeast(2.5), samples: 9 } as const
  const raw = { what: 'raw', value: 500, unit: '/s' as const }
  expect(figure({ ...rates, yardstick: raw })).toMatchObject({ ratio: 2, met: false, goal: 'ratio >= 2.5' })
  expect(figure({ ...rates, yardstick: raw, ratio: 2.6 })).toMatchObject({ ratio: 2.6, met: true })
})

test('without a goal nothing is met or missed, and without a yardstick there is no ratio', () => {
  expect(figure({ name: 'alone', value: 1, unit: 'bytes', samples: 1 })).toMatchObject({
    goal: null,
    met: null,
    yardstick: null,
    ratio: null,
  })
})

test('the table names goals that were not met', () => {
  const table = tableOf([
    figure({ name: 'slow', value: 200, unit: 'ms', goal: atMost(100), yardstick, samples: 3 }),
    figure({ name: 'fine', value: 50, unit: 'ms', goal: atMost(100), yardstick, samples: 3 }),
  ])
  const [, slow, fine] = table.split('\n')
  expect(slow).toMatch(/^slow +200 ms +<= 100 ms +NOT MET +50 x +a bare one: 4 ms +3$/)
  expect(fine).toMatch(/^fine +50 ms +<= 100 ms +met +12.5 x/)
})

test('a bench on an event store that holds events already says so, and what to do, before anything is measured', async () => {
  const double = await eventStoreDbDouble()
  onTestFinished(() => double.close())
  const log = eventStoreDbEventLog({ url: double.url, ...liveWorld() })
  await log.append('pack-before', NO_EVENTS, makeEvents('pack-before'))
  await log.close()
  const before = double.attempts.length
  const { child, said } = spawnParaph({ EVENTSTOREDB_URL: double.url }, ['bench', '--only', 'replay,commands-16-eventstoredb'])
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said()).toMatch(
    /^The event store that EVENTSTOREDB_URL names holds events already.* Start one on an empty data folder, or leave .*\n$/,
  )
  expect(double.attempts).toHaveLength(before)
})
