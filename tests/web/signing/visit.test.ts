import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { visitReporter } from '../../../web/features/signing/visit.ts'
import { identify } from '../../../web/http/index.ts'

const LATER_MS = 60_000
type Told = { readonly moments: readonly { readonly what: string }[] }

/** Answers each report with the next of these, the last again and again; says what was told. */
function answering(...answers: readonly Response[]) {
  const told: string[][] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    told.push((JSON.parse(String(body)) as Told).moments.map(({ what }) => what))
    return (left.length > 1 ? left.shift()! : left[0]!).clone()
  })
  return told
}
const recorded = (is: boolean) => new Response(JSON.stringify({ success: true, recorded: is }))

beforeEach(() => {
  vi.useFakeTimers()
  identify({ crossSite: 'token', session: 'session', workspace: null, appVersion: '1' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a signer’s page reports each page and field once, in batches', async () => {
  const told = answering(recorded(true))
  const visit = visitReporter('lease')
  for (const _ of [1, 2]) {
    visit.page('d', 0)
    visit.page('d', 1)
    visit.field('f')
  }
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(LATER_MS)
  visit.page('d', 1)
  visit.away(true)
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(told).toEqual([['page', 'page', 'field'], ['paused']])
})

test('a signer’s page reports at once what it saw of them, when they have been through their fields and may sign', async () => {
  const told = answering(recorded(true))
  const visit = visitReporter('lease')
  visit.field(null)
  visit.page('d', 0)
  visit.field('f')
  visit.field(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([['page', 'field']])
})

test('once the link is over nothing is reported, not even what waited', async () => {
  const told = answering(recorded(true))
  const visit = visitReporter('lease')
  visit.page('d', 0)
  visit.end()
  visit.away(true)
  await visit.flush()
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(told).toEqual([])
})

test.each([
  ['the workspace does not record visits', recorded(false)],
  ['it was refused', new Response(JSON.stringify({ success: false, code: 'gone', message: 'No.' }), { status: 410 })],
])('after the answer that %s nothing more is reported', async (_, answer) => {
  const told = answering(answer)
  const visit = visitReporter('lease')
  visit.page('d', 0)
  await vi.advanceTimersByTimeAsync(LATER_MS)
  visit.page('d', 1)
  visit.field('f')
  visit.away(true)
  await visit.flush()
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(told).toEqual([['page']])
})
