import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STANDS_MS, shownPages } from '../../../web/features/signing/shown-pages.ts'
import { isLookedAt, visitOf } from '../../../web/features/signing/visit.ts'
import { type Answered, visitReporter } from '../../../web/features/signing/visit-reporter.ts'
import { identify } from '../../../web/http/index.ts'
import { pageTime } from '../../../web/live/index.ts'

const LATER_MS = 60_000
type Reported = { readonly moments: readonly { readonly what: string; readonly ago: number }[]; readonly told: { readonly before: number } }

/** Answers each report with the next of these, the last again and again; records the reports. */
function answering(...answers: readonly Response[]) {
  const reported: string[][] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    reported.push((JSON.parse(String(body)) as Reported).moments.map(({ what }) => what))
    return (left.length > 1 ? left.shift()! : left[0]!).clone()
  })
  return reported
}
const refused = (status: number, code: string) => new Response(JSON.stringify({ success: false, code, message: 'No.' }), { status })
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
  const reported = answering(recorded(true))
  const visit = visitReporter(visitOf('lease', () => true))
  for (const _ of [1, 2]) {
    visit.page('d', 0, 'page')
    visit.page('d', 1, 'page')
    visit.field('f')
  }
  expect(reported).toEqual([])
  await vi.advanceTimersByTimeAsync(LATER_MS)
  visit.page('d', 1, 'page')
  visit.away(true)
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(reported).toEqual([['page', 'page', 'field'], ['paused']])
})

test('a signer’s page reports at once what it saw of them, when they have been through their fields and may sign', async () => {
  const reported = answering(recorded(true))
  const visit = visitReporter(visitOf('lease', () => true))
  visit.field(null)
  visit.page('d', 0, 'page')
  visit.field('f')
  visit.field(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual([['page', 'field']])
})

test('once the link is over nothing is reported, not even what waited', async () => {
  const reported = answering(recorded(true))
  const visit = visitReporter(visitOf('lease', () => true))
  visit.page('d', 0, 'page')
  visit.end()
  visit.away(true)
  await visit.flush()
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(reported).toEqual([])
})

test.each([
  ['the workspace does not record visits', recorded(false)],
  ['it was refused', refused(410, 'link-dead')],
])('after the answer that %s nothing more is reported', async (_, answer) => {
  const reported = answering(answer)
  const visit = visitReporter(visitOf('lease', () => true))
  visit.page('d', 0, 'page')
  await vi.advanceTimersByTimeAsync(LATER_MS)
  visit.page('d', 1, 'page')
  visit.field('f')
  visit.away(true)
  await visit.flush()
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(reported).toEqual([['page']])
})

test.each([
  ['the database is away', refused(503, 'unavailable')],
  ['there are too many requests', refused(429, 'too-many-requests')],
  ['many changes come at once', refused(503, 'too-many-rivals')],
])('while %s what was seen is told again, by itself, until it is recorded', async (_, answer) => {
  const reported = answering(answer, answer, recorded(true))
  const visit = visitReporter(visitOf('lease', () => true))
  visit.page('d', 0, 'page')
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(reported).toEqual([['page'], ['page'], ['page']])
  visit.page('d', 1, 'page')
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(reported).toHaveLength(4)
})

/** A line on which each report waits for its answer. */
function slowly() {
  const reported: Reported[] = []
  const answers: ((answered: Answered) => void)[] = []
  const visit = visitReporter({
    by: 'this page',
    time: pageTime,
    tell(report) {
      reported.push(report as Reported)
      return new Promise((resolve) => answers.push(resolve))
    },
  })
  const answer = async (answered: Answered) => {
    answers.shift()!(answered)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { visit, reported, answer, whats: () => reported.map(({ moments }) => moments.map(({ what }) => what)) }
}

test('one report goes out after the other, each with how many moments were reported before, and none is left behind', async () => {
  const { visit, reported, answer, whats } = slowly()
  visit.page('d', 0, 'page')
  visit.away(true)
  visit.away(false)
  visit.page('d', 1, 'page')
  visit.away(true)
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(whats()).toEqual([['page', 'paused']])
  await answer('failed')
  await vi.advanceTimersByTimeAsync(LATER_MS)
  await answer('recorded')
  visit.field('f')
  visit.field(null)
  expect(whats()).toEqual([['page', 'paused'], ['page', 'paused', 'back', 'page', 'paused'], ['field']])
  expect(reported.map((report) => report.told.before)).toEqual([0, 0, 5])
})

test('a phone that blinks all day while its line is gone forgets no page, and keeps no more pauses than are recorded', async () => {
  const { visit, answer, whats } = slowly()
  for (let page = 0; page < 60; page++) {
    visit.page('d', page, 'page')
    visit.away(true)
    visit.away(false)
  }
  await answer('failed')
  for (let more = 0; more < 5; more++) {
    await vi.advanceTimersByTimeAsync(LATER_MS)
    await answer(more === 0 ? 'failed' : 'recorded').catch(() => undefined)
  }
  const all = whats().slice(2).flat()
  expect(all.filter((what) => what === 'page')).toHaveLength(60)
  expect(all.filter((what) => what === 'paused')).toHaveLength(20)
  expect(all.filter((what) => what === 'back')).toHaveLength(20)
})

test('how long ago something was seen counts the time that a computer slept, and is never less than nothing', async () => {
  const { visit, reported } = slowly()
  visit.page('d', 0, 'page')
  // No timer runs meanwhile, and other clocks stand still.
  vi.setSystemTime(Date.now() + 3 * 3_600_000)
  visit.page('d', 1, 'page')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(reported[0]!.moments.map(({ ago }) => ago)).toEqual([3 * 3_600 + 8, 8])
  const { visit: other, reported: also } = slowly()
  other.page('d', 0, 'page')
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(also[0]!.moments.map(({ ago }) => ago)).toEqual([0])
})

test('a page is looked at when much of it is in view, or when it takes up much of the view', () => {
  const phone = { width: 390, height: 844 }
  const inView = (width: number, height: number, of: { width: number; height: number }) => ({
    isIntersecting: width * height > 0,
    intersectionRatio: (width * height) / (of.width * of.height),
    intersectionRect: { width, height },
  })
  const [onDesk, onPhone] = [
    { width: 700, height: 990 },
    { width: 640, height: 905 },
  ]
  expect(isLookedAt(inView(700, 500, onDesk), { width: 1440, height: 900 })).toBe(true)
  expect(isLookedAt(inView(700, 200, onDesk), { width: 1440, height: 900 })).toBe(false)
  // Next to the sheet with the field there is a fifth of the page to be seen, and nothing else.
  expect(isLookedAt(inView(370, 450, onPhone), phone)).toBe(true)
  expect(isLookedAt(inView(370, 120, onPhone), phone)).toBe(false)
  expect(isLookedAt(inView(390, 450, { width: 2_560, height: 3_620 }), phone)).toBe(true)
  expect(isLookedAt(inView(0, 0, onPhone), phone)).toBe(false)
})

test('a page that came into view before anybody moved, touched or typed is not reported until somebody does', async () => {
  const reported = answering(recorded(true))
  let isThere = false
  const visit = visitReporter(visitOf('lease', () => isThere))
  visit.page('d', 0, 'page')
  await vi.advanceTimersByTimeAsync(3 * LATER_MS)
  expect(reported).toEqual([])
  isThere = true
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(reported).toEqual([['page']])
})

test('a page counts as shown once it stood still in view for a second, drawn, and while somebody is there', () => {
  const reported: string[] = []
  const drawn = new Set([0, 1, 2])
  const pages = shownPages<number>({
    time: pageTime,
    isDrawn: (page) => drawn.has(page),
    shown: (page, brought) => reported.push(`${page} by the ${brought}`),
  })
  const wait = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return reported.splice(0)
  }
  pages.inView(0, true)
  expect(wait(STANDS_MS - 1)).toEqual([])
  expect(wait(1)).toEqual(['0 by the page'])
  // Past the second to the third, never still.
  pages.by('person')
  for (const [gone, come] of [
    [0, 1],
    [1, 2],
  ] as const) {
    pages.inView(gone, false)
    pages.inView(come, true)
    expect(wait(STANDS_MS / 2)).toEqual([])
    pages.moved()
  }
  expect(wait(STANDS_MS)).toEqual(['2 by the person'])
  // A signer who moved there pauses: the page brings the next one.
  pages.inView(2, false)
  pages.inView(1, true)
  expect(wait(STANDS_MS)).toEqual(['1 by the page'])
  // A sheet that is still white, and a page that nobody has before them.
  pages.inView(3, true)
  expect(wait(STANDS_MS)).toEqual(['1 by the page'])
  drawn.add(3)
  expect(wait(STANDS_MS)).toEqual(['1 by the page', '3 by the page'])
  pages.inView(4, true)
  drawn.add(4)
  pages.away(true)
  expect(wait(10 * STANDS_MS)).toEqual([])
  pages.away(false)
  expect(wait(STANDS_MS)).toContain('4 by the page')
})
