import { describe, expect, test } from 'vitest'
import { withWholeYear } from '#domain/pack'
import {
  facts,
  fieldIn,
  fill,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  place,
  refused,
  reject,
  sent,
  sign,
  typed,
} from '#tests/pack'

/** Sent to first and second at once, with a text field of each. */
const texts = (...more: readonly Given[]) =>
  sent(
    having(
      packInSetup('first', 'second'),
      place('first text', 'text', 'first', { page: 1 }),
      place('second text', 'text', 'second', { page: 1, y: 400_000 }),
      ...more,
    ),
  )

describe('while signatures are awaited', () => {
  test('[D-281 D-416] a field is filled in by the signer to whom it is assigned and by no other', () => {
    given(texts())
      .when(fill('first text', 'first', 'mine'))
      .then(facts(['FieldFilled', { by: idOf('first'), value: 'mine' }]))
    given(texts())
      .when(fill('first text', 'second', 'mine'))
      .then(refused('not-your-field', idOf('first text')))
    given(texts())
      .when({ do: 'ClearField', field: idOf('first text'), by: idOf('second') })
      .then(refused('not-your-field'))
  })

  test('[D-282] the sender fills in nothing any more', () => {
    given(texts())
      .when(fill('first text', 'self', 'theirs'))
      .then(refused('not-in-setup'))
  })

  test('[D-262] a later signer waits for the earlier one', () => {
    given(packSentTo('first', 'second'))
      .when(fill('second signature', 'second', typed('S')))
      .then(refused('not-your-turn'))
  })

  test('text that is wiped away leaves the field empty', () => {
    const filled = having(texts(), fill('first text', 'first', 'mine'))
    given(filled)
      .when(fill('first text', 'first', ''))
      .then(facts(['FieldCleared', { because: 'person' }]))
    given(texts())
      .when(fill('first text', 'first', ''))
      .then(nothing)
  })

  test('any script, emoji and markup is kept as written; what cannot be stored is refused', () => {
    const written = 'Zoë شركة 🖋️ <b>&amp;</b>'
    given(texts())
      .when(fill('first text', 'first', written))
      .then(leadsTo((state) => expect(fieldIn(state, 'first text').value).toBe(written)))
    given(texts())
      .when(fill('first text', 'first', 'half \ud83d'))
      .then(refused('not-text', idOf('first text')))
    given(texts())
      .when(fill('first text', 'first', 'nul \u0000'))
      .then(refused('not-text'))
    given(texts())
      .when(fill('first text', 'first', 'x'.repeat(10_001)))
      .then(refused('too-long'))
  })

  test('a value that does not fit its field is refused', () => {
    given(texts())
      .when(fill('first signature', 'first', 'just text'))
      .then(refused('value-invalid'))
    given(texts())
      .when(fill('first text', 'first', typed('x')))
      .then(refused('value-invalid'))
  })

  test('a date lies in a year that people mean; a year of two digits is the nearest that ends so', () => {
    const dated = sent(having(packInSetup('first'), place('day', 'date', 'first', { page: 1 })))
    for (const day of ['0000-01-01', '0085-06-01', '1899-12-31', '2201-01-01', '2026-02-30', 'today'])
      given(dated)
        .when(fill('day', 'first', day))
        .then(refused('date-unfit', idOf('day')))
    for (const day of ['1900-01-01', '2200-12-31'])
      given(dated)
        .when(fill('day', 'first', day))
        .then(facts(['FieldFilled', { value: day }]))
    const years = ['0085-06-01', '0026-06-01', '0076-06-01', '0077-06-01', '0000-02-29', '0185-06-01', '2026-06-01', '']
    expect(years.map((day) => withWholeYear(day, 2026))).toEqual([
      ...['1985-06-01', '2026-06-01', '1976-06-01', '1977-06-01', '2000-02-29'],
      ...['0185-06-01', '2026-06-01', ''],
    ])
  })
})

describe('a multi-edit signer', () => {
  const world = texts({ do: 'SetFirstSignerMultiEdit', on: true }, place('own', 'text', 'self', { page: 1, y: 500_000 }))

  test('[D-148 D-417] edits the fields of others', () => {
    given(world)
      .when(fill('second text', 'first', 'for you'))
      .then(facts(['FieldFilled', { by: idOf('first') }]))
    given(world)
      .when(fill('first text', 'second', 'for you'))
      .then(refused('not-your-field'))
  })

  test("[D-418] but not their signatures and initials, nor the sender's fields", () => {
    given(world)
      .when(fill('second signature', 'first', typed('F')))
      .then(refused('not-your-field'))
    given(world)
      .when(fill('own', 'first', 'x'))
      .then(refused('not-your-field'))
  })

  test('leaves alone what another has finished', () => {
    const finished = having(filledBy(world, 'second'), sign('second'))
    given(finished)
      .when(fill('second text', 'first', 'late'))
      .then(refused('signatory-finished'))
  })
})

describe('a signer who has finished', () => {
  test('[D-259] fills in nothing more after completing', () => {
    const world = having(filledBy(texts(), 'first'), sign('first'))
    given(world)
      .when(fill('first text', 'first', 'late'))
      .then(refused('already-completed'))
    given(world)
      .when({ do: 'ClearField', field: idOf('first signature'), by: idOf('first') })
      .then(refused('already-completed'))
  })

  test('[D-260] nor after rejecting', () => {
    given(having(texts(), reject('first')))
      .when(fill('first text', 'first', 'late'))
      .then(refused('already-rejected'))
    given(having(texts(), reject('first')))
      .when(fill('second text', 'second', 'late'))
      .then(refused('not-awaiting-signatures'))
  })
})

describe('in setup', () => {
  const setup = having(
    packInSetup('first'),
    place('own', 'signature', 'self', { page: 1 }),
    place('note', 'text', 'first', { page: 1, y: 400_000 }),
  )

  test("[D-280] the sender fills in their own fields and may begin a signer's", () => {
    given(setup)
      .when(fill('own', 'self', typed('S. Ender')))
      .then(facts(['FieldFilledBySender']))
    given(setup)
      .when(fill('note', 'self', 'to begin with'))
      .then(facts(['FieldFilledBySender']))
  })

  test('nobody signs for a signer', () => {
    given(setup)
      .when(fill('first signature', 'self', typed('F')))
      .then(refused('not-your-field'))
    given(setup)
      .when(fill('first signature', 'first', typed('F')))
      .then(refused('not-awaiting-signatures'))
  })

  test('[D-436] only the methods that the pack allows sign', () => {
    const drawnOnly = having(setup, { do: 'SetSigningMethods', drawn: true, typed: false, uploaded: false })
    given(drawnOnly)
      .when(fill('own', 'self', typed('S')))
      .then(refused('method-not-allowed'))
    given(drawnOnly)
      .when(fill('own', 'self', { method: 'drawn', height: 300, strokes: [[0, 0, 9, 9]] }))
      .then(facts(['FieldFilledBySender']))
  })
})

describe('one click', () => {
  const world = (on: boolean) =>
    sent(
      having(
        packInSetup('first', 'second'),
        place('again', 'signature', 'first', { page: 1 }),
        place('other', 'signature', 'first', { page: 1, y: 400_000 }),
        place('initial', 'initial', 'first', { page: 1, y: 500_000 }),
        place('initial again', 'initial', 'first', { page: 1, y: 600_000 }),
        { do: 'SetOneClickSigning', on },
      ),
    )

  test('fills all other empty fields of the same type and signer', () => {
    given(world(true))
      .when(fill('first signature', 'first', typed('F')))
      .then(
        facts(
          ['FieldFilled', { field: idOf('first signature') }],
          ['FieldsFilled', { fields: [idOf('again'), idOf('other')], by: idOf('first'), value: typed('F') }],
        ),
      )
  })

  test('[D-302] leaves filled fields and those of other signers as they are', () => {
    const begun = having(world(true), { do: 'FillField', field: idOf('again'), by: idOf('first'), value: typed('other hand') })
    const emptied = having(begun, { do: 'ClearField', field: idOf('other'), by: idOf('first') })
    given(emptied)
      .when(fill('first signature', 'first', typed('F')))
      .then(
        leadsTo((state) => {
          expect(fieldIn(state, 'again').value).toEqual(typed('other hand'))
          expect(fieldIn(state, 'other').value).toEqual(typed('F'))
          expect(fieldIn(state, 'second signature').value).toBeNull()
        }),
      )
  })

  test('is off unless the pack turns it on, each type by its own setting', () => {
    given(world(false))
      .when(fill('first signature', 'first', typed('F')))
      .then(facts(['FieldFilled']))
    given(world(true))
      .when(fill('initial', 'first', typed('F')))
      .then(facts(['FieldFilled']))
  })
})

test('a date that sets itself is filled in by nobody', () => {
  const world = packSentToAllAtOnce('first')
  const auto = sent(having(packInSetup('first'), place('day', 'date', 'first', { page: 1, autoDate: true })))
  given(auto)
    .when(fill('day', 'first', '2026-03-02'))
    .then(refused('filled-on-signing'))
  expect(world.state.status).toBe('awaiting_signatures')
})
