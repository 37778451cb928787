import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ConnectionPorts, openConnection } from '../../../web/live/connection.ts'

/** A socket that never connects: what is left are the polls. */
vi.mock('../../../web/live/socket.ts', () => ({
  liveSocket: () => ({
    socket: { connected: false, on: () => undefined, off: () => undefined, emit: () => undefined, timeout: () => undefined },
    release: () => undefined,
  }),
}))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened(over: Partial<ConnectionPorts> = {}) {
  const asked = { changes: 0, updates: 0, views: 0 }
  const answers = { changes: 'same', updates: 'same' }
  const calls = {
    async changes() {
      asked.changes += 1
      return answers.changes
    },
    async documentUpdates() {
      asked.updates += 1
      return answers.updates
    },
    async view() {
      asked.views += 1
      return { success: true, document_key: 'p', revision: 7, view: {}, view_digest: null, people: {} }
    },
  } as unknown as ConnectionPorts['calls']
  const fresh: number[] = []
  const connection = openConnection({
    pack: 'p',
    sessionToken: null,
    calls,
    signing: false,
    revision: () => 1,
    converting: () => false,
    events: () => undefined,
    fresh: ({ revision }) => void fresh.push(revision),
    state: () => undefined,
    present: () => undefined,
    progress: () => undefined,
    ended: () => undefined,
    ...over,
  })
  return { asked, answers, fresh, connection }
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('[D-577] without a socket it is asked every 30 s whether anything changed; what did is fetched', async () => {
  const { asked, answers, fresh, connection } = opened()
  await seconds(29.9)
  expect(asked.changes).toBe(0)
  await seconds(0.1)
  expect(asked.changes).toBe(1)
  await seconds(90)
  expect(asked.changes).toBe(4)
  const before = asked.views
  answers.changes = 'other'
  await seconds(30)
  expect(asked.views).toBe(before + 1)
  expect(fresh.at(-1)).toBe(7)
  connection.close()
  await seconds(600)
  expect(asked.changes).toBe(5)
})

test('[D-578] the document itself is asked for every 60 s', async () => {
  const { asked, connection } = opened()
  await seconds(59.9)
  expect(asked.updates).toBe(0)
  await seconds(0.1)
  expect(asked.updates).toBe(1)
  await seconds(180)
  expect(asked.updates).toBe(4)
  connection.close()
})

test('[D-579] while it is being signed the document is asked for every 10 minutes', async () => {
  const { asked, connection } = opened({ signing: true })
  await seconds(599)
  expect(asked.updates).toBe(0)
  await seconds(1)
  expect(asked.updates).toBe(1)
  await seconds(1_200)
  expect(asked.updates).toBe(3)
  connection.close()
})

test('[D-580] while it is converted the document is asked for every 10 s', async () => {
  const { asked, connection } = opened({ converting: () => true })
  await seconds(9.9)
  expect(asked.updates).toBe(0)
  await seconds(0.1)
  expect(asked.updates).toBe(1)
  await seconds(20)
  expect(asked.updates).toBe(3)
  connection.close()
})
