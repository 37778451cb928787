import { expect, test } from 'vitest'
import { testEditor } from '../support/editor.ts'

test('several fields are selected by keys alone: each that is reached joins, and reaching another leaves them selected', () => {
  const e = testEditor()
  const [a, b, c] = [e.place('text', 50, 100), e.place('text', 50, 200), e.place('text', 50, 300)]
  e.editor.select([])
  e.editor.reach(a)
  e.editor.reach(b)
  expect(e.editor.ui.selection).toEqual([b])
  e.editor.join(b)
  expect(e.editor.ui.selection).toEqual([a, b])
  e.editor.reach(c)
  expect(e.editor.ui.selection).toEqual([a, b])
  e.editor.join(c)
  expect(e.editor.ui.selection).toEqual([a, b, c])
  e.editor.join(b)
  expect(e.editor.ui.selection).toEqual([a, c])
  e.editor.select([b])
  e.editor.join(b)
  expect(e.editor.ui.selection).toEqual([b])
})

test('a field that nothing was selected before is selected alone', () => {
  const e = testEditor()
  const field = e.place('text', 50, 100)
  e.editor.select([])
  e.editor.reach(field)
  e.editor.join(field)
  expect(e.editor.ui.selection).toEqual([field])
})
