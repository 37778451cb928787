import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copied, pasted } from '../../../web/features/editor/state/copies.ts'
import { testEditor } from '../support/editor.ts'
import { after, id, inSetup } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a duplicate lies 25 points down and right, or as many times farther as it takes to lie on nothing', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.editor.duplicate()
  expect(e.box(e.editor.ui.selection[0]!)).toMatchObject({ x: 125, y: 125 })
  e.editor.select([field])
  e.editor.duplicate()
  expect(e.box(e.editor.ui.selection[0]!)).toMatchObject({ x: 150, y: 150 })
  const tall = e.place('signature', 300, 400)
  e.editor.select([tall])
  e.editor.duplicate()
  expect(e.box(e.editor.ui.selection[0]!)).toMatchObject({ x: 350, y: 450 })
})

test('pasting keeps type, signer, required, options and help, in the place itself if it is free', () => {
  const e = testEditor()
  const field = e.place('choice', 100, 100)
  e.editor.step([
    { do: 'SetFieldOptions', field, options: ['30 days', '60 days'] },
    { do: 'DescribeField', field, description: 'When will you pay?' },
  ])
  e.editor.copy()
  e.editor.ui.page = 2
  e.editor.paste()
  const copy = e.editor.view().fields[e.editor.ui.selection[0]!]!
  expect(copy).toMatchObject({ page: 2, x: 100_000, y: 100_000, type: 'choice', assignee: e.anna, required: true })
  expect(copy).toMatchObject({ options: ['30 days', '60 days'], description: 'When will you pay?' })
  expect(copy.customId).not.toBe(e.editor.view().fields[field]!.customId)
})

test('pasting keeps how a text stands', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.editor.step([{ do: 'LayOutField', field, layout: { as: 'comb', cells: 8 } }])
  e.editor.copy()
  e.editor.ui.page = 2
  e.editor.paste()
  expect(e.editor.view().fields[e.editor.ui.selection[0]!]).toMatchObject({ page: 2, layout: { as: 'comb', cells: 8 } })
})

test('of several pasted fields those that would overlap are skipped, the rest are added', () => {
  const { view, document } = inSetup()
  const [one, two] = [id(), id()]
  const at = { document, type: 'text', assignee: null, page: 0, width: 100_000, height: 20_000 } as const
  const full = after(
    view,
    { do: 'PlaceField', field: one, ...at, x: 10_000, y: 10_000 },
    { do: 'PlaceField', field: two, ...at, x: 10_000, y: 90_000 },
  )
  const free = after(full, { do: 'RemoveField', field: two })
  const result = pasted(free, copied(full, [one, two]), { document, shift: false }, id)
  expect(result).toMatchObject({ skipped: 1, repositioned: 0, commands: [{ y: 90_000 }] })
})

test('a copy that would lie off the page is put back onto it, and the person is told', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.editor.copyTo({ [field]: { page: 1, x: 500_000, y: 835_000, width: 160_000, height: 24_000 } })
  expect(e.told).toContain('repositioned')
  expect(e.box(e.editor.ui.selection[0]!)).toMatchObject({ page: 1, x: 433, y: 816 })
})

test('in another document the signer is found by role; whoever is not there is left open', () => {
  const source = inSetup()
  const target = inSetup()
  const field = id()
  const at = { document: source.document, page: 0, x: 0, y: 0, width: 50_000, height: 20_000 } as const
  const full = after(source.view, { do: 'PlaceField', field, type: 'text', assignee: source.ben, ...at })
  const [copy] = copied(full, [field])
  expect(pasted(target.view, [copy!], { document: target.document, shift: false }, id).commands[0]).toMatchObject({ assignee: target.ben })
  const alone = after(target.view, { do: 'RemoveSignatory', signatory: target.ben, withFields: false })
  expect(pasted(alone, [copy!], { document: target.document, shift: false }, id).commands[0]).toMatchObject({ assignee: null })
})
