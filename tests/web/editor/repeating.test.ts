import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { disclosed } from '#domain/kernel'
import { liveFields, type PackCommand } from '#domain/pack'
import { testEditor } from '../support/editor.ts'
import { after, id, inSetup, PAGE } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const added = (pages: number): readonly PackCommand[] => {
  const [document, source] = [id(), id()]
  const digest = 'A'.repeat(43)
  return [
    { do: 'AddDocument', document, name: `Annex of ${pages}` },
    { do: 'ReceiveFile', document, file: source, digest, size: 10, filename: 'annex.pdf' },
    {
      do: 'RecordConversion',
      document,
      source,
      file: id(),
      digest,
      size: 10,
      pages: Array.from({ length: pages }, () => PAGE),
      repaired: false,
    },
  ]
}
/** A pack of a document of three pages and others of as many as are named. */
const packOf = (...pages: readonly number[]) => testEditor(after(inSetup().view, ...pages.flatMap(added)))
const places = (e: ReturnType<typeof testEditor>) =>
  liveFields(e.editor.view()).map(({ document, page }) => [e.editor.view().documents.findIndex(({ key }) => key === document), page])

test('selected fields are repeated in every other document, as one step that is undone and done again', () => {
  const e = packOf(2, 1)
  const [name, day] = [e.place('text', 100, 100), e.place('date', 100, 200)]
  e.editor.step([{ do: 'SetFieldCustomId', field: name, customId: 'name' }])
  e.editor.select([name, day])
  e.editor.repeat()
  expect(e.messages).toEqual(['repeated'])
  expect(places(e)).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 0],
    [2, 0],
  ])
  expect(liveFields(e.editor.view()).filter(({ customId }) => disclosed(customId, '') === 'name')).toHaveLength(3)
  e.editor.undo()
  expect(places(e)).toHaveLength(2)
  e.editor.redo()
  expect(places(e)).toHaveLength(6)
})

test('documents without the page are skipped, and so is what would overlap; the rest is there, and each is said', () => {
  const e = packOf(2, 1)
  const second = e.place('text', 100, 100, 1)
  e.editor.select([second])
  e.editor.repeat()
  expect(e.messages).toEqual(['repeated', 'pages missing'])
  expect(places(e)).toEqual([
    [0, 1],
    [1, 1],
  ])
  e.messages.length = 0
  e.editor.repeat()
  expect(e.messages).toEqual(['overlaps', 'pages missing'])
  expect(places(e)).toHaveLength(2)
})

test('values copied by an entry or a setting go with its undoing, and come with it again', () => {
  const e = testEditor()
  const keys = [e.place('text', 100, 100), e.place('text', 100, 200), e.place('text', 100, 300)]
  const held = () => keys.map((key) => e.editor.view().fields[key]!.value)
  e.editor.step(keys.map((field): PackCommand => ({ do: 'SetFieldCustomId', field, customId: 'name' })))
  e.editor.step([{ do: 'FillField', field: keys[0]!, by: 'self', value: 'Ann' }])
  e.editor.step([{ do: 'SetValueReplication', on: true }])
  expect(held()).toEqual(['Ann', 'Ann', 'Ann'])
  e.editor.undo()
  expect(held()).toEqual(['Ann', null, null])
  e.editor.redo()
  e.editor.step([{ do: 'FillField', field: keys[1]!, by: 'self', value: 'Bea' }])
  expect(held()).toEqual(['Bea', 'Bea', 'Bea'])
  e.editor.undo()
  expect(held()).toEqual(['Ann', 'Ann', 'Ann'])
  e.editor.redo()
  expect(held()).toEqual(['Bea', 'Bea', 'Bea'])
  e.editor.step([{ do: 'SetFieldCustomId', field: keys[2]!, customId: 'other' }])
  e.editor.step([{ do: 'ClearField', field: keys[2]!, by: 'self' }])
  e.editor.step([{ do: 'SetFieldCustomId', field: keys[2]!, customId: 'name' }])
  expect(held()).toEqual(['Bea', 'Bea', 'Bea'])
  e.editor.undo()
  expect(held()).toEqual(['Bea', 'Bea', null])
})
