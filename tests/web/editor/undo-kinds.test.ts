import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digestOf, disclosed } from '#domain/kernel'
import { liveAppendices, type PackCommand, type PackState, signatoriesInOrder } from '#domain/pack'
import { type TestEditor, testEditor } from '../support/editor.ts'
import { id } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const attached = (appendix: string, filename: string) =>
  ({ do: 'AttachAppendixFile', appendix, file: id(), digest: digestOf(filename), size: 9, filename }) as const

/** Some fields, one of them with everything a field can have. */
function withFields() {
  const e = testEditor()
  const [choice, check] = [e.place('choice', 100, 100), e.place('check', 100, 200)]
  e.editor.step([
    { do: 'SetFieldOptions', field: choice, options: ['30 days', '60 days'] },
    { do: 'DescribeField', field: choice, description: 'The term of payment' },
    { do: 'SetFieldCustomId', field: choice, customId: 'term' },
    { do: 'GroupField', field: check, group: 'Extras', exclusive: true },
  ])
  const lone = e.place('check', 100, 700)
  e.editor.step([{ do: 'GroupField', field: lone, group: null, exclusive: true }])
  const date = e.place('date', 100, 300)
  const text = e.place('text', 100, 400)
  e.editor.step([
    { do: 'LayOutField', field: text, layout: { as: 'comb', cells: 8 } },
    { do: 'SetFieldAutoFill', field: text, from: 'name' },
    { do: 'SetFieldHierarchy', field: text, path: ['Tenant'] },
  ])
  const approve = e.place('approve', 100, 500)
  e.editor.step([{ do: 'SetFieldButtonText', field: approve, text: 'We agree' }])
  const setsUp = e.place('signer_setup', 100, 600)
  e.editor.step([{ do: 'SetDelegatedSetup', field: setsUp, role: 'signer-1', identification: true }])
  const appendix = id()
  e.editor.step([{ do: 'AddAppendix', appendix }, attached(appendix, 'rules.pdf')])
  return { ...e, choice, check, lone, date, text, approve, setsUp, appendix }
}

/** What a person would see of it: not when it was last touched. */
function shown(view: PackState) {
  const fields = view.fieldOrder.flatMap((key) => {
    const { updated: _, ...field } = view.fields[key]!
    return field.removed ? [] : [field]
  })
  const signers = signatoriesInOrder(view).map(({ uuid, name }) => [uuid, disclosed(name, '')])
  const appendices = liveAppendices(view).map(({ updated: _, ...appendix }) => appendix)
  return { appendices, name: view.name, documents: view.documents.map(({ name }) => name), fields, signers, settings: view.settings }
}

type Made = ReturnType<typeof withFields>
const KINDS: readonly (readonly [string, (made: Made & TestEditor) => readonly PackCommand[]])[] = [
  ['a choice’s options', ({ choice }) => [{ do: 'SetFieldOptions', field: choice, options: ['90 days'] }]],
  ['the help for the signer', ({ choice }) => [{ do: 'DescribeField', field: choice, description: 'When it is due' }]],
  ['a custom id', ({ choice }) => [{ do: 'SetFieldCustomId', field: choice, customId: 'due' }]],
  ['a group of tick boxes', ({ check }) => [{ do: 'GroupField', field: check, group: null, exclusive: false }]],
  ['whether one tick excludes the others', ({ check }) => [{ do: 'GroupField', field: check, exclusive: false }]],
  ['a date that is set by itself', ({ date }) => [{ do: 'SetFieldAutoDate', field: date, on: true }]],
  ['how a text stands', ({ text }) => [{ do: 'LayOutField', field: text, layout: { as: 'multi-line' } }]],
  ['a layout that is taken away', ({ text }) => [{ do: 'LayOutField', field: text, layout: null }]],
  ['whether the final file shows a field', ({ text }) => [{ do: 'ShowFieldInFinal', field: text, on: false }]],
  ['a colour', ({ text }) => [{ do: 'SetFieldBackground', field: text, colour: '#fef3c7' }]],
  ['whom a field has set up', ({ setsUp }) => [{ do: 'SetDelegatedSetup', field: setsUp, role: 'signer-2', identification: false }]],
  ['nobody to be set up any more', ({ setsUp }) => [{ do: 'SetDelegatedSetup', field: setsUp, role: '' }]],
  ['the type of a field that has somebody set up', ({ setsUp }) => [{ do: 'RetypeField', field: setsUp, type: 'text' }]],
  ['what is asked before going on', ({ text }) => [{ do: 'SetContinueQuestion', field: text, question: 'Sure?' }]],
  ['being for this document only', ({ text }) => [{ do: 'SetFieldTemporary', field: text, on: true }]],
  ['the text on a button', ({ approve }) => [{ do: 'SetFieldButtonText', field: approve, text: '' }]],
  ['the headings a field stands under', ({ text }) => [{ do: 'SetFieldHierarchy', field: text, path: ['Tenant', 'Address'] }]],
  ['how many characters a text takes', ({ text }) => [{ do: 'SetFieldMaxLength', field: text, most: 3 }]],
  ['the size of a text', ({ text }) => [{ do: 'SetFieldTextSize', field: text, points: 14 }]],
  ['where a text is aligned', ({ text }) => [{ do: 'AlignFieldText', field: text, to: 'right' }]],
  ['what a field is filled in with', ({ text }) => [{ do: 'SetFieldAutoFill', field: text, from: null }]],
  ['the type of a field with a button of its own words', ({ approve }) => [{ do: 'RetypeField', field: approve, type: 'text' }]],
  ['the type of a text that was laid out', ({ text }) => [{ do: 'RetypeField', field: text, type: 'date' }]],
  ['a type, with all that goes with it', ({ choice }) => [{ do: 'RetypeField', field: choice, type: 'check' }]],
  ['the type of a box that is in no group yet', ({ lone }) => [{ do: 'RetypeField', field: lone, type: 'text' }]],
  ['a supporting document', () => [{ do: 'AddAppendix', appendix: id() }]],
  ['a supporting document that is removed', ({ appendix }) => [{ do: 'RemoveAppendix', appendix }]],
  ['another file for a supporting document', ({ appendix }) => [attached(appendix, 'newer.pdf')]],
  ['what is said of a supporting document', ({ appendix }) => [{ do: 'DescribeAppendix', appendix, description: 'Rules' }]],
  ['who sees a supporting document', ({ appendix }) => [{ do: 'SetAppendixAudience', appendix, audience: ['signatories'] }]],
  ['whether a supporting document is required', ({ appendix }) => [{ do: 'SetAppendixRequired', appendix, required: false }]],
  ['who a field is for', ({ choice }) => [{ do: 'AssignField', field: choice, assignee: 'self' }]],
  ['a document’s own name', ({ document }) => [{ do: 'RenameDocument', document, name: 'Annex' }]],
  ['whether one signs after another', () => [{ do: 'SetSequentialSigning', on: true }]],
  ['the order of signing', ({ anna, ben }) => [{ do: 'SetSigningOrder', steps: [[ben], [anna]] }]],
  ['a signer who is added', () => [{ do: 'AddSignatory', signatory: id() }]],
  ['a signer who is removed with their fields', ({ anna }) => [{ do: 'RemoveSignatory', signatory: anna, withFields: true }]],
]

test.each(KINDS)('%s comes back with undo and goes again with redo', (_, commands) => {
  const made = withFields()
  const before = shown(made.editor.view())
  made.editor.step(commands(made))
  const after = shown(made.editor.view())
  expect(after).not.toEqual(before)
  expect(made.messages).toEqual([])
  made.editor.undo()
  expect(shown(made.editor.view())).toEqual(before)
  made.editor.redo()
  expect(shown(made.editor.view())).toEqual(after)
})
