import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand } from '#domain/pack'
import { moving, resizing } from '../../../web/features/editor/tools/gestures.ts'
import { at, PER_PIXEL, testEditor } from '../support/editor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[D-316] a move is undone and redone', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  const gesture = moving(e.editor, field, at(110, 110), PER_PIXEL)!
  gesture.move(at(150, 190, { free: true }))
  gesture.end(at(150, 190))
  expect(e.box(field)).toMatchObject({ x: 140, y: 180 })
  e.editor.undo()
  expect(e.box(field)).toMatchObject({ x: 100, y: 100 })
  e.editor.redo()
  expect(e.box(field)).toMatchObject({ x: 140, y: 180 })
})

test('[D-317] a resize is undone and redone', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  const before = e.box(field)
  const gesture = resizing(e.editor, field, 'se', at(260, 124), PER_PIXEL)!
  gesture.move(at(300, 144, { free: true }))
  gesture.end(at(300, 144))
  expect(e.box(field)).toMatchObject({ width: before.width + 40, height: before.height + 20 })
  e.editor.undo()
  expect(e.box(field)).toEqual(before)
  e.editor.redo()
  expect(e.box(field)).toMatchObject({ width: before.width + 40 })
})

test('[D-318 D-320] required and signatory are undone and redone', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  const now = () => e.editor.view().fields[field]!
  expect(now()).toMatchObject({ required: false, assignee: e.anna })
  e.editor.step([{ do: 'SetFieldRequired', field, required: true }])
  e.editor.step([{ do: 'AssignField', field, assignee: e.ben }])
  e.editor.undo()
  expect(now()).toMatchObject({ required: true, assignee: e.anna })
  e.editor.undo()
  expect(now()).toMatchObject({ required: false })
  e.editor.redo()
  e.editor.redo()
  expect(now()).toMatchObject({ required: true, assignee: e.ben })
})

test('[D-319] a change of type is undone with all that it reset', () => {
  const e = testEditor()
  const field = e.place('check', 100, 100)
  e.editor.step([
    { do: 'GroupField', field, group: 'Extras', exclusive: true },
    { do: 'SetFieldCustomId', field, customId: 'weekend' },
    { do: 'SetFieldRequired', field, required: true },
  ])
  const before = e.editor.view().fields[field]!
  e.editor.step([{ do: 'RetypeField', field, type: 'date' }])
  expect(e.editor.view().fields[field]).toMatchObject({ type: 'date', group: null })
  e.editor.undo()
  const { updated: _, ...rest } = e.editor.view().fields[field]!
  const { updated: __, ...was } = before
  expect(rest).toEqual(was)
})

test('[D-321] the document name is undone and redone', () => {
  const e = testEditor()
  e.editor.step([{ do: 'RenamePack', name: 'Sublease' }])
  e.editor.undo()
  expect(e.editor.view().name).toBe('Lease')
  e.editor.redo()
  expect(e.editor.view().name).toBe('Sublease')
})

test('[D-322] a deletion is undone and redone, and so is placing', () => {
  const e = testEditor()
  const field = e.place('signature', 100, 100)
  e.editor.remove()
  expect(e.there()).toEqual([])
  e.editor.undo()
  expect(e.there()).toEqual([field])
  e.editor.redo()
  expect(e.there()).toEqual([])
  e.editor.undo()
  e.editor.undo()
  expect(e.there()).toEqual([])
  e.editor.redo()
  expect(e.there()).toEqual([field])
})

test('[D-323] one change to several selected fields is one step', () => {
  const e = testEditor()
  const fields = [e.place('text', 50, 100), e.place('text', 50, 200), e.place('text', 50, 300)]
  e.editor.select(fields)
  e.editor.change(({ key }) => ({ do: 'SetFieldRequired', field: key, required: true }))
  e.editor.remove()
  e.editor.undo()
  expect(e.there()).toEqual(fields)
  e.editor.undo()
  expect(fields.map((key) => e.editor.view().fields[key]!.required)).toEqual([false, false, false])
  expect(e.there()).toEqual(fields)
})

test('[D-324] fifteen steps can be undone and no more', () => {
  const e = testEditor()
  for (let n = 1; n <= 20; n++) e.editor.step([{ do: 'RenamePack', name: `Name ${n}` }])
  for (let n = 0; n < 30; n++) e.editor.undo()
  expect(e.editor.view().name).toBe('Name 5')
  expect(e.session.store.canUndo).toBe(false)
})

test('[D-325] a new change clears redo', () => {
  const e = testEditor()
  e.editor.step([{ do: 'RenamePack', name: 'One' }])
  e.editor.undo()
  expect(e.session.store.canRedo).toBe(true)
  e.editor.step([{ do: 'RenamePack', name: 'Two' }])
  expect(e.session.store.canRedo).toBe(false)
  e.editor.redo()
  expect(e.editor.view().name).toBe('Two')
})

test('[S-160] the history can be cleared', () => {
  const e = testEditor()
  e.editor.step([{ do: 'RenamePack', name: 'One' }])
  e.editor.step([{ do: 'RenamePack', name: 'Two' }])
  e.editor.undo()
  e.session.history.clear()
  expect(e.session.store).toMatchObject({ canUndo: false, canRedo: false })
  e.editor.undo()
  e.editor.redo()
  expect(e.editor.view().name).toBe('One')
})

test('[S-349] nudges count as one move once they have rested for 250 ms', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  for (let n = 0; n < 4; n++) {
    e.editor.nudge(1000, 0)
    vi.advanceTimersByTime(249)
  }
  expect(e.box(field)).toMatchObject({ x: 100 })
  expect(e.shown(field)).toMatchObject({ x: 104 })
  vi.advanceTimersByTime(1)
  expect(e.box(field)).toMatchObject({ x: 104 })
  e.editor.undo()
  expect(e.box(field)).toMatchObject({ x: 100 })
})

test('undo works on what others have changed meanwhile: their fields stay', () => {
  const e = testEditor()
  const mine = e.place('text', 100, 100)
  e.editor.step([{ do: 'MoveField', field: mine, page: 0, x: 10_000, y: 10_000 }])
  const theirs = e.place('text', 300, 400)
  e.session.do({ do: 'SetFieldRequired', field: theirs, required: true })
  e.editor.undo()
  e.editor.undo()
  expect(e.box(mine)).toMatchObject({ x: 100, y: 100 })
  expect(e.editor.view().fields[theirs]).toMatchObject({ required: true, removed: true })
})

test('a tick that took another one with it is undone with it, and so is what took a tick away', () => {
  const e = testEditor()
  const [yes, no] = [e.place('check', 100, 100), e.place('check', 100, 200)]
  const group = (field: string): PackCommand => ({ do: 'GroupField', field, group: 'answer', exclusive: true })
  const tick = (field: string): PackCommand => ({ do: 'FillField', field, by: 'self', value: 'checked' })
  const ticked = () => [yes, no].filter((key) => e.editor.view().fields[key]!.value === 'checked')
  e.editor.step([tick(yes), tick(no), group(yes)])
  expect(ticked()).toEqual([yes, no])
  e.editor.step([group(no)])
  expect(ticked()).toEqual([yes])
  e.editor.undo()
  expect(ticked()).toEqual([yes, no])
  e.editor.redo()
  e.editor.step([tick(no)])
  expect(ticked()).toEqual([no])
  e.editor.undo()
  expect(ticked()).toEqual([yes])
  e.editor.redo()
  expect(ticked()).toEqual([no])
})

test('signatures that were made with one click go together', () => {
  const e = testEditor()
  const fields = [e.place('signature', 100, 100), e.place('signature', 100, 300)]
  e.editor.step(fields.map((field) => ({ do: 'AssignField', field, assignee: 'self' })))
  e.session.do({ do: 'SetOneClickSigning', on: true })
  const signed = () => fields.filter((key) => e.editor.view().fields[key]!.value !== null)
  e.editor.step([{ do: 'FillField', field: fields[0]!, by: 'self', value: { method: 'typed', text: 'Mira' } }])
  expect(signed()).toEqual(fields)
  e.editor.undo()
  expect(signed()).toEqual([])
  e.editor.redo()
  expect(signed()).toEqual(fields)
})
