import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand } from '#domain/pack'
import { browserOutbox } from '../../../web/live/browser-outbox.ts'
import { SAVE } from '../../../web/live/limits.ts'
import { type Kept, MOST_KEPT } from '../../../web/live/outbox.ts'
import { memoryBrowser, noOutbox } from '../support/outbox.ts'
import { after, id, inSetup } from '../support/pack.ts'
import { playedSession } from '../support/session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const saved = (revision: number) => ({ answer: 'saved', revision, refused: [] }) as const
const failed = { answer: 'failed', offline: true } as const
const place = (document: string, y = 100_000): Extract<PackCommand, { do: 'PlaceField' }> => ({
  ...{ do: 'PlaceField', field: id(), document, type: 'text', assignee: null, page: 0, x: 50_000, y, width: 100_000, height: 20_000 },
})

test('a call goes out only once it is stored, and what is stored is the call as it goes out', async () => {
  const { view } = inSetup()
  let stored = () => {}
  const waits = new Promise<boolean>((resolve) => {
    stored = () => resolve(true)
  })
  const kept: unknown[] = []
  const { session, sent } = playedSession(view, {
    outbox: noOutbox({
      keep: ({ calls }) => {
        if (calls[0]) kept.push(structuredClone(calls[0]))
        return calls[0] ? waits : Promise.resolve(true)
      },
    }),
  })
  session.do({ do: 'RenamePack', name: 'Sublease' })
  await pass(5_000)
  expect(sent).toEqual([])
  stored()
  await pass(0)
  expect(kept[0]).toEqual({ ...sent[0], of: [0] })
  session.close()
})

test('a call without an answer is sent by the next page under the same key and with the same body, before anything else', async () => {
  const { view } = inSetup()
  const browser = memoryBrowser()
  const first = browser.page()
  const before = playedSession(view, { outbox: first.outbox })
  before.session.do({ do: 'RenamePack', name: 'First' })
  await pass(SAVE.document)
  before.session.do({ do: 'RenamePack', name: 'Second' })
  await pass(0)
  before.session.close()
  first.die()

  const next = playedSession(view, { outbox: browser.page().outbox })
  await pass(0)
  expect(next.session.view().name).toBe('Second')
  expect(next.sent).toEqual(before.sent)
  await next.answer(saved(11))
  await pass(SAVE.document)
  expect(next.sent[1]!.body).toEqual({ document_name: 'Second' })
  await next.answer(saved(12))
  await pass(0)
  expect(browser.waiting()).toBe(0)
  next.session.close()
})

test('one page sends at a time, and an open page sends what a closed one left', async () => {
  const { view, document } = inSetup()
  const browser = memoryBrowser()
  const [a, b] = [browser.page(), browser.page()]
  const [one, two] = [playedSession(view, { outbox: a.outbox }), playedSession(view, { outbox: b.outbox })]
  one.session.do(place(document))
  await pass(0)
  await one.answer(failed)
  const mine = place(document, 300_000)
  two.session.do(mine)
  await pass(5_000)
  expect(two.sent).toEqual([])
  one.session.close()
  a.die()
  await pass(0)
  expect(two.sent).toEqual([one.sent[0]])
  await two.answer(saved(11))
  await pass(0)
  expect(two.sent[1]!.keys).toEqual([mine.field])
  two.session.close()
})

test('where the browser stores nothing it is saved all the same, and said', async () => {
  const { view, document } = inSetup()
  const { session, sent } = playedSession(view, { outbox: noOutbox({ keep: async () => false }) })
  expect(session.store.guarded).toBe(true)
  session.do(place(document))
  await pass(0)
  expect(sent).toHaveLength(1)
  expect(session.store.guarded).toBe(false)
  session.close()
})

test('of more changes than a browser keeps the oldest are kept, with the calls that carry nothing else, and it is said that not all are', async () => {
  const stored = new Map<string, Kept>()
  const outbox = browserOutbox('pack', 'user:test', 'page', {
    entries: {
      names: async () => [...stored.keys()],
      read: async (name) => stored.get(name) ?? null,
      async write(name, kept) {
        stored.set(name, kept)
      },
    },
    pages: {
      hold: () => ({ over() {} }),
      ifGone: async () => {},
      whenGone: () => () => {},
      inTurn: (_, task) => task(),
    },
    channel: () => null,
  })
  const changes = Array.from({ length: MOST_KEPT + 1 }, (_, at) => ({
    command: { do: 'RenamePack', name: `Lease ${at}` } as const,
    pace: 'settled' as const,
    at,
  }))
  const call = (id: string, of: number[]) => ({ id, kind: 'document' as const, keys: ['pack'], body: {}, of })
  const calls = [call('first', [0, 1]), call('last', [MOST_KEPT])]
  expect(await outbox.keep({ changes: changes.slice(1), calls: [] })).toBe(true)
  expect(await outbox.keep({ changes, calls })).toBe(false)
  expect([...stored.values()]).toEqual([{ changes: changes.slice(0, MOST_KEPT), calls: [calls[0]] }])
  expect(await outbox.keep({ changes: [], calls: [] })).toBe(true)
})

test('of several changes that were refused together only the one to blame is rolled back', async () => {
  const { view } = inSetup()
  const { session, sent, answer, lost } = playedSession(view)
  session.do({ do: 'RenamePack', name: 'Sublease' })
  session.do({ do: 'SetSubject', subject: 'Please sign' })
  await pass(SAVE.document)
  expect(sent[0]!.body).toEqual({ document_name: 'Sublease', subject: 'Please sign' })
  await answer({ answer: 'refused', code: 'invalid-request', message: 'No.', at: [] })
  await pass(0)
  expect(sent[1]!.body).toEqual({ document_name: 'Sublease' })
  await answer(saved(11))
  await pass(0)
  expect(sent[2]!.body).toEqual({ subject: 'Please sign' })
  await answer({ answer: 'refused', code: 'invalid-request', message: 'No.', at: [] })
  await pass(0)
  expect(session.view()).toMatchObject({ name: 'Sublease', settings: { subject: view.settings.subject } })
  expect(lost).toMatchObject([{ message: 'No.', commands: [{ do: 'SetSubject' }] }])
  session.close()
})

test('with a field that was refused go the changes that rest on it, and one message tells of all', async () => {
  const { view, document } = inSetup()
  const { session, answer, lost } = playedSession(view)
  const field = place(document)
  session.do(field)
  await pass(0)
  session.do({ do: 'DescribeField', field: field.field, description: 'Where you live' })
  await answer({ answer: 'refused', code: 'fields-locked', message: 'Locked.', at: [field.field] })
  expect(session.view().fields[field.field]).toBeUndefined()
  expect(lost).toHaveLength(1)
  expect(session.store.saved.waiting).toBe(0)
  session.close()
})

test('what is saved already is not sent again by whoever inherits it', async () => {
  const { view, document } = inSetup()
  const there = place(document)
  const browser = memoryBrowser()
  browser.entries.set('gone', { changes: [{ command: there, pace: 'settled', at: 0 }], calls: [] })
  const { session, sent } = playedSession(after(view, there), { outbox: browser.page().outbox })
  await pass(10_000)
  expect(sent).toEqual([])
  expect(browser.entries.size).toBe(0)
  session.close()
})
