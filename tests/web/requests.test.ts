import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { succeeded } from '#contract/envelope'
import { fetchUpdates } from '../../web/features/documents/calls.ts'
import { afterAMoment } from '../../web/features/shell/request-bar.ts'
import { HttpOffline, HttpRefused, http, MOST_ATTEMPTS, messageOf, onRequests, persist } from '../../web/http/index.ts'
import { httpCalls } from '../../web/live/calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function waiting() {
  const answers: ((body: object) => void)[] = []
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.push((body) => resolve(new Response(JSON.stringify({ success: true, ...body }))))
    return promise
  })
  return answers
}
function watched() {
  const bar = { shown: false }
  const stop = onRequests(
    afterAMoment((shown) => {
      bar.shown = shown
    }),
  )
  return { bar, stop }
}

test('[S-167 S-375] a loading indicator shows from 300 ms into a request until the last one has its answer', async () => {
  const answers = waiting()
  const { bar, stop } = watched()
  const calls = [http.get('/app/a', succeeded({})), http.get('/app/b', succeeded({}))]
  await vi.advanceTimersByTimeAsync(299)
  expect(bar.shown).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(bar.shown).toBe(true)
  answers[0]!({})
  await calls[0]
  expect(bar.shown).toBe(true)
  answers[1]!({})
  await calls[1]
  expect(bar.shown).toBe(false)
  stop()
})

test('[S-168] it does not show for polls of document updates, nor for saves, which show next to the title', async () => {
  const answers = waiting()
  const { bar, stop } = watched()
  const polls = [fetchUpdates([], false), httpCalls.documentUpdates('p', true), httpCalls.changes('p'), httpCalls.view('p')]
  await vi.advanceTimersByTimeAsync(10_000)
  expect([answers.length, bar.shown]).toEqual([polls.length, false])
  for (const answer of answers) answer({ documents: [] })
  await Promise.allSettled(polls)
  stop()
})

test('[D-581] what a document begins with is asked for up to 30 times while the server is out of reach, then nobody but a person tries again', async () => {
  const notified: boolean[] = []
  let asked = 0
  const stop = persist({
    async load() {
      asked += 1
      throw new HttpOffline()
    },
    loaded: () => undefined,
    failed: (_, again) => void notified.push(again),
    refused: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([asked, MOST_ATTEMPTS]).toEqual([30, 30])
  expect([notified.filter((again) => again).length, notified.at(-1)]).toEqual([29, false])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a server that says no is not asked again, and one that answers at last is used', async () => {
  const outcome: unknown[] = []
  const begin = (load: (attempt: number) => Promise<string>) => {
    let attempt = 0
    return persist({
      load: () => load(++attempt),
      loaded: (answer) => void outcome.push(answer),
      failed: () => void outcome.push('failed'),
      refused: ({ code }) => void outcome.push(code),
    })
  }
  begin(async () => {
    throw new HttpRefused('not-found', 'This could not be found.', 404)
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome.splice(0)).toEqual(['not-found'])
  begin(async (attempt) => {
    if (attempt < 3) throw new HttpRefused('internal-error', 'An error occurred, please try again', 500)
    if (attempt < 4) throw new HttpRefused('too-many-requests', 'Too many requests. Please wait a moment.', 429)
    return 'there'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toEqual(['failed', 'failed', 'failed', 'there'])
})

test('the server’s message is shown where it says why, else what failed here', () => {
  const refused = new HttpRefused('not-the-creator', 'Only the creator may.', 403)
  expect(messageOf(refused, 'It failed')).toBe('Only the creator may.')
  for (const code of ['internal-error', 'server-error', 'unreadable-answer']) {
    expect(messageOf(new HttpRefused(code, 'An error occurred, please try again', 500), 'It failed')).toBe('It failed')
    expect(messageOf(new HttpRefused(code, 'An error occurred, please try again', 500), '')).toBe('An error occurred, please try again')
  }
  expect(messageOf(new HttpOffline(), 'It failed')).toBe('It failed')
  expect(z.string().safeParse(messageOf(new TypeError('x'), 'It failed')).data).toBe('It failed')
})
