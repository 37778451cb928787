import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand } from '#domain/pack'
import { SAVE } from '../../../web/live/limits.ts'
import type { Kept } from '../../../web/live/outbox.ts'
import { NotSaved } from '../../../web/live/waiting.ts'
import { noOutbox } from '../support/outbox.ts'
import { after, id, inSetup } from '../support/pack.ts'
import { playedSession } from '../support/session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const saved = (revision: number, refused: readonly { uuid: string; code: string; message: string }[] = []) =>
  ({ answer: 'saved', revision, refused }) as const
const failed = { answer: 'failed', offline: true } as const

function place(document: string, y = 100_000, assignee: string | null = null): Extract<PackCommand, { do: 'PlaceField' }> {
  return { do: 'PlaceField', field: id(), document, type: 'text', assignee, page: 0, x: 50_000, y, width: 100_000, height: 20_000 }
}

test('a change is shown at once and saved by the record that carries it, with what it touched alone', async () => {
  const { view, document } = inSetup()
  const { session, sent } = playedSession(view)
  const command = place(document)
  expect(session.do(command)).toBeNull()
  expect(session.view().fields[command.field]).toMatchObject({ x: 50_000 })
  await pass(0)
  expect(sent[0]).toMatchObject({ kind: 'field', body: [{ uuid: command.field, type: 'text', x: 50, width: 100, page: 0 }] })
  expect((sent[0]!.body as Record<string, unknown>[])[0]).not.toHaveProperty('data')
  expect(session.store.saved).toEqual({ state: 'saving', waiting: 1 })
  session.close()
})

test('a value set and then reset stays as it is shown while the events of it are here and the answer is not', async () => {
  const { view, document } = inSetup()
  const command = { ...place(document), type: 'choice', required: false } as const
  const { session, live, answer } = playedSession(after(view, command))
  const { field } = command
  const done: readonly PackCommand[] = [
    { do: 'SetFieldRequired', field, required: true },
    { do: 'FillField', field, by: 'self', value: '' },
    { do: 'RetypeField', field, type: 'check' },
  ]
  for (const each of done) session.do(each)
  const shown = { type: 'check', required: false }
  expect(session.view().fields[field]).toMatchObject(shown)
  await pass(0)
  live.fresh({ revision: 13, view: after(session.confirmed().view, ...done), view_digest: null })
  expect(session.view().fields[field]).toMatchObject(shown)
  // What somebody else does then is shown as well.
  live.fresh({ revision: 14, view: after(session.confirmed().view, { do: 'SetFieldRequired', field, required: true }), view_digest: null })
  expect(session.view().fields[field]).toMatchObject({ type: 'check', required: true })
  await answer(saved(13))
  expect(session.view().fields[field]).toMatchObject({ type: 'check', required: true })
  expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  session.close()
})

test('[D-529 D-528] a field save that got no answer is logged, and goes out again with the same key and body, later each time, until it is answered', async () => {
  const { view, document } = inSetup()
  const played = playedSession(view)
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  played.session.do(place(document))
  await pass(0)
  await triedUntilAnswered(played)
  expect(logged.mock.calls.map(([words]) => words)).toEqual([
    'saving a field failed 1 times in a row and is tried again',
    'saving a field failed 2 times in a row and is tried again',
  ])
  logged.mockRestore()
})

test('[D-527] a document save that got no answer goes out again with the same key and body, later each time, until it is answered', async () => {
  const { view } = inSetup()
  const played = playedSession(view)
  played.session.do({ do: 'RenamePack', name: 'Sublease' })
  await pass(SAVE.document)
  await triedUntilAnswered(played)
  expect(played.session.view().name).toBe('Sublease')
})

async function triedUntilAnswered({ session, sent, answer }: ReturnType<typeof playedSession>) {
  await answer(failed)
  expect(session.store.saved).toEqual({ state: 'offline', waiting: 1 })
  await pass(SAVE.retry)
  expect(sent).toHaveLength(2)
  await answer(failed)
  await pass(SAVE.retry)
  expect(sent).toHaveLength(2)
  await pass(SAVE.retry)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ id: key }) => key)).size).toBe(1)
  expect(sent[2]!.body).toEqual(sent[0]!.body)
  await answer(saved(11))
  expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  session.close()
}

test('[D-526] what is changed while a save is on its way goes out afterwards', async () => {
  const { view } = inSetup()
  const { session, sent, answer } = playedSession(view)
  session.do({ do: 'RenamePack', name: 'First' })
  await pass(SAVE.document)
  session.do({ do: 'RenamePack', name: 'Second' })
  await pass(5_000)
  expect(sent.map(({ body }) => body)).toEqual([{ document_name: 'First' }])
  await answer(saved(11))
  await pass(SAVE.document)
  expect(sent[1]!.body).toEqual({ document_name: 'Second' })
  session.close()
})

test('a pending change lives on what others did meanwhile, and goes once its own event has arrived', async () => {
  const { view, document } = inSetup()
  const { session, answer, live } = playedSession(view)
  const command = place(document)
  session.do(command)
  await pass(0)
  const at = { time: '2026-11-21T09:00:01.000Z', principal: 'user:other' }
  live.events({
    document_key: 'p',
    from: 11,
    to: 11,
    view_digest: null,
    events: [{ revision: 11, type: 'PackRenamed', data: { name: 'Theirs' }, ...at }],
  })
  expect(session.view()).toMatchObject({ name: 'Theirs' })
  expect(session.view().fields[command.field]).toBeDefined()
  await answer(saved(12))
  const theirs = after(view, { do: 'RenamePack', name: 'Theirs' }, command)
  live.fresh({ revision: 12, view: theirs, view_digest: 'd' })
  expect(session.view()).toBe(theirs)
  expect(session.store).toMatchObject({ revision: 12, viewDigest: 'd' })
  session.close()
})

test('events that are missing are fetched, events that are known are not folded twice', async () => {
  const { view } = inSetup()
  const { session, live, fetched, serve } = playedSession(view)
  live.events({ document_key: 'p', from: 5, to: 10, view_digest: null, events: [] })
  expect(session.store.revision).toBe(10)
  serve({ revision: 14, view: after(view, { do: 'RenamePack', name: 'Later' }) })
  live.events({ document_key: 'p', from: 13, to: 13, view_digest: null, events: [] })
  await pass(0)
  expect(fetched).toEqual([14])
  expect(session.view().name).toBe('Later')
  session.close()
})

test('a refused field is rolled back alone and reported; the others of the call stand', async () => {
  const { view, document } = inSetup()
  const { session, answer, lost } = playedSession(view)
  const [good, bad] = [place(document), place(document, 300_000)]
  session.do(good)
  session.do(bad)
  await pass(0)
  await answer(saved(11, [{ uuid: bad.field, code: 'fields-locked', message: 'Locked.' }]))
  expect(session.view().fields[bad.field]).toBeUndefined()
  expect(session.view().fields[good.field]).toBeDefined()
  expect(lost).toEqual([{ code: 'fields-locked', message: 'Locked.', at: [bad.field], kind: 'field', commands: [bad] }])
  session.close()
})

test('a refused save of the document is rolled back, with the message of the server', async () => {
  const { view } = inSetup()
  const { session, answer, lost } = playedSession(view)
  session.do({ do: 'RenamePack', name: 'New' })
  await pass(SAVE.document)
  await answer({ answer: 'refused', code: 'not-in-setup', message: 'Said by the server.', at: [] })
  expect(session.view().name).toBe('Lease')
  expect(lost).toMatchObject([{ code: 'not-in-setup', message: 'Said by the server.' }])
  session.close()
})

test('others’ changes can make a waiting change impossible: it is given up and reported', () => {
  const { view, document } = inSetup()
  const field = place(document)
  const { session, live, lost } = playedSession(after(view, field))
  session.do({ do: 'MoveField', field: field.field, page: 0, x: 1_000, y: 1_000 })
  live.fresh({ revision: 11, view: after(view, field, { do: 'LockFields' }), view_digest: null })
  expect(session.view().fields[field.field]).toMatchObject({ x: 50_000 })
  expect(lost).toMatchObject([{ code: 'fields-locked' }])
  expect(session.store.saved.waiting).toBe(0)
  session.close()
})

test('flush saves everything without the delays and waits until it has come back; one failure is made up for, two reject it and keep the changes', async () => {
  const { view, document } = inSetup()
  const { session, sent, answer, serve } = playedSession(view)
  const field = place(document)
  session.do(field)
  await pass(0)
  await answer(saved(11))
  session.do({ do: 'MoveField', field: field.field, page: 0, x: 60_000, y: 60_000 })
  const failing = session.flush()
  const outcome = expect(failing).rejects.toBeInstanceOf(NotSaved)
  await pass(0)
  expect(sent).toHaveLength(2)
  await answer(failed)
  await pass(SAVE.retry)
  expect(sent).toHaveLength(3)
  await answer(failed)
  await outcome
  const second = session.flush()
  await pass(0)
  await answer(saved(12))
  serve({ revision: 12, view: after(view, field, { do: 'MoveField', field: field.field, page: 0, x: 60_000, y: 60_000 }) })
  await pass(0)
  await second
  expect(session.store).toMatchObject({ revision: 12, saved: { state: 'saved', waiting: 0 } })
  session.close()
})

test('a caller that waits for a save goes on where one try fails; where the next gets no answer, it learns so after a while', async () => {
  const { view } = inSetup()
  const { session, sent, answer, serve } = playedSession(view)
  const rename = { do: 'RenamePack', name: 'New' } as const
  session.do(rename)
  const waited = session.flush()
  await pass(SAVE.documentForced)
  await answer(failed)
  await pass(SAVE.retry)
  expect(sent).toEqual([sent[0], sent[0]])
  await answer(saved(11))
  serve({ revision: 11, view: after(view, rename) })
  await pass(0)
  await waited

  session.do({ do: 'RenamePack', name: 'Newer' })
  const silent = session.flush()
  const rejected = vi.fn()
  silent.catch(rejected)
  await pass(SAVE.documentForced)
  await answer(failed)
  await pass(SAVE.patience - 1)
  expect(rejected).not.toHaveBeenCalled()
  await pass(1)
  expect(rejected).toHaveBeenCalledWith(expect.any(NotSaved))
  session.close()
})

test('what is done once the connection is back is being saved, and no longer waits for one', async () => {
  const { view } = inSetup()
  const { session, answer } = playedSession(view)
  session.do({ do: 'RenamePack', name: 'New' })
  await pass(SAVE.document)
  await answer(failed)
  expect(session.store.saved.state).toBe('offline')
  await pass(SAVE.retry)
  await answer(saved(11))
  session.do({ do: 'RenamePack', name: 'Newer' })
  expect(session.store.saved.state).toBe('saving')
  session.close()
})

test('what somebody may not do is not shown first', () => {
  const { view } = inSetup()
  const stranger = { as: 'team', user: id(), workspace: id(), isAdmin: false, permissions: new Set<string>() } as const
  const { session, sent } = playedSession(view, { who: stranger })
  expect(session.do({ do: 'RenamePack', name: 'Mine' })).toMatchObject({ refused: 'not-a-team-member' })
  expect(session.view().name).toBe(view.name)
  expect(sent).toEqual([])
  session.close()
})

test('[D-557 D-558] waiting for a save is said, and in other words once it has been looked at often', async () => {
  const { view } = inSetup()
  const { session } = playedSession(view)
  session.do({ do: 'RenamePack', name: 'New' })
  expect(session.store.saved.state).toBe('saving')
  await pass(SAVE.waitingPoll * (SAVE.waitingPolls - 1))
  expect(session.store.saved.state).toBe('saving')
  await pass(SAVE.waitingPoll)
  expect(session.store.saved.state).toBe('slow')
  session.close()
})

test('unsaved changes of an earlier page are shown and saved; those saved after all are not sent again', async () => {
  const { view, document } = inSetup()
  const there = place(document)
  const left = [there, { do: 'RenamePack', name: 'Kept' } as const].map((command) => ({ command, pace: 'settled', at: 0 }) as const)
  const kept: Kept[] = []
  const outbox = noOutbox({
    inherit: async (take) => take({ changes: left, calls: [] }),
    keep: async (all) => kept.push(all) > 0,
  })
  const { session, sent } = playedSession(after(view, there), { outbox })
  await pass(SAVE.document)
  expect(session.view().name).toBe('Kept')
  expect(sent.map(({ body }) => body)).toEqual([{ document_name: 'Kept' }])
  expect(kept.at(-1)!.changes.map(({ command }) => command)).toEqual([{ do: 'RenamePack', name: 'Kept' }])
  session.close()
})

test('keystrokes in one field are one change of one call', async () => {
  const { view, document, anna } = inSetup()
  const { session, sent } = playedSession(after(view, place(document)))
  for (const name of ['A', 'An', 'Ann']) session.do({ do: 'NameSignatory', signatory: anna, name }, 'typing')
  expect(session.store.saved.waiting).toBe(1)
  await pass(SAVE.signatoryChange)
  expect(sent.map(({ body }) => body)).toEqual([{ uuid: anna, name: 'Ann' }])
  session.close()
})

test('of boxes that exclude each other, the last ticked one stays, however often somebody changes their mind before it is saved', async () => {
  const { view, document } = inSetup()
  const grouped = { type: 'check', assignee: 'self', group: 'answer', exclusive: true } as const
  const [yes, no] = [100_000, 200_000].map((y) => ({ ...place(document, y), ...grouped }))
  const { session, sent, answer, live } = playedSession(after(view, yes!, no!))
  const tick = ({ field }: { field: string }) => session.do({ do: 'FillField', field, by: 'self', value: 'checked' })
  const ticked = () => [yes!, no!].filter(({ field }) => session.view().fields[field]!.value === 'checked')
  // Something else is on its way meanwhile.
  session.do(place(document, 300_000))
  await pass(0)
  for (const box of [yes!, no!, yes!]) tick(box)
  expect(ticked()).toEqual([yes])
  live.fresh({ revision: 11, view: session.confirmed().view, view_digest: null })
  expect(ticked()).toEqual([yes])
  await answer(saved(11))
  await pass(SAVE.retry)
  const records = sent[1]!.body as { uuid: string; data: unknown }[]
  expect(records.filter(({ data }) => data === 'checked').map(({ uuid }) => uuid)).toEqual([yes!.field])
  session.close()
})
