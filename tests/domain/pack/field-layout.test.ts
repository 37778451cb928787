import { describe, expect, test } from 'vitest'
import { charactersOf, type FieldLayout, type PackCommand, viewDigest } from '#domain/pack'
import { facts, fieldIn, fill, given, having, idOf, leadsTo, nothing, packInSetup, place, refused, sent } from '#tests/pack'

const field = idOf('note')
const COMB: FieldLayout = { as: 'comb', cells: 5 }
const withNote = (layout: FieldLayout | null = null) => having(packInSetup('first'), place('note', 'text', 'first', { page: 1, layout }))
const sentWith = (layout: FieldLayout | null) => sent(withNote(layout))
const layOut = (layout: FieldLayout | null) => ({ do: 'LayOutField', field, layout }) as const

describe('how a text stands in its field', () => {
  test('is stated with the placing, and not at all where it goes by the size', () => {
    const box = { page: 1, y: 400_000 }
    given(packInSetup('first'))
      .when(place('note', 'text', 'first', { ...box, layout: COMB }))
      .then(facts(['FieldPlaced'], ['FieldLaidOut', { layout: COMB }]))
    given(packInSetup('first'))
      .when(place('note', 'text', 'first', box))
      .then(facts(['FieldPlaced']))
  })

  test('can be changed and taken away, and the same again is nothing', () => {
    given(withNote())
      .when(layOut({ as: 'multi-line' }))
      .then(facts(['FieldLaidOut', { layout: { as: 'multi-line' } }]))
    given(withNote(COMB))
      .when(layOut({ ...COMB }))
      .then(nothing)
    given(withNote(COMB))
      .when(layOut(null))
      .then(
        leadsTo((state) => expect(fieldIn(state, 'note')).toEqual({ ...fieldIn(withNote().state, 'note'), updated: expect.anything() })),
      )
  })

  test('goes with a type that holds no text, and is refused there', () => {
    given(withNote(COMB))
      .when({ do: 'RetypeField', field, type: 'date' })
      .then(facts(['FieldLaidOut', { layout: null }], ['FieldRetyped']))
    given(having(withNote(), { do: 'RetypeField', field, type: 'date' }))
      .when(layOut(COMB))
      .then(refused('has-no-layout'))
  })

  test.each([0, 201, 1.5])('is no comb of %s cells', (cells) => {
    given(withNote())
      .when(layOut({ as: 'comb', cells }))
      .then(refused('layout-invalid'))
  })

  test('empties a field whose text has no place in it any more, and leaves one that has', () => {
    given(having(withNote(), fill('note', 'self', 'longer')))
      .when(layOut(COMB))
      .then(facts(['FieldCleared', { because: 'retyped' }], ['FieldLaidOut']))
    given(having(withNote(), fill('note', 'self', 'short')))
      .when(layOut(COMB))
      .then(facts(['FieldLaidOut']))
  })
})

describe('what is filled in', () => {
  const filling = (layout: FieldLayout | null, text: string) => given(withNote(layout)).when(fill('note', 'self', text))

  test('has as many characters as the comb has cells, marks and all, and no more', () => {
    for (const text of ['12345', 'नमस्ते जी'.slice(0, 6), 'e\u0301'.repeat(5), '각각각각각'.normalize('NFD'), 'שלום!']) {
      expect(charactersOf(text).length).toBeLessThanOrEqual(5)
      filling(COMB, text).then(facts(['FieldFilledBySender']))
    }
    filling(COMB, '123456').then(refused('too-long'))
  })

  test('takes one line where the field does', () => {
    filling(COMB, '1\n2').then(refused('takes-one-line'))
    filling({ as: 'single-line' }, 'one\u2028two').then(refused('takes-one-line'))
    filling({ as: 'single-line' }, 'x'.repeat(60)).then(facts(['FieldFilledBySender']))
    filling({ as: 'multi-line' }, 'one\ntwo').then(facts(['FieldFilledBySender']))
    filling(null, 'one\ntwo').then(facts(['FieldFilledBySender']))
  })
})

test('a signer signs the layout too, and documents signed before keep their digests', () => {
  const digest = (layout: FieldLayout | null) => viewDigest(sentWith(layout).state, idOf('first'))
  expect(digest({ as: 'comb', cells: 5 })).not.toBe(digest({ as: 'comb', cells: 6 }))
  expect(Object.keys(sentWith(null).state.fields[field] ?? {})).not.toContain('layout')
  const styled = (...commands: readonly PackCommand[]) => viewDigest(sent(having(withNote(), ...commands)).state, idOf('first'))
  expect(styled({ do: 'SetFieldTextSize', field, points: 14 })).not.toBe(styled())
  expect(styled({ do: 'AlignFieldText', field, to: 'right' })).not.toBe(styled())
  expect(styled({ do: 'AlignFieldText', field, to: 'right' }, { do: 'AlignFieldText', field, to: null })).toBe(styled())
  expect(Object.keys(having(withNote(COMB), layOut(null)).state.fields[field] ?? {})).not.toContain('layout')
})

describe('how many characters a text takes', () => {
  const limit = (most: number | null) => ({ do: 'SetFieldMaxLength', field, most }) as const

  test('follows the placing, can be changed and removed, and the same again is nothing', () => {
    given(packInSetup('first'))
      .when(place('note', 'text', 'first', { page: 1, y: 400_000, maxLength: 6 }))
      .then(facts(['FieldPlaced'], ['FieldMaxLengthChanged', { most: 6 }]))
    given(withNote())
      .when(limit(6))
      .then(facts(['FieldMaxLengthChanged', { most: 6 }]))
    const limited = having(withNote(), limit(6))
    given(limited).when(limit(6)).then(nothing)
    given(limited)
      .when(limit(null))
      .then(leadsTo((state) => expect(fieldIn(state, 'note')).not.toHaveProperty('maxLength')))
  })

  test.each([0, 10_001, 1.5])('is not %s', (most) => {
    given(withNote()).when(limit(most)).then(refused('max-length-invalid'))
  })

  test('goes with a type that holds no text, and is refused there', () => {
    given(having(withNote(), limit(6)))
      .when({ do: 'RetypeField', field, type: 'date' })
      .then(facts(['FieldMaxLengthChanged', { most: null }], ['FieldRetyped']))
    given(having(withNote(), { do: 'RetypeField', field, type: 'date' }))
      .when(limit(6))
      .then(refused('has-no-max-length'))
  })

  test('empties a field whose text is longer, and refuses one character more, from the sender and from the signer', () => {
    given(having(withNote(), fill('note', 'self', 'longer')))
      .when(limit(5))
      .then(facts(['FieldCleared', { because: 'retyped' }], ['FieldMaxLengthChanged']))
    given(having(withNote(), limit(5)))
      .when(fill('note', 'self', 'longer'))
      .then(refused('too-long'))
    const asked = sent(having(withNote(), limit(5)))
    given(asked)
      .when(fill('note', 'first', 'longer'))
      .then(refused('too-long'))
    given(asked)
      .when(fill('note', 'first', 'short'))
      .then(facts(['FieldFilled']))
    // Characters as people count them.
    given(asked)
      .when(fill('note', 'first', '👩‍👩‍👧éabc'))
      .then(facts(['FieldFilled']))
  })
})
