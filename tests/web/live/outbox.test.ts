import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand, PackState } from '#domain/pack'
import { browserOutbox } from '../../../web/live/browser-outbox.ts'
import { tabHistory } from '../../../web/live/kept-history.ts'
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

test('a page that is served no longer gives its turn back at once, and takes over nothing: another open one saves', async () => {
  const { view, document } = inSetup()
  const browser = memoryBrowser()
  const [a, b, c] = [browser.page(), browser.page(), browser.page()]
  const ended = { answer: 'failed', offline: false, ended: { code: 'link-voided', message: 'This link has ended.' } } as const
  const [one, two] = [playedSession(view, { outbox: a.outbox }), playedSession(view, { outbox: b.outbox })]
  one.session.do(place(document))
  await pass(0)
  const mine = place(document, 300_000)
  two.session.do(mine)
  await pass(0)
  await one.answer(ended)
  await pass(0)
  // What the first could not save is taken over first.
  expect(two.sent).toEqual([one.sent[0]])
  await two.answer(saved(11))
  await pass(0)
  expect(two.sent[1]!.keys).toEqual([mine.field])
  await two.answer(saved(12))
  await expect(one.session.flush()).rejects.toThrow('could not be saved')

  const three = playedSession(view, { outbox: c.outbox })
  three.session.do({ do: 'RenamePack', name: 'Theirs' })
  await pass(0)
  three.session.close()
  c.die()
  await pass(SAVE.document)
  expect(two.session.view().name).toBe('Theirs')
  expect(one.sent).toHaveLength(1)
  one.session.close()
  two.session.close()
})

test('changes left by the first page are taken over by one that was opened later, though that one has nothing to send', async () => {
  const { view, document } = inSetup()
  const browser = memoryBrowser()
  const a = browser.page()
  const one = playedSession(view, { outbox: a.outbox })
  await pass(0)
  const two = playedSession(view, { outbox: browser.page().outbox })
  await pass(0)
  const theirs = place(document)
  one.session.do(theirs)
  await pass(0)
  await one.answer(failed)
  a.die()
  await pass(0)
  expect(two.session.view().fields[theirs.field]).toBeDefined()
  expect(two.session.store.saved.waiting).toBe(1)
  expect(two.sent).toEqual([one.sent[0]])
  one.session.close()
  two.session.close()
})

test('a change that an earlier version stored under a former name of its command is saved', async () => {
  const { view, document } = inSetup()
  const asking = { ...place(document), do: 'PlaceField' as const }
  const browser = memoryBrowser()
  const old = browser.page()
  const former = { do: 'AskBeforeGoingOn', field: asking.field, question: 'Sure?' } as unknown as PackCommand
  await old.outbox.keep({
    changes: [asking, former].map((command) => ({ command, pace: 'typing', at: 0 }) as const),
    calls: [],
  })
  old.die()
  const { session } = playedSession(view, { outbox: browser.page().outbox })
  await pass(0)
  expect(session.view().fields[asking.field]).toMatchObject({ continueQuestion: 'Sure?' })
  session.close()
})

test('undo of a tab that an earlier version filled knows the former names of commands', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  const back = (name: string) => ({ do: name, field: 'f', role: 'signer-1' }) as unknown as PackCommand
  tabHistory('pack', 'person').save({ past: [[{ back: [back('LetSetUp')], left: '' }]], future: [] })
  await pass(1)
  expect(tabHistory('pack', 'person').load()?.past).toEqual([[{ back: [back('SetDelegatedSetup')], left: '' }]])
  vi.unstubAllGlobals()
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
      sent: async () => ({}),
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

test('changes of dead pages and of this one are sent in the order in which they were made', async () => {
  const { view } = inSetup()
  const browser = memoryBrowser()
  const leave = (name: string) =>
    browser.leave({ changes: [{ command: { do: 'RenamePack', name }, pace: 'settled', at: Date.now() }], calls: [] })
  const page = playedSession(view, { outbox: browser.page().outbox })
  page.session.do({ do: 'RenamePack', name: 'Typed first, here' })
  await pass(10)
  leave('Typed later, by the dead')
  await pass(SAVE.document)
  expect(page.session.view().name).toBe('Typed later, by the dead')
  expect(page.sent.map(({ body }) => body)).toEqual([{ document_name: 'Typed later, by the dead' }])
  page.session.close()
})

test('at whatever moment a page dies that takes something over, it is still there, and the next one sends it', async () => {
  const { view } = inSetup()
  const browser = memoryBrowser()
  browser.leave({ changes: [{ command: { do: 'RenamePack', name: 'Left' }, pace: 'settled', at: Date.now() }], calls: [] })
  for (let moment = 0; moment < 60; moment++) {
    const heir = browser.page()
    const { session } = playedSession(view, { outbox: heir.outbox })
    for (let turn = 0; turn < moment; turn++) await Promise.resolve()
    heir.die()
    expect(browser.waiting(), `after ${moment} turns`).toBe(1)
    session.close()
  }
  expect([...browser.entries.keys()].some((name) => name.endsWith('gone'))).toBe(false)
  const last = playedSession(view, { outbox: browser.page().outbox })
  await pass(SAVE.document)
  expect(last.sent.map(({ body }) => body)).toEqual([{ document_name: 'Left' }])
  await last.answer(saved(11))
  await pass(0)
  expect(browser.waiting()).toBe(0)
  last.session.close()
})

test('what a full browser would not move stays where it is, and is gone from there with the next thing that can be kept', async () => {
  const old = { changes: [{ command: { do: 'RenamePack', name: 'Left' }, pace: 'settled', at: 0 }], calls: [] } as const
  const stored = new Map<string, Kept>([['pack user:test gone', old]])
  let full = true
  const outbox = browserOutbox('pack', 'user:test', 'page', {
    entries: {
      names: async () => [...stored.keys()],
      read: async (name) => stored.get(name) ?? null,
      async write(name, kept, instead) {
        if (full) throw new Error('full')
        for (const one of instead) stored.delete(one)
        stored.set(name, kept)
      },
      sent: async () => ({}),
    },
    pages: {
      hold: () => ({ over() {} }),
      ifGone: (_, task) => task(),
      whenGone: () => () => {},
      inTurn: (_, task) => task(),
    },
    channel: () => null,
  })
  let taken: Kept | null = null
  await outbox.inherit(
    (kept) => {
      taken = kept
    },
    () => {},
  )
  expect([taken, [...stored.keys()]]).toEqual([old, ['pack user:test gone']])
  full = false
  expect(await outbox.keep(old)).toBe(true)
  expect([...stored.keys()]).toEqual(['pack user:test page'])
})

test('a tick that took another one’s goes out before its undo, though the page on which it was made is gone by then', async () => {
  const { view, document, anna } = inSetup()
  const [box, other] = [id(), id()]
  const placed = (field: string, y: number) => ({ ...place(document, y), field, type: 'check', assignee: anna, group: 'answer' }) as const
  const tick = (field: string, value: string): PackCommand => ({ do: 'FillField', field, by: 'self', value })
  const boxes = after(view, { ...placed(box, 100_000), exclusive: true }, placed(other, 200_000))
  const ticked = after(boxes, tick(other, 'checked'))
  const browser = memoryBrowser()
  const first = browser.page()
  const before = playedSession(ticked, { outbox: first.outbox })
  before.session.do({ do: 'RenamePack', name: 'On its way' })
  await pass(SAVE.document)
  before.session.do(tick(box, 'checked'))
  await pass(0)
  before.session.close()
  first.die()
  const heir = playedSession(ticked, { outbox: browser.page().outbox })
  await pass(0)
  heir.session.do(tick(box, 'unchecked'))
  const shown = heir.session.view()
  expect([shown.fields[box]!.value, shown.fields[other]!.value]).toEqual(['unchecked', null])
  for (const revision of [11, 12, 13]) {
    await pass(SAVE.document)
    await heir.answer(saved(revision))
  }
  expect(heir.sent.map(({ body }) => body)).toEqual([
    { document_name: 'On its way' },
    [{ uuid: box, data: 'checked' }],
    [{ uuid: box, data: 'unchecked' }],
  ])
  heir.session.close()
})

test('a saved change is not sent again by the page that inherits it', async () => {
  const { view, document } = inSetup()
  const there = place(document)
  const browser = memoryBrowser()
  browser.leave({ changes: [{ command: there, pace: 'settled', at: 0 }], calls: [] })
  const { session, sent } = playedSession(after(view, there), { outbox: browser.page().outbox })
  await pass(10_000)
  expect(sent).toEqual([])
  expect(browser.entries.size).toBe(0)
  session.close()
})

test('a turn begins once all is taken over that the page began to take over, and ends once all is stored', async () => {
  const said: string[] = []
  const gates: (() => void)[] = []
  const slowly = (word: string) => new Promise<void>((open) => gates.push(open)).then(() => void said.push(word))
  let busy = false
  const outbox = browserOutbox('pack', 'user:test', 'page', {
    entries: {
      names: async () => ['pack user:test gone'],
      read: () => slowly('read').then(() => null),
      write: () => slowly('written'),
      sent: async () => ({}),
    },
    pages: {
      hold: () => ({ over() {} }),
      async ifGone(_, task) {
        if (busy) return
        busy = true
        await task()
      },
      whenGone: () => () => {},
      inTurn: (_, task) => task(),
    },
    channel: () => null,
  })
  void outbox.inherit(
    () => {},
    () => {},
  )
  void outbox
    .inTurn(async () => {
      said.push('turn')
      void outbox.keep({ changes: [{ command: { do: 'RenamePack', name: 'Lease' }, pace: 'settled', at: 0 }], calls: [] })
    })
    .then(() => said.push('over'))
  for (let count = 0; count < 3; count++) {
    await pass(0)
    gates.shift()?.()
  }
  await pass(0)
  expect(said).toEqual(['read', 'written', 'turn', 'written', 'over'])
})

test('what a page leaves that goes while another looks for it is looked for once more', async () => {
  const { view, document } = inSetup()
  let goes = () => {}
  let take: (kept: Kept) => void = () => {}
  let turns = 0
  const theirs = place(document, 300_000)
  const { session, sent, answer } = playedSession(view, {
    outbox: noOutbox({
      async inherit(taker, gone) {
        ;[take, goes] = [taker, gone]
      },
      async inTurn(task) {
        turns += 1
        // Its name is not free yet in the moment in which the look comes by.
        if (turns === 1) goes()
        else if (turns === 2) take({ changes: [{ command: theirs, pace: 'settled', at: Date.now() }], calls: [] })
        await task({ sent: {}, calls: [] })
      },
    }),
  })
  await pass(0)
  const mine = place(document)
  session.do(mine)
  await pass(0)
  await answer(saved(11))
  await pass(0)
  expect(sent.map(({ keys }) => keys)).toEqual([[mine.field], [theirs.field]])
  session.close()
})

/** Pages of one person in one browser; the first has its turn and waits for an answer. */
function pagesInTurn(view: PackState, document: string) {
  const browser = memoryBrowser()
  const open = () => playedSession(view, { outbox: browser.page().outbox })
  const first = open()
  expect(first.session.do(place(document, 600_000))).toBeNull()
  return { browser, first, open }
}
async function answered(page: ReturnType<typeof playedSession>, ...revisions: readonly number[]) {
  for (const revision of revisions) {
    await page.answer(saved(revision))
    await pass(0)
  }
}
const bodies = ({ sent }: ReturnType<typeof playedSession>) => sent.map(({ body }) => body)

test('what is still to be sent gives way to what the same person typed later on another page that was sent before, and only that', async () => {
  const { view, document } = inSetup()
  const field = place(document)
  const { browser, first, open } = pagesInTurn(after(view, field), document)
  const second = open()
  await pass(0)
  second.session.do({ do: 'RenamePack', name: 'Typed first' })
  second.session.do({ do: 'SetSubject', subject: 'Typed once' })
  second.session.do({ do: 'ResizeField', field: field.field, x: 20_000, y: 20_000, width: 70_000, height: 30_000 })
  await pass(2_000)
  first.session.do({ do: 'RenamePack', name: 'Typed later' })
  first.session.do({ do: 'MoveField', field: field.field, page: 0, x: 90_000, y: 90_000 })
  await pass(2_000)
  await answered(first, 11, 12, 13)
  expect(bodies(first).slice(1)).toEqual([{ document_name: 'Typed later' }, [{ uuid: field.field, page: 0, x: 90, y: 90 }]])
  await answered(second, 14, 15)
  expect(bodies(second)).toEqual([{ subject: 'Typed once' }, [{ uuid: field.field, width: 70, height: 30 }]])
  expect(second.lost).toEqual([])
  await pass(0)
  expect([browser.waiting(), browser.sent.size]).toEqual([0, 0])
  for (const { session } of [first, second]) session.close()
})

test('a call that may have arrived goes out before later changes, though the page that took it over has its turn later', async () => {
  const { view, document } = inSetup()
  const { browser, first, open } = pagesInTurn(view, document)
  const second = open()
  await pass(10)
  second.session.do({ do: 'RenamePack', name: 'Typed later' })
  await pass(SAVE.document)
  const changes = [
    { command: { do: 'RenamePack', name: 'Typed first' }, pace: 'settled', at: 0 },
    { command: { do: 'SetSubject', subject: 'Typed once' }, pace: 'settled', at: 0 },
  ] as const
  const call = { id: 'left', kind: 'document', keys: ['p'], body: { document_name: 'Typed first', subject: 'Typed once' } } as const
  browser.leave({ changes, calls: [{ ...call, of: [0, 1] }] })
  const heir = open()
  await pass(0)
  await answered(first, 11)
  await answered(second, 12, 13)
  expect(second.sent[0]).toEqual(call)
  expect(bodies(second).slice(1)).toEqual([{ document_name: 'Typed later' }])
  // Word for word, since part of it nobody has overtaken: the server knows it, and answers as before.
  expect(heir.sent).toEqual([call])
  for (const { session } of [first, second, heir]) session.close()
})

test('a call that no longer changes anything is not sent again', async () => {
  const { view, document } = inSetup()
  const { browser, first, open } = pagesInTurn(view, document)
  const second = open()
  await pass(10)
  second.session.do({ do: 'RenamePack', name: 'Typed later' })
  await pass(SAVE.document)
  const change = { command: { do: 'RenamePack', name: 'Typed first' }, pace: 'settled', at: 0 } as const
  browser.leave({ changes: [change], calls: [{ id: 'left', kind: 'document', keys: ['p'], body: {}, of: [0] }] })
  const heir = open()
  await pass(0)
  await answered(first, 11)
  await answered(second, 12, 13)
  expect(heir.sent).toEqual([])
  expect(heir.session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  for (const { session } of [first, second, heir]) session.close()
})

test('what went out by a clock that was set back since does not count', async () => {
  const { view } = inSetup()
  const browser = memoryBrowser()
  browser.leave({ changes: [], calls: [] })
  browser.sent.set('pack person', { 'document p document_name': Date.now() + 3_600_000 })
  const page = playedSession(view, { outbox: browser.page().outbox })
  page.session.do({ do: 'RenamePack', name: 'Typed now' })
  await pass(SAVE.document)
  expect(bodies(page)).toEqual([{ document_name: 'Typed now' }])
  page.session.close()
})

test('of a copy recipient only changed details are sent: the rest may be somebody else’s by now', async () => {
  const recipient = id()
  const view = after(
    inSetup().view,
    { do: 'AddCopyRecipient', recipient },
    { do: 'SetCopyRecipientEmail', recipient, email: 'a@example.com' },
  )
  const page = playedSession(view)
  page.session.do({ do: 'NameCopyRecipient', recipient, name: 'Archive' })
  await pass(SAVE.document)
  await page.answer(saved(11))
  page.session.do({ do: 'RemoveCopyRecipient', recipient })
  await pass(SAVE.document)
  expect(bodies(page)).toEqual([
    { cc_recipients: [{ uuid: recipient, name: 'Archive' }] },
    { cc_recipients: [{ uuid: recipient, removed: true }] },
  ])
  page.session.close()
})
