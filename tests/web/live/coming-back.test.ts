import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ConnectionPorts, type ConnectionState, openConnection } from '../../../web/live/connection.ts'
import { reconnectByItself } from '../../../web/live/reconnect.ts'

type Listener = (detail?: unknown) => void
/** A socket whose line and server a test plays. */
function playedSocket() {
  const listeners = new Map<string, Set<Listener>>()
  const answers: unknown[] = []
  const socket = {
    active: true,
    connected: true,
    connects: 0,
    asked: 0,
    on: (name: string, listener: Listener) => void listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
    emit: () => undefined,
    timeout: () => ({
      async emitWithAck() {
        socket.asked += 1
        const answer = answers.shift() ?? { success: true }
        if (answer instanceof Error) throw answer
        return answer
      },
    }),
    connect() {
      socket.connects += 1
    },
  }
  const tell = (name: string, detail?: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(detail)
  }
  return { socket, tell, answers }
}
let played = playedSocket()
vi.mock('../../../web/live/socket.ts', () => ({ liveSocket: () => ({ socket: played.socket, release: () => undefined }) }))

beforeEach(() => {
  vi.useFakeTimers()
  played = playedSocket()
})
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const back = () => reconnectByItself(played.socket as unknown as Parameters<typeof reconnectByItself>[0])

test('a connection that the server ended in order is opened again after a pause; one whose line was lost comes back by itself', async () => {
  const stop = back()
  played.tell('disconnect', 'transport close')
  await pass(60_000)
  expect(played.socket.connects).toBe(0)
  played.tell('disconnect', 'io server disconnect')
  expect(played.socket.connects).toBe(0)
  await pass(1_500)
  expect(played.socket.connects).toBe(1)
  played.tell('disconnect', 'io server disconnect')
  stop()
  await pass(60_000)
  expect(played.socket.connects).toBe(1)
})

test('whom the server could not let in tries again, less and less often; who is not logged in does not', async () => {
  back()
  const unavailable = { success: false, code: 'unavailable', message: 'Again.' }
  const refused = [new Error('no answer'), Object.assign(new Error('unavailable'), { data: unavailable })]
  played.socket.active = false
  for (let attempt = 1; attempt <= 6; attempt++) {
    played.tell('connect_error', refused[attempt % 2])
    await pass(7_500)
    expect(played.socket.connects).toBe(attempt)
  }
  played.tell('connect_error', Object.assign(new Error(), { data: { success: false, code: 'not-logged-in', message: 'Log in.' } }))
  await pass(60_000)
  expect(played.socket.connects).toBe(6)
})

test('a tab that is one too many comes again only every half minute, as long as no other is closed', async () => {
  back()
  played.socket.active = false
  const crowded = { success: false, code: 'too-many-connections', message: 'Close some.' }
  for (let attempt = 1; attempt <= 3; attempt++) {
    played.tell('connect_error', Object.assign(new Error(), { data: crowded }))
    await pass(14_900)
    expect(played.socket.connects).toBe(attempt - 1)
    await pass(30_200)
    expect(played.socket.connects).toBe(attempt)
  }
})

test('a server that does not let a page into its room at first is asked again, and what comes is pushed from then on', async () => {
  const states: ConnectionState[] = []
  played.answers.push({ success: false, code: 'internal-error', message: 'Again.' }, new Error('operation has timed out'))
  const quiet = () => undefined
  const calls = { changes: async () => '', documentUpdates: async () => '' } as unknown as ConnectionPorts['calls']
  const connection = openConnection({
    ...{ pack: 'p', sessionToken: null, calls, signing: false, revision: () => 1, converting: () => false },
    ...{ events: quiet, fresh: quiet, present: quiet, progress: quiet, ended: quiet },
    state: (state) => void states.push(state),
  })
  await pass(0)
  expect([played.socket.asked, ...states]).toEqual([1, 'polling'])
  await pass(2_000)
  expect(played.socket.asked).toBe(2)
  await pass(4_000)
  expect([played.socket.asked, ...states]).toEqual([3, 'polling', 'live'])
  connection.close()
})

test('what is too large to be pushed is fetched once at a time, and once more where more of it came meanwhile', async () => {
  const PACK = '0192f4a5-0000-7000-8000-000000000001'
  let [asked, known] = [0, 1]
  const answers: ((revision: number) => void)[] = []
  const quiet = () => undefined
  const calls = {
    changes: async () => '',
    documentUpdates: async () => '',
    view: () => {
      asked += 1
      return new Promise((resolve) => answers.push((revision) => resolve({ revision, view: {}, view_digest: null })))
    },
  } as unknown as ConnectionPorts['calls']
  const connection = openConnection({
    ...{ pack: PACK, sessionToken: null, calls, signing: false, revision: () => known, converting: () => false },
    ...{ events: quiet, present: quiet, progress: quiet, ended: quiet, state: quiet },
    fresh: ({ revision }) => {
      known = revision
    },
  })
  const stale = (revision: number) => played.tell('pack_stale', { document_key: PACK, revision })
  stale(5)
  stale(6)
  await pass(0)
  expect(asked).toBe(1)
  answers[0]!(5)
  await pass(0)
  expect([asked, known]).toEqual([2, 5])
  answers[1]!(6)
  await pass(0)
  // It knows of this already.
  stale(6)
  await pass(0)
  expect([asked, known]).toEqual([2, 6])
  connection.close()
})
