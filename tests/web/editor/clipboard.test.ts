import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACTIONS } from '../../../web/features/editor/actions/index.ts'
import { clipboardOf, readClipboard, written } from '../../../web/features/editor/state/clipboard.ts'
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

test('[S-161] pasting keeps type, signer, required, options and help, in the place itself if it is free', () => {
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

test('[S-207 S-377] a copy that would lie off the page is put back onto it, and the person sees a message', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.editor.copyTo({ [field]: { page: 1, x: 500_000, y: 835_000, width: 160_000, height: 24_000 } })
  expect(e.messages).toContain('repositioned')
  expect(e.box(e.editor.ui.selection[0]!)).toMatchObject({ page: 1, x: 433, y: 816 })
})

test('[S-208 S-209] in another document the signer is found by role; without one the field is the sender’s', () => {
  const source = inSetup()
  const target = inSetup()
  const field = id()
  const at = { document: source.document, page: 0, x: 0, y: 0, width: 50_000, height: 20_000 } as const
  const full = after(source.view, { do: 'PlaceField', field, type: 'text', assignee: source.ben, ...at })
  const [copy] = copied(full, [field])
  expect(pasted(target.view, [copy!], { document: target.document, shift: false }, id).commands[0]).toMatchObject({ assignee: target.ben })
  const alone = after(target.view, { do: 'RemoveSignatory', signatory: target.ben, withFields: false })
  expect(pasted(alone, [copy!], { document: target.document, shift: false }, id).commands[0]).toMatchObject({ assignee: 'self' })
})

test('[D-223 S-132] the record names where its fields come from, and reads back as it was written', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.editor.step([{ do: 'FillField', field, by: 'self', value: 'Deposit' }])
  const record = clipboardOf(e.editor.view(), 'a pack', [field])!
  expect(record).toMatchObject({
    pack: 'a pack',
    document: e.document,
    name: 'Lease',
    fields: [{ uuid: field, type: 'text', page: 0, box: { x: 100_000, y: 100_000 }, data: 'Deposit', role: 'Tenant' }],
  })
  expect(readClipboard(written(record))).toEqual(record)
})

test('[S-202 S-203 S-204] nothing selected copies nothing; locked fields and what is no record paste nothing, and the latter is said', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  const text = e.editor.copy()!
  e.editor.select([])
  expect(ACTIONS.copy.enabled(e.editor)).toBe(false)
  expect(e.editor.copy()).toBeNull()
  const before = e.there()
  const record = JSON.parse(text)
  for (const bad of ['', 'Lease', '{"fields":[]}', written({ ...record, fields: [{ ...record.fields[0], page: -1 }] })]) e.editor.paste(bad)
  expect(e.there()).toEqual(before)
  expect(e.messages.filter((one) => one === 'no fields')).toHaveLength(4)
  e.editor.step([{ do: 'LockFields' }])
  expect(ACTIONS.paste.enabled(e.editor)).toBe(false)
  expect(field).toBe(record.fields[0].uuid)
})

test('[S-205 S-206] a given custom id goes along and a made one does not; values go along, but a signature not into another pack', () => {
  const e = testEditor()
  const [named, plain] = [e.place('text', 100, 100), e.place('text', 100, 200)]
  const signed = e.place('signature', 100, 300)
  const value = { method: 'typed', text: 'Mira' } as const
  e.editor.step([
    { do: 'SetFieldCustomId', field: named, customId: 'deposit' },
    { do: 'FillField', field: plain, by: 'self', value: 'Monthly' },
    { do: 'AssignField', field: signed, assignee: 'self' },
    { do: 'FillField', field: signed, by: 'self', value },
  ])
  e.editor.select([named, plain, signed])
  const text = e.editor.copy()!
  e.editor.ui.page = 1
  const here = pastedInto()
  expect(here.map(({ customId }) => customId)).toEqual(['deposit', 'text_1', 'signature_2'])
  expect(here.map(({ value }) => value)).toEqual([null, 'Monthly', value])
  e.editor.ui.page = 2
  const other = pastedInto(JSON.stringify({ ...JSON.parse(text), pack: 'another' }))
  expect(other.map(({ value }) => value)).toEqual([null, 'Monthly', null])
  expect(e.messages.filter((one) => /copied|pasted/.test(one))).toEqual(['copied 3', 'pasted 3', 'pasted 3'])
  e.editor.undo()
  expect(e.there()).toHaveLength(6)

  function pastedInto(from?: string) {
    e.editor.paste(from)
    return e.editor.ui.selection.map((key) => e.editor.view().fields[key]!)
  }
})
