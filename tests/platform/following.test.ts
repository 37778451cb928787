import { expect, test } from 'vitest'
import { START } from '#platform/event-log'
import type { Timers } from '#platform/ports'
import { createAlarm } from '../../shared/platform/event-log/alarm.ts'
import { sharedReads } from '../../shared/platform/event-log/shared-reads.ts'
import { follow } from '../../shared/platform/event-log/subscription.ts'

test('a log that cannot be read is asked again less and less often, at most every five seconds, from where it stood', async () => {
  let now = 0
  // Time passes while nothing else does.
  const timers: Timers = {
    after(ms, task) {
      const due = setImmediate(() => {
        now += ms
        task()
      })
      return () => clearImmediate(due)
    },
  }
  const asked: { readonly after: string; readonly at: number }[] = []
  const troubles: string[] = []
  const caughtUp = Promise.withResolvers<void>()
  const readAll = async (after: string) => {
    asked.push({ after, at: now })
    if (asked.length <= 11) throw new Error(`away ${asked.length}`)
    return { events: [], position: '7', atEnd: true }
  }
  const random = { bytes: (length: number) => new Uint8Array(length), fraction: () => 0.5 }
  const alarm = createAlarm((one, other) => Number(one) - Number(other), START)
  const following = follow(
    { readAll, readNew: readAll, alarm, timers, random, pollMs: null },
    {
      after: START,
      onEvent: () => undefined,
      onTrouble: (error) => void troubles.push((error as Error).message),
      onCaughtUp: caughtUp.resolve,
    },
  )
  await caughtUp.promise
  await following.stop()
  const waits = asked.slice(1).map(({ at }, before) => at - asked[before]!.at)
  expect(waits).toEqual([20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_000, 5_000, 5_000].map((ms) => ms * 0.75))
  expect(new Set(asked.map(({ after }) => after))).toEqual(new Set([START]))
  expect(troubles).toEqual(waits.map((_, at) => `away ${at + 1}`))
})

test('simultaneous readers read once, and nobody who asks after news gets an earlier answer', async () => {
  const answers: ((position: string) => void)[] = []
  const news = sharedReads(() => new Promise((resolve) => answers.push((position) => resolve({ events: [], position, atEnd: true }))))
  const placesOf = (count: number) =>
    Promise.all(Array.from({ length: count }, () => news.readAll('6', 10))).then((all) => all.map((one) => one.position))
  const before = placesOf(2)
  news.renew()
  const after = placesOf(2)
  answers[0]!('7')
  expect(await before).toEqual(['7', '7'])
  const late = placesOf(1)
  expect(answers).toHaveLength(2)
  answers[1]!('8')
  expect([...(await after), ...(await late)]).toEqual(['8', '8', '8'])
  // What is answered is not kept.
  void news.readAll('6', 10)
  expect(answers).toHaveLength(3)
})
