import { describe, expect, test } from 'vitest'
import { BORDER_ALLOWANCE, CLONE_SHIFT, isOffPage, ontoPage, overlaps, PAGE_GAP } from '#domain/pack'
import {
  A4,
  converted,
  create,
  document,
  facts,
  fieldIn,
  fill,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  nothingYet,
  packInSetup,
  packSentTo,
  place,
  refused,
} from '#tests/pack'

const setup = packInSetup('first')
const note = place('note', 'text', 'first', { x: 100_000, y: 300_000 })
const withNote = having(setup, note)

describe('placing a field', () => {
  test('takes what the type prescribes where the command says nothing', () => {
    given(setup)
      .when(note)
      .then(facts(['FieldPlaced', { type: 'text', required: false, customId: 'text_1', description: '', group: null, autoDate: false }]))
    given(setup)
      .when(place('day', 'date', 'first', { y: 300_000 }))
      .then(facts(['FieldPlaced', { type: 'date', required: true, customId: 'date_1' }]))
  })

  test('[D-371] puts a field that lies off the page onto it, and the fact holds the place it got', () => {
    given(setup)
      .when(place('far', 'text', 'first', { page: 1, x: 590_000, y: -50_000, width: 100_000, height: 20_000 }))
      .then(facts(['FieldPlaced', { x: A4.width - 100_000 - PAGE_GAP, y: PAGE_GAP, width: 100_000, height: 20_000 }]))
    given(setup)
      .when(place('vast', 'text', 'first', { page: 1, x: 0, y: 0, width: 9_000_000, height: 9_000_000 }))
      .then(facts(['FieldPlaced', { x: 0, y: 0, width: A4.width, height: A4.height }]))
  })

  test('is refused where it would overlap another field of the same page, whatever the other page holds', () => {
    given(withNote)
      .when(place('second note', 'text', 'first', { x: 150_000, y: 310_000 }))
      .then(refused('fields-overlap', idOf('second note')))
    given(withNote)
      .when(place('second note', 'text', 'first', { page: 1, x: 150_000, y: 310_000 }))
      .then(facts(['FieldPlaced']))
  })

  test('goes where a removed field was', () => {
    const removed = having(withNote, { do: 'RemoveField', field: idOf('note') })
    given(removed)
      .when(place('second note', 'text', 'first', { x: 100_000, y: 300_000 }))
      .then(facts(['FieldPlaced']))
  })

  test('[D-592] lets borders share 4 points', () => {
    const right = 100_000 + 160_000
    given(withNote)
      .when(place('beside', 'text', 'first', { x: right - BORDER_ALLOWANCE, y: 300_000 }))
      .then(facts(['FieldPlaced']))
    given(withNote)
      .when(place('beside', 'text', 'first', { x: right - BORDER_ALLOWANCE - 1, y: 300_000 }))
      .then(refused('fields-overlap'))
    expect(BORDER_ALLOWANCE).toBe(4_000)
  })

  test('refuses sizes and places that are none', () => {
    const sizes = [{ width: 0 }, { width: -10 }, { height: -1 }, { width: 0.5 }, { height: Number.NaN }, { width: Number.MAX_SAFE_INTEGER }]
    for (const size of sizes)
      given(setup)
        .when(place('note', 'text', 'first', { y: 300_000, ...size }))
        .then(refused('size-invalid'))
    const places = [{ x: 0.5 }, { y: Number.NaN }, { x: Number.POSITIVE_INFINITY }, { page: -1 }, { page: 0.5 }]
    for (const at of places)
      given(setup)
        .when(place('note', 'text', 'first', { y: 300_000, ...at }))
        .then(refused('place-invalid'))
    given(setup)
      .when(place('note', 'text', 'first', { page: 2 }))
      .then(refused('no-such-page'))
  })

  test('needs pages, an assignee who is there, and properties that fit the type', () => {
    const unconverted = having(nothingYet, create, ...converted().slice(0, 2))
    given(unconverted)
      .when(place('note', 'text', 'self'))
      .then(refused('not-converted'))
    given(setup)
      .when(place('note', 'text', 'stranger', { y: 300_000 }))
      .then(refused('signatory-missing'))
    given(setup)
      .when(place('note', 'text', 'first', { y: 300_000, document: idOf('other') }))
      .then(refused('document-missing'))
    given(setup)
      .when(place('note', 'text', 'first', { y: 300_000, options: ['a'] }))
      .then(refused('has-no-options'))
    given(setup)
      .when(place('note', 'text', 'first', { y: 300_000, group: 'g' }))
      .then(refused('has-no-group'))
    given(setup)
      .when(place('note', 'text', 'first', { y: 300_000, autoDate: true }))
      .then(refused('has-no-auto-date'))
    given(setup)
      .when(place('note', 'text', 'first', { y: 300_000, description: 'x'.repeat(2_001) }))
      .then(refused('too-long'))
  })

  test('with the key of another field is refused, with its own decides nothing', () => {
    given(withNote)
      .when(place('note', 'text', 'first', { page: 1 }))
      .then(nothing)
    given(withNote)
      .when(place('note', 'date', 'first', { page: 1 }))
      .then(refused('field-exists'))
  })

  test('[D-190] may be for the sender, or for nobody yet', () => {
    given(setup)
      .when(place('own', 'text', 'self', { y: 300_000 }))
      .then(facts(['FieldPlaced', { assignee: 'self' }]))
    given(setup)
      .when(place('open', 'text', null, { y: 300_000 }))
      .then(facts(['FieldPlaced', { assignee: null }]))
  })

  test('[D-375] is possible in setup only', () => {
    given(packSentTo('first')).when(note).then(refused('not-in-setup'))
  })

  test('[D-410] is refused while a document could not be converted', () => {
    const failed = having(nothingYet, create, ...converted().slice(0, 2), {
      do: 'RecordConversionFailure',
      document,
      source: idOf('upload'),
      reason: 'damaged',
    })
    given(failed).when(note).then(refused('conversion-error'))
    given(failed)
      .when({ do: 'RetryConversion', document })
      .then(facts(['ConversionRetried']))
  })
})

describe('a locked pack', () => {
  const locked = having(withNote, { do: 'LockFields' })

  test('takes no new field, and none is moved or resized', () => {
    given(locked)
      .when(place('late', 'text', 'first', { page: 1 }))
      .then(refused('fields-locked'))
    given(locked)
      .when({ do: 'MoveField', field: idOf('note'), page: 1, x: 0, y: 0 })
      .then(refused('fields-locked'))
    given(locked)
      .when({ do: 'ResizeField', field: idOf('note'), x: 0, y: 0, width: 10_000, height: 10_000 })
      .then(refused('fields-locked'))
  })

  test('takes them again once unlocked', () => {
    given(having(locked, { do: 'UnlockFields' }))
      .when(place('late', 'text', 'first', { page: 1 }))
      .then(facts(['FieldPlaced']))
  })
})

describe('moving and resizing', () => {
  test('never mind overlapping', () => {
    const two = having(withNote, place('second note', 'text', 'first', { page: 1, x: 0, y: 0 }))
    given(two)
      .when({ do: 'MoveField', field: idOf('second note'), page: 0, x: 100_000, y: 300_000 })
      .then(facts(['FieldMoved', { page: 0, x: 100_000, y: 300_000 }]))
  })

  test('leave it where it stands, where only its size is said', () => {
    given(having(withNote, { do: 'MoveField', field: idOf('note'), page: 1, x: 70_000, y: 80_000 }))
      .when({ do: 'ResizeField', field: idOf('note'), width: 90_000, height: 30_000 })
      .then(facts(['FieldResized', { x: 70_000, y: 80_000, width: 90_000, height: 30_000 }]))
  })

  test('keep the field on its page', () => {
    given(withNote)
      .when({ do: 'MoveField', field: idOf('note'), page: 0, x: -500_000, y: 9_000_000 })
      .then(facts(['FieldMoved', { x: PAGE_GAP, y: A4.height - 24_000 - PAGE_GAP }]))
    given(withNote)
      .when({ do: 'ResizeField', field: idOf('note'), x: 0, y: 0, width: 9_000_000, height: 30_000 })
      .then(facts(['FieldResized', { width: A4.width, height: 30_000 }]))
    given(withNote)
      .when({ do: 'ResizeField', field: idOf('note'), x: 0, y: 0, width: -5, height: 30_000 })
      .then(refused('size-invalid'))
  })

  test('to where it is already change nothing, also when it was put back onto the page to get there', () => {
    const corner = having(withNote, { do: 'MoveField', field: idOf('note'), page: 0, x: -1, y: -1 })
    given(corner)
      .when({ do: 'MoveField', field: idOf('note'), page: 0, x: -1, y: -1 })
      .then(nothing)
  })

  test('a removed or unknown field are refused', () => {
    const removed = having(withNote, { do: 'RemoveField', field: idOf('note') })
    given(removed)
      .when({ do: 'MoveField', field: idOf('note'), page: 0, x: 1, y: 1 })
      .then(refused('field-removed'))
    given(removed)
      .when({ do: 'MoveField', field: idOf('nowhere'), page: 0, x: 1, y: 1 })
      .then(refused('field-missing'))
    given(removed).when({ do: 'MoveField', field: '__proto__', page: 0, x: 1, y: 1 }).then(refused('field-missing'))
  })
})

describe('geometry', () => {
  test('[D-590] a repositioned field keeps 2 points from the edge of the page', () => {
    expect(PAGE_GAP).toBe(2_000)
    const box = ontoPage(A4, { x: A4.width, y: A4.height, width: 10_000, height: 10_000 })
    expect(box).toEqual({ x: A4.width - 12_000, y: A4.height - 12_000, width: 10_000, height: 10_000 })
    expect(isOffPage(A4, box)).toBe(false)
  })

  test('[D-589] copies shift by 25 points, which keeps small ones clear of their originals', () => {
    expect(CLONE_SHIFT).toBe(25_000)
    const tick = { x: 0, y: 0, width: 16_000, height: 16_000 }
    expect(overlaps(tick, { ...tick, x: CLONE_SHIFT, y: CLONE_SHIFT })).toBe(false)
    expect(overlaps(tick, tick)).toBe(true)
  })

  test('a field that already touches the edge stays where it is', () => {
    const box = { x: 0, y: 0, width: A4.width, height: 10_000 }
    expect(ontoPage(A4, box)).toEqual(box)
  })
})

describe('a replaced file', () => {
  const replace = (pages: number) =>
    having(
      having(withNote, fill('note', 'self', 'kept')),
      { do: 'MoveField', field: idOf('note'), page: 1, x: 500_000, y: 700_000 },
      { do: 'ReceiveFile', document, file: idOf('upload 2'), digest: 'd'.repeat(43), size: 5, filename: 'b.pdf' },
      {
        do: 'RecordConversion',
        document,
        source: idOf('upload 2'),
        file: idOf('file 2'),
        digest: 'e'.repeat(43),
        size: 5,
        pages: Array(pages).fill({ width: 300_000, height: 300_000 }),
        repaired: false,
      },
    )

  test('leaves fields where they were, or brings them onto a page that is there', () => {
    const { page, x, y, value } = fieldIn(replace(1).state, 'note')
    expect({ page, value }).toEqual({ page: 0, value: 'kept' })
    expect(isOffPage({ width: 300_000, height: 300_000 }, { x, y, width: 160_000, height: 24_000 })).toBe(false)
    expect(fieldIn(replace(2).state, 'note').page).toBe(1)
  })

  test('is not overtaken by the conversion of the file before it', () => {
    const world = having(nothingYet, create, ...converted().slice(0, 2), {
      do: 'ReceiveFile',
      document,
      file: idOf('upload 2'),
      digest: 'd'.repeat(43),
      size: 5,
      filename: 'b.pdf',
    })
    given(world).when(converted()[2]!).then(nothing)
    given(world)
      .when({ do: 'RecordConversionFailure', document, source: idOf('upload'), reason: 'damaged' })
      .then(
        nothing,
        leadsTo((state) => expect(state.documents[0]!.conversion.state).toBe('converting')),
      )
  })
})
