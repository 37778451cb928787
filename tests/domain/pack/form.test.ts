import { expect, test } from 'vitest'
import {
  auditWords,
  commandsOfCopy,
  hasForm,
  liveFormEntries,
  mergedState,
  type PackCommand,
  permits,
  viewDigest,
  viewFor,
} from '#domain/pack'
import { facts, type Given, given, having, idOf, nothing, packInSetup, place, refused, request, workspace } from '#tests/pack'

const setup = having(packInSetup('first'), place('name', 'text', 'first'), place('town', 'text', 'first'), place('note', 'note', null))
const entry = (name: string, more: Partial<Extract<PackCommand, { do: 'AddFormEntry' }>> = {}) =>
  ({ do: 'AddFormEntry', entry: idOf(name), type: 'h1', asksFor: null, label: name, after: null, ...more }) as const
const asking = (field: string, after: string | null, label = '') =>
  entry(`asks ${field}`, { type: 'field', asksFor: idOf(field), label, after: after && idOf(after) })
const arranged = having(setup, entry('You'), asking('name', 'You'), asking('town', 'asks name'))
const labels = ({ state }: { state: typeof arranged.state }) =>
  liveFormEntries(state).map(({ label, asksFor }) => label || (asksFor === idOf('name') ? 'name' : 'town'))

test('a form holds headings, paragraphs and fields in their order, each an event of its own', () => {
  given(setup)
    .when(entry('You', { type: 'h2' }))
    .then(facts(['FormEntryAdded', { entry: idOf('You'), type: 'h2', asksFor: null, label: 'You', after: null }]))
  expect(labels(arranged)).toEqual(['You', 'name', 'town'])
  expect(labels(having(arranged, entry('Read this', { type: 'p', after: idOf('asks name') })))).toEqual([
    'You',
    'name',
    'Read this',
    'town',
  ])
  given(arranged)
    .when(entry('You', { label: 'Again' }))
    .then(nothing)
})

test('an entry moves, changes its level and its words, goes, and comes back to its place', () => {
  const move = (name: string, after: string | null) => ({ do: 'MoveFormEntry', entry: idOf(name), after: after && idOf(after) }) as const
  expect(labels(having(arranged, move('asks town', null)))).toEqual(['town', 'You', 'name'])
  expect(labels(having(arranged, move('You', 'asks town')))).toEqual(['name', 'town', 'You'])
  given(arranged).when(move('asks name', 'You')).then(nothing)
  given(arranged).when(move('You', 'You')).then(nothing)
  given(arranged).when(move('You', 'nowhere')).then(refused('form-entry-missing'))

  const gone = having(arranged, { do: 'RemoveFormEntry', entry: idOf('asks name') })
  expect(labels(gone)).toEqual(['You', 'town'])
  // What somebody else puts after it, before they know, stands where it stood.
  expect(labels(having(gone, entry('Then', { after: idOf('asks name') })))).toEqual(['You', 'Then', 'town'])
  expect(labels(having(gone, { do: 'RestoreFormEntry', entry: idOf('asks name') }))).toEqual(['You', 'name', 'town'])
  given(gone)
    .when({ do: 'LabelFormEntry', entry: idOf('asks name'), label: 'Who?' })
    .then(refused('form-entry-missing'))
  given(gone)
    .when({ do: 'RemoveFormEntry', entry: idOf('asks name') })
    .then(nothing)

  given(arranged)
    .when({ do: 'RetypeFormEntry', entry: idOf('You'), type: 'p' })
    .then(facts(['FormEntryRetyped', { entry: idOf('You'), type: 'p' }]))
  given(arranged)
    .when({ do: 'RetypeFormEntry', entry: idOf('You'), type: 'field' })
    .then(refused('form-entry-invalid'))
  given(arranged)
    .when({ do: 'RetypeFormEntry', entry: idOf('asks name'), type: 'h1' })
    .then(refused('form-entry-invalid'))
  expect(auditWords(arranged.events.at(-1)!.fact, arranged.state)).toBe('added the text field “text_2” on page 1 to the form')
})

test('a form asks for each field once, and only for fields that somebody fills in', () => {
  given(arranged)
    .when(entry('twice', { type: 'field', asksFor: idOf('name') }))
    .then(refused('form-field-twice', idOf('name')))
  given(arranged)
    .when(entry('note', { type: 'field', asksFor: idOf('note') }))
    .then(refused('form-field-unfit', idOf('note')))
  given(arranged)
    .when(entry('none', { type: 'field', asksFor: idOf('nowhere') }))
    .then(refused('field-missing', idOf('nowhere')))
  given(arranged)
    .when(entry('odd', { type: 'field' }))
    .then(refused('form-entry-invalid'))
  given(arranged)
    .when(entry('odd', { type: 'p', asksFor: idOf('name') }))
    .then(refused('form-entry-invalid'))
  given(arranged)
    .when(entry('long', { label: 'x'.repeat(2_001) }))
    .then(refused('too-long'))
  // Its place was taken while it was away.
  const taken = having(
    arranged,
    { do: 'RemoveFormEntry', entry: idOf('asks name') },
    entry('again', { type: 'field', asksFor: idOf('name') }),
  )
  given(taken)
    .when({ do: 'RestoreFormEntry', entry: idOf('asks name') })
    .then(refused('form-field-twice', idOf('name')))
})

test('an entry goes with its field, and comes back with it', () => {
  const gone = having(arranged, { do: 'RemoveField', field: idOf('name') })
  expect(labels(gone)).toEqual(['You', 'town'])
  expect(labels(having(gone, { do: 'RestoreField', field: idOf('name') }))).toEqual(['You', 'name', 'town'])
})

test('only those who may set up form views arrange one', () => {
  const who = (permissions: readonly string[]) =>
    ({ as: 'team', user: idOf('colleague'), workspace, permissions: new Set(permissions) }) as const
  for (const command of [entry('You'), { do: 'SetFormViewAlways', on: true } as const]) {
    expect(permits(command, setup.state, who([]))).toMatchObject({ refused: 'not-permitted' })
    expect(permits(command, setup.state, who(['can_set_up_form_views']))).toBeNull()
  }
})

test('copies and merged documents have the form, with its entries for their own fields', () => {
  const keys = { of: (origin: string) => idOf(`copied ${origin}`), fileOf: (file: string) => idOf(`copied ${file}`) }
  const as = { kind: 'template', workspace, creator: idOf('copier'), name: 'Copy' } as const
  const asked = having(arranged, { do: 'RemoveFormEntry', entry: idOf('You') })
  const of = commandsOfCopy({ pack: idOf('pack'), state: asked.state }, as, keys).filter(({ do: it }) => it === 'AddFormEntry')
  expect(of).toMatchObject([
    { asksFor: keys.of(idOf('name')), after: null },
    { asksFor: keys.of(idOf('town')), after: keys.of(idOf('asks name')) },
  ])
  const joined = { file: idOf('joined'), digest: 'd'.repeat(43), size: 1, repaired: false, pages: setup.state.documents[0]!.pages }
  expect(liveFormEntries(mergedState([arranged.state, setup.state], joined))).toHaveLength(3)
})

test('what a form says is part of what is signed, and a document without one is signed as it always was', () => {
  const sent = (world: typeof arranged) => having(world, { do: 'RemoveField', field: idOf('note') }, request).state
  const digest = (...more: readonly Given[]) => viewDigest(sent(having(arranged, ...more)), idOf('first'))
  expect(digest({ do: 'LabelFormEntry', entry: idOf('You'), label: 'Thou' })).not.toBe(digest())
  expect(digest({ do: 'MoveFormEntry', entry: idOf('You'), after: idOf('asks town') })).not.toBe(digest())
  // An entry that was taken out again was not shown.
  expect(digest(entry('gone'), { do: 'RemoveFormEntry', entry: idOf('gone') })).toBe(digest())
  const emptied = having(setup, entry('gone'), { do: 'RemoveFormEntry', entry: idOf('gone') })
  expect(viewDigest(sent(emptied), idOf('first'))).toBe(viewDigest(sent(setup), idOf('first')))

  const state = sent(having(arranged, entry('gone'), { do: 'RemoveFormEntry', entry: idOf('gone') }))
  const view = viewFor(state, { of: 'signatory', signatory: idOf('first') })
  expect(view.form).toHaveLength(3)
  expect(viewDigest(view, idOf('first'))).toBe(viewDigest(state, idOf('first')))
})

test('signers have a form where one was arranged, or where it is always used', () => {
  expect([hasForm(setup.state), hasForm(arranged.state)]).toEqual([false, true])
  expect(hasForm(having(setup, { do: 'SetFormViewAlways', on: true }).state)).toBe(true)
})
