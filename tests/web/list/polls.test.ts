import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listPolls } from '../../../web/list/polls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A list that nothing is pushed to, on a page that can be hidden and left alone. */
function watched() {
  const page = { hidden: false, touched: Date.now(), looks: 0, always: false }
  const calls = { refreshed: 0, asked: 0 }
  const polls = listPolls({
    hidden() {
      page.looks += 1
      return page.hidden
    },
    touched: () => (page.always ? Date.now() : page.touched),
    now: Date.now,
    refresh() {
      calls.refreshed += 1
    },
    async update() {
      calls.asked += 1
    },
  })
  polls.start()
  return { page, calls, polls }
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('[S-354] a hidden list is looked at every 5 s once its refresh is due, and fetched once when somebody is back', async () => {
  const { page, calls, polls } = watched()
  page.always = true
  page.hidden = true
  await seconds(600)
  expect(calls).toEqual({ refreshed: 0, asked: 0 })
  page.hidden = false
  await seconds(5)
  expect(calls.refreshed).toBe(1)
  await seconds(54)
  expect(calls.refreshed).toBe(1)
  polls.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('[S-355 S-353] one that nobody has touched for five minutes counts as idle: it is looked at every 5 s, and fetched when it is touched again', async () => {
  const { page, calls, polls } = watched()
  await seconds(299)
  expect(calls.refreshed).toBe(4)
  await seconds(300)
  expect(calls.refreshed).toBe(4)
  page.touched = Date.now()
  await seconds(5)
  expect(calls.refreshed).toBe(5)
  polls.stop()
})

test('[S-360] the question which rows changed waits while the page is hidden, and is looked at every 1 s', async () => {
  const { page, calls, polls } = watched()
  page.always = true
  page.hidden = true
  await seconds(15)
  page.looks = 0
  await seconds(30)
  expect(page.looks).toBe(30)
  expect(calls.asked).toBe(0)
  page.hidden = false
  await seconds(1)
  expect(calls.asked).toBe(1)
  polls.stop()
})

test('[S-357 S-358 S-359] the list is asked every 15 s what changed, 5 s after something was done here and every 60 s from then on', async () => {
  const { calls, polls } = watched()
  await seconds(15)
  expect(calls.asked).toBe(1)
  polls.acted()
  await seconds(5)
  expect(calls.asked).toBe(2)
  await seconds(59)
  expect(calls.asked).toBe(2)
  await seconds(1)
  expect(calls.asked).toBe(3)
  polls.stop()
  polls.acted()
  await seconds(600)
  expect(calls.asked).toBe(3)
})
