import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { madeFile } from '../../web/features/temp-downloads/polling.ts'
import { HttpOffline, HttpRefused } from '../../web/http/index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A file that somebody waits for. `answer`: what the server says to each question after it. */
function awaited(answer: (polls: number) => string | null) {
  const polls: number[] = []
  const began = Date.now()
  const result: { outcome: string | null } = { outcome: null }
  const ports = {
    begin: async () => 'key',
    async ask(key: string) {
      polls.push(Date.now() - began)
      return key === 'key' ? answer(polls.length) : null
    },
  }
  madeFile(ports).then(
    (file) => {
      result.outcome = file
    },
    (thrown: Error) => {
      result.outcome = `failed: ${thrown.message}`
    },
  )
  return { polls, result }
}

test('[D-582] a temporary download is asked after every 5 s until it has a file', async () => {
  const { polls, result } = awaited((count) => (count === 3 ? 'the file' : null))
  await vi.advanceTimersByTimeAsync(14_999)
  expect(polls).toEqual([5_000, 10_000])
  expect(result.outcome).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(result.outcome).toBe('the file')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toHaveLength(3)
})

test('[D-583] and at most 1,000 times', async () => {
  const { polls, result } = awaited(() => null)
  await vi.advanceTimersByTimeAsync(999 * 5_000)
  expect([polls.length, result.outcome]).toEqual([999, null])
  await vi.advanceTimersByTimeAsync(5_000)
  expect([polls.length, result.outcome]).toEqual([1_000, 'failed: not made in time'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toHaveLength(1_000)
})

test('a file that is not made any more ends it at once, a line that drops does not', async () => {
  const { polls, result } = awaited((count) => {
    if (count === 1) throw new HttpOffline()
    throw new HttpRefused('not-found', 'gone', 404)
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(result.outcome).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([polls.length, result.outcome]).toEqual([2, 'failed: gone'])
})
