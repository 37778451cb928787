import { describe, expect, test } from 'vitest'
import { FIELD_TYPES, type FieldTypeName, fieldTypes, isCompatible } from '#domain/pack'
import {
  creator,
  facts,
  fieldIn,
  fill,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  packInSetup,
  packSentTo,
  place,
  refused,
  typed,
} from '#tests/pack'

const field = idOf('note')
const withNote = having(packInSetup('first', 'second'), place('note', 'text', 'first', { page: 1 }))
const as = (type: 'text' | 'date' | 'check' | 'choice' | 'signature', part = 'other') =>
  having(packInSetup('first', 'second'), place(part, type, 'first', { page: 1 }))

describe('changing the type', () => {
  test('[D-303] resets the data', () => {
    given(having(withNote, fill('note', 'self', 'written')))
      .when({ do: 'RetypeField', field, type: 'date' })
      .then(
        facts(['FieldCleared', { because: 'retyped' }], ['FieldRetyped']),
        leadsTo((state) => expect(fieldIn(state, 'note').value).toBeNull()),
      )
  })

  test('[D-304] recomputes the custom id', () => {
    const two = having(withNote, place('day', 'date', 'first', { page: 1, y: 400_000 }))
    given(two)
      .when({ do: 'RetypeField', field, type: 'date' })
      .then(facts(['FieldRetyped', { customId: 'date_2' }]))
  })

  test('[D-305 D-306] makes text, tick boxes, covers, highlights and ways to decline optional, and all others required but links, notes and free spaces', () => {
    const requiredAs = (type: FieldTypeName, before: boolean) => {
      const from = type === 'date' ? 'choice' : 'date'
      const world = having(packInSetup('first'), place('note', from, 'first', { page: 1, required: before }))
      return fieldIn(having(world, { do: 'RetypeField', field, type }).state, 'note').required
    }
    const optional: readonly FieldTypeName[] = ['text', 'question', 'check', 'block', 'highlight', 'decline', 'link', 'note', 'blank']
    for (const type of FIELD_TYPES) {
      for (const before of [true, false]) expect([type, requiredAs(type, before)]).toEqual([type, !optional.includes(type)])
    }
  })

  test('[D-308] to a highlight clears the signatory, and it can be assigned to nobody', () => {
    const marked = having(withNote, { do: 'RetypeField', field, type: 'highlight' })
    expect(fieldIn(marked.state, 'note').assignee).toBeNull()
    given(marked)
      .when({ do: 'AssignField', field, assignee: idOf('first') })
      .then(refused('cannot-be-assigned', field))
  })

  test('[D-309] to a link makes it the sender’s, and it stays theirs', () => {
    const linked = having(withNote, { do: 'RetypeField', field, type: 'link' })
    expect(fieldIn(linked.state, 'note').assignee).toBe('self')
    for (const assignee of [idOf('first'), null]) {
      given(linked).when({ do: 'AssignField', field, assignee }).then(refused('cannot-be-assigned', field))
    }
    expect(fieldIn(having(packInSetup('first'), place('placed', 'link', 'first')).state, 'placed').assignee).toBe('self')
  })

  test('[D-365] nothing that can be assigned to nobody can be required', () => {
    const nobodys = FIELD_TYPES.filter((type) => !fieldTypes[type].assignable)
    expect(nobodys).toEqual(['block', 'highlight', 'link', 'blank'])
    for (const type of nobodys) {
      given(having(withNote, { do: 'RetypeField', field, type }))
        .when({ do: 'SetFieldRequired', field, required: true })
        .then(refused('cannot-be-required', field))
      given(packInSetup('first'))
        .when(place('note', type, null, { required: true }))
        .then(refused('cannot-be-required', field))
    }
  })

  test('[D-307] to a cover clears the signatory, and it can be assigned to nobody', () => {
    const covered = having(withNote, { do: 'RetypeField', field, type: 'block' })
    expect(fieldIn(covered.state, 'note')).toMatchObject({ assignee: null, required: false })
    given(covered)
      .when({ do: 'AssignField', field, assignee: idOf('first') })
      .then(refused('cannot-be-assigned', field))
  })

  test('[D-367] no cover and no way to decline can be required', () => {
    for (const type of ['block', 'decline'] as const) {
      given(having(withNote, { do: 'RetypeField', field, type }))
        .when({ do: 'SetFieldRequired', field, required: true })
        .then(refused('cannot-be-required', field))
    }
  })

  test('[D-310] away from check clears the group', () => {
    const grouped = having(as('check'), { do: 'GroupField', field: idOf('other'), group: 'one of', exclusive: true })
    given(grouped)
      .when({ do: 'RetypeField', field: idOf('other'), type: 'text' })
      .then(
        facts(['FieldRetyped', { group: null }]),
        leadsTo((state) => expect(fieldIn(state, 'other').exclusive).toBe(false)),
      )
  })

  test('away from choice leaves nothing to choose from', () => {
    const choice = having(as('choice'), { do: 'SetFieldOptions', field: idOf('other'), options: ['a', 'b'] })
    given(choice)
      .when({ do: 'RetypeField', field: idOf('other'), type: 'text' })
      .then(facts(['FieldOptionsChanged', { options: [] }], ['FieldRetyped']))
  })

  test('away from date takes the date of signing off', () => {
    const auto = having(as('date'), { do: 'SetFieldAutoDate', field: idOf('other'), on: true })
    given(auto)
      .when({ do: 'RetypeField', field: idOf('other'), type: 'text' })
      .then(facts(['FieldAutoDateChanged', { on: false }], ['FieldRetyped']))
  })

  test('to the type it has already changes nothing', () => {
    given(withNote).when({ do: 'RetypeField', field, type: 'text' }).then(nothing)
  })
})

describe('required', () => {
  test('[D-366] is refused for a date that sets itself, and taken off by it', () => {
    const day = idOf('other')
    given(as('date'))
      .when({ do: 'SetFieldAutoDate', field: day, on: true })
      .then(facts(['FieldMadeOptional'], ['FieldAutoDateChanged', { on: true }]))
    const auto = having(as('date'), { do: 'SetFieldAutoDate', field: day, on: true })
    given(auto).when({ do: 'SetFieldRequired', field: day, required: true }).then(refused('cannot-be-required', day))
    given(packInSetup('first'))
      .when(place('other', 'date', 'first', { page: 1, autoDate: true, required: true }))
      .then(refused('cannot-be-required'))
    given(packInSetup('first'))
      .when(place('other', 'date', 'first', { page: 1, autoDate: true }))
      .then(facts(['FieldPlaced', { required: false, autoDate: true }]))
  })

  test('can be set and taken off', () => {
    given(withNote)
      .when({ do: 'SetFieldRequired', field, required: true })
      .then(facts(['FieldRequired']))
    given(withNote).when({ do: 'SetFieldRequired', field, required: false }).then(nothing)
  })
})

describe('assigning', () => {
  test('keeps what the sender wrote as a start', () => {
    given(having(withNote, fill('note', 'self', 'from the sender')))
      .when({ do: 'AssignField', field, assignee: idOf('second') })
      .then(facts(['FieldAssigned']))
  })

  test("takes the sender's signature with it", () => {
    const own = having(packInSetup('first'), place('own', 'signature', 'self', { page: 1 }), fill('own', 'self', typed('S. Ender')))
    given(own)
      .when({ do: 'AssignField', field: idOf('own'), assignee: idOf('first') })
      .then(facts(['FieldCleared', { because: 'reassigned' }], ['FieldAssigned']))
  })

  test('to a removed or unknown signer is refused', () => {
    const gone = having(withNote, { do: 'RemoveSignatory', signatory: idOf('second'), withFields: true })
    given(gone)
      .when({ do: 'AssignField', field, assignee: idOf('second') })
      .then(refused('signatory-removed'))
    given(gone)
      .when({ do: 'AssignField', field, assignee: idOf('stranger') })
      .then(refused('signatory-missing'))
  })
})

describe('custom ids', () => {
  test('that are generated are unique, also next to those of removed fields, and compatible', () => {
    const removed = having(withNote, { do: 'RemoveField', field })
    const next = having(removed, place('next', 'text', 'first', { page: 1 }))
    expect(fieldIn(next.state, 'next').customId).toBe('text_2')
    expect(isCompatible('text_2')).toBe(true)
  })

  test('that are generated take the lowest number that is free, and count no name that only looks like one', () => {
    const named = ['text_1', 'text_3', 'text_04', 'text_1e0', 'text_', 'text_2b', 'text_999999'].reduce(
      (world, customId, y) => having(world, place(customId, 'text', 'first', { page: 1, y: 40_000 * y, overlapping: true, customId })),
      withNote,
    )
    expect(fieldIn(having(named, place('next', 'text', 'first', { page: 1, y: 400_000, overlapping: true })).state, 'next').customId).toBe(
      'text_2',
    )
  })

  test('that are emptied are generated again', () => {
    const named = having(withNote, { do: 'SetFieldCustomId', field, customId: ' remark ' })
    expect(fieldIn(named.state, 'note').customId).toBe('remark')
    given(named)
      .when({ do: 'SetFieldCustomId', field, customId: '' })
      .then(facts(['FieldCustomIdChanged', { customId: 'text_1' }]))
  })
})

describe('options', () => {
  const pick = idOf('other')
  const choice = having(as('choice'), { do: 'SetFieldOptions', field: pick, options: ['red', 'blue'] })

  test('are trimmed, without blanks and repetitions', () => {
    given(as('choice'))
      .when({ do: 'SetFieldOptions', field: pick, options: [' red', 'red', '', 'blue '] })
      .then(facts(['FieldOptionsChanged', { options: ['red', 'blue'] }]))
  })

  test('that no longer hold the chosen value clear it', () => {
    const chosen = having(choice, fill('other', 'self', 'blue'))
    given(chosen)
      .when({ do: 'SetFieldOptions', field: pick, options: ['red'] })
      .then(facts(['FieldCleared', { because: 'options' }], ['FieldOptionsChanged']))
    given(chosen)
      .when({ do: 'SetFieldOptions', field: pick, options: ['blue', 'green'] })
      .then(facts(['FieldOptionsChanged']))
  })

  test('belong to choices only, and are bounded', () => {
    given(withNote)
      .when({ do: 'SetFieldOptions', field, options: ['a'] })
      .then(refused('has-no-options'))
    given(choice)
      .when({ do: 'SetFieldOptions', field: pick, options: Array.from({ length: 1_001 }, (_, n) => `o${n}`) })
      .then(refused('too-many'))
    given(choice)
      .when({ do: 'SetFieldOptions', field: pick, options: ['x'.repeat(501)] })
      .then(refused('too-long'))
  })
})

describe('removing', () => {
  test('[D-195] takes the field out of the checks, and restoring brings it back as it was', () => {
    const own = having(packInSetup('first'), place('own', 'date', 'self', { page: 1 }))
    const removed = having(own, { do: 'RemoveField', field: idOf('own') })
    expect(fieldIn(removed.state, 'own').removed).toBe(true)
    given(removed)
      .when({ do: 'RequestSignatures', requests: { [idOf('first')]: idOf('r') } })
      .then(facts(['SignaturesRequested'], ['SignatureRequestQueued']))
    expect({ ...fieldIn(having(removed, { do: 'RestoreField', field: idOf('own') }).state, 'own'), updated: '' }).toEqual({
      ...fieldIn(own.state, 'own'),
      updated: '',
    })
  })

  test('of a signer, then restoring one of their fields, leaves it to be assigned again', () => {
    const gone = having(withNote, { do: 'RemoveSignatory', signatory: idOf('first'), withFields: true })
    given(gone)
      .when({ do: 'RestoreField', field })
      .then(facts(['FieldRestored'], ['FieldAssigned', { assignee: null }]))
  })
})

test('nothing of this is possible once signatures have been requested', () => {
  const sent = packSentTo('first')
  const signature = idOf('first signature')
  given(sent).when({ do: 'MoveField', field: signature, page: 0, x: 0, y: 0 }).then(refused('not-in-setup'))
  given(sent).when({ do: 'RetypeField', field: signature, type: 'initial' }).then(refused('not-in-setup'))
  given(sent).when({ do: 'RemoveField', field: signature }).then(refused('not-in-setup'))
})

test('[D-203] a field knows who changed it last, and its date grows with every change of one instant', () => {
  const { state } = withNote
  const { updated, updatedBy } = fieldIn(state, 'note')
  expect(updatedBy).toBe(`user:${creator}`)
  const again = having(withNote, fill('note', 'self', 'a'), fill('note', 'self', 'b'))
  expect(fieldIn(again.state, 'note').updated > updated).toBe(true)
})
