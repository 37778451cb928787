import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { pausesOf } from '#platform/ports'

/** Timers that ring on demand. */
function handRung() {
  const due = new Map<() => void, number>()
  return {
    due,
    after(ms: number, task: () => void) {
      due.set(task, ms)
      return () => due.delete(task)
    },
    ring() {
      for (const task of due.keys()) task()
    },
  }
}

test('a pause lasts until its time is over, until something comes, or until it is cut; the next is as long as it was meant', async () => {
  const timers = handRung()
  const { pause, cut } = pausesOf(timers)
  const ended: string[] = []
  const noted = (name: string, pausing: Promise<void>) => pausing.then(() => void ended.push(name))

  const inTime = noted('in time', pause(50))
  expect([...timers.due.values()]).toEqual([50])
  timers.ring()
  await inTime
  const news = Promise.withResolvers<void>()
  const byNews = noted('by news', pause(null, news.promise))
  news.resolve()
  await byNews
  const short = noted('cut', pause(70))
  cut()
  await short
  expect(timers.due.size).toBe(0)

  // One that was cut before it began is not.
  cut()
  const next = noted('next', pause(90))
  await Promise.resolve()
  expect(ended).toEqual(['in time', 'by news', 'cut'])
  timers.ring()
  await next
})

test('the end ends the pause under way, and every one that was still to come', async () => {
  const timers = handRung()
  const { pause, end } = pausesOf(timers)
  const last = pause(null)
  end()
  await last
  await pause(1_000)
  expect(timers.due.size).toBe(0)
})

test('nothing is kept of pauses that are over', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { pause, cut } = pausesOf(handRung())
  async function pauses(count: number): Promise<number> {
    for (let at = 0; at < count; at++) {
      const pausing = pause(1_000)
      cut()
      await pausing
    }
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await pauses(1_000)
  // A race with a promise that all have in common keeps some 300 bytes of each.
  expect(((await pauses(50_000)) - before) / 50_000).toBeLessThan(50)
})
