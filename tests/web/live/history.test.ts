import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand, PackState } from '#domain/pack'
import type { KeptHistory } from '../../../web/live/kept-history.ts'
import { EDITOR_UNDO_DEPTH } from '../../../web/live/limits.ts'
import { after, id, inSetup } from '../support/pack.ts'
import { playedSession } from '../support/session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function withField() {
  const pack = inSetup()
  const field = id()
  const place: PackCommand = {
    ...{ do: 'PlaceField', field, document: pack.document, type: 'text', assignee: null },
    ...{ page: 0, x: 50_000, y: 100_000, width: 100_000, height: 20_000 },
  }
  return { ...pack, field, view: after(pack.view, place) }
}
const moved = (field: string, x: number): PackCommand => ({ do: 'MoveField', field, page: 0, x, y: 100_000 })
const xOf = (view: PackState, field: string) => view.fields[field]!.x
let revision = 10
const theirs = (played: ReturnType<typeof playedSession>, ...commands: PackCommand[]) => {
  revision += 1
  played.live.fresh({ revision, view: after(played.session.confirmed().view, ...commands), view_digest: null })
}

test('an irreversible change leaves nothing to undo', () => {
  const { view, anna } = inSetup()
  const { session } = playedSession(view)
  session.step([{ do: 'NameSignatory', signatory: anna, name: 'Ada Byron' }])
  expect(session.store.canUndo).toBe(false)
  session.close()
})

test('undo takes back one’s own change and never what somebody else has made of it', () => {
  const { view, field } = withField()
  const played = playedSession(view)
  const { session, kept } = played
  session.step([moved(field, 60_000)])
  session.step([{ do: 'SetFieldRequired', field, required: true }])
  theirs(played, moved(field, 60_000), moved(field, 200_000))
  // What is mine alone is undone although they changed something else of the same field.
  session.history.undo()
  expect(session.view().fields[field]).toMatchObject({ required: false })
  expect(kept.count).toBe(0)
  theirs(played, moved(field, 60_000), { do: 'SetFieldRequired', field, required: true })
  session.close()

  const again = playedSession(view)
  again.session.step([moved(field, 60_000)])
  again.session.do({ do: 'DescribeField', field, description: 'Town' })
  again.session.step([{ do: 'RemoveField', field }])
  again.session.history.undo()
  again.session.history.undo()
  expect(xOf(again.session.view(), field)).toBe(50_000)
  again.session.close()
})

test('what is not undone because the fields are locked says so, and is undone once they are not', () => {
  const { view, field } = withField()
  const played = playedSession(view)
  const { session } = played
  session.step([moved(field, 60_000), { do: 'SetFieldRequired', field, required: true }])
  session.step([{ do: 'DescribeField', field, description: 'Town' }])
  const mine: PackCommand[] = [
    moved(field, 60_000),
    { do: 'SetFieldRequired', field, required: true },
    { do: 'DescribeField', field, description: 'Town' },
  ]
  theirs(played, ...mine, { do: 'LockFields' })
  expect(session.history.undo()).toEqual([])
  expect(session.view().fields[field]).toMatchObject({ description: '', required: true })
  // Whether it is required has nothing to do with where it lies.
  expect(session.history.undo()).toMatchObject([{ refused: 'fields-locked' }])
  expect(session.view().fields[field]).toMatchObject({ required: false, x: 60_000 })
  expect(session.history.undo()).toMatchObject([{ refused: 'fields-locked' }])
  theirs(played, { do: 'UnlockFields' })
  expect(session.history.undo()).toEqual([])
  expect(xOf(session.view(), field)).toBe(50_000)
  theirs(played, moved(field, 50_000), { do: 'LockFields' })
  expect(session.history.redo()).toMatchObject([{ refused: 'fields-locked' }])
  theirs(played, { do: 'UnlockFields' })
  expect(session.history.redo()).toEqual([])
  expect(xOf(session.view(), field)).toBe(60_000)
  session.close()
})

test('a field that I placed and somebody else has moved since stays when I undo', async () => {
  const { view, document } = inSetup()
  const played = playedSession(view)
  const { session, kept, sent, answer } = played
  const field = id()
  const place: PackCommand = {
    ...{ do: 'PlaceField', field, document, type: 'text', assignee: null },
    ...{ page: 0, x: 50_000, y: 100_000, width: 100_000, height: 20_000 },
  }
  session.step([place])
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
  revision += 2
  await answer({ answer: 'saved', revision: revision - 1, refused: [] })
  played.live.fresh({ revision, view: after(view, place, moved(field, 200_000)), view_digest: null })
  session.history.undo()
  expect(session.view().fields[field]).toMatchObject({ removed: false, x: 200_000 })
  expect(kept.count).toBe(1)
  expect(session.store.canUndo).toBe(false)
  session.close()
})

test('[D-324] fifteen steps come back with a reload of the page, and can be undone and redone', () => {
  const { view, field } = withField()
  let memory: KeptHistory | null = null
  const remembering = {
    load: () => memory,
    save(history: KeptHistory) {
      memory = structuredClone(history)
    },
  }
  const before = playedSession(view, { memory: remembering, undoDepth: EDITOR_UNDO_DEPTH })
  for (let step = 1; step <= 20; step++) before.session.step([moved(field, 50_000 + step * 1_000)])
  before.session.history.undo()
  const there = before.session.view()
  before.session.close()

  const { session } = playedSession(there, { memory: remembering, undoDepth: EDITOR_UNDO_DEPTH })
  expect(session.store).toMatchObject({ canUndo: true, canRedo: true })
  session.history.redo()
  expect(xOf(session.view(), field)).toBe(70_000)
  for (let step = 0; step < 20; step++) session.history.undo()
  expect(xOf(session.view(), field)).toBe(55_000)
  session.close()
})

test('[W-299] ten steps can be undone where nobody says otherwise', () => {
  const { view, field } = withField()
  const { session } = playedSession(view)
  for (let step = 1; step <= 12; step++) session.step([moved(field, 50_000 + 1_000 * step)])
  let undone = 0
  while (session.store.canUndo) {
    session.history.undo()
    undone += 1
  }
  expect(undone).toBe(10)
  // The two oldest stay.
  expect(xOf(session.view(), field)).toBe(52_000)
  session.close()
})
