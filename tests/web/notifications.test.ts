import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NotificationRecord } from '#contract/notifications'
import { IDLE_AFTER_MS, notificationPolls } from '../../web/features/notifications/polls.ts'
import { merged, newestOf, unreadIn, withoutGone } from '../../web/features/notifications/rows.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function polling() {
  const page = { hidden: false, touched: Date.now(), fetched: 0 }
  const polls = notificationPolls({
    hidden: () => page.hidden,
    touched: () => page.touched,
    now: Date.now,
    fetch: () => {
      page.fetched += 1
    },
  })
  /** Somebody sits there all the while, or nobody does. */
  const pass = (ms: number, isTouched = true) => {
    for (let left = ms; left > 0; left -= 1_000) {
      if (isTouched) page.touched = Date.now()
      vi.advanceTimersByTime(Math.min(1_000, left))
    }
  }
  polls.start()
  return { page, polls, pass }
}

test('[S-361] while nothing is pushed, notifications are asked for every 120 s, and not once the socket is back', () => {
  const { page, polls, pass } = polling()
  pass(119_000)
  // The line fails once more: that puts nothing off.
  polls.start()
  expect(page.fetched).toBe(0)
  pass(1_000)
  expect(page.fetched).toBe(1)
  pass(240_000)
  expect(page.fetched).toBe(3)
  polls.stop()
  polls.look()
  pass(600_000)
  expect(page.fetched).toBe(3)
})

test('[S-362] in a hidden tab they are asked for every 300 s; one that is shown again asks at once for what fell due', () => {
  const { page, polls, pass } = polling()
  page.hidden = true
  polls.look()
  pass(299_000)
  expect(page.fetched).toBe(0)
  pass(1_000)
  expect(page.fetched).toBe(1)
  pass(150_000)
  expect(page.fetched).toBe(1)
  page.hidden = false
  polls.look()
  expect(page.fetched).toBe(2)
})

test('[S-363] of a page that nobody touches it is looked every 5 s whether somebody is back, who has then waited no longer', () => {
  const { page, pass } = polling()
  pass(IDLE_AFTER_MS, false)
  const before = page.fetched
  // Idle: as seldom as when hidden.
  pass(200_000, false)
  expect(page.fetched).toBe(before)
  page.touched = Date.now()
  pass(5_000)
  expect(page.fetched).toBe(before + 1)
})

const row = (at: number, more: Partial<NotificationRecord> = {}): NotificationRecord => ({
  key: `key ${at}`,
  date_created: new Date(at * 1_000).toISOString(),
  date_updated: new Date(at * 1_000).toISOString(),
  date_read: null,
  read: false,
  related_key: 'document',
  related_key_type: 'Document',
  account_key: 'team',
  url: '#documents/document',
  kind: 'signed',
  message: `message ${at}`,
  ...more,
})

test('what changed is taken in where it belongs; what is older than the last that is held waits until it is asked for', () => {
  const held = [row(30), row(20)]
  const changed = [row(10), { ...row(20), read: true }, row(25), row(40)]
  expect(merged(held, changed, false).map(({ key, read }) => [key, read])).toEqual([
    ['key 40', false],
    ['key 30', false],
    ['key 25', false],
    ['key 20', true],
  ])
  expect(merged(held, changed, true)).toHaveLength(5)
  expect(newestOf([row(20, { date_updated: row(50).date_updated }), row(30)])).toBe(row(50).date_updated)
  expect(newestOf([])).toBeUndefined()
})

test('what is gone with a document or a workspace leaves, and its unread ones with it', () => {
  const held = [row(3), row(2, { related_key: 'other', read: true }), row(1, { related_key: 'other', account_key: 'elsewhere' })]
  expect(withoutGone(held, 'document').map(({ key }) => key)).toEqual(['key 2', 'key 1'])
  expect(withoutGone(held, 'elsewhere')).toHaveLength(2)
  expect(unreadIn(held)).toBe(2)
})
