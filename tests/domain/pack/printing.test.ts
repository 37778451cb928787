import { expect, test } from 'vitest'
import { checksBeforeRequest } from '#domain/pack'
import {
  facts,
  fieldIn,
  fill,
  given,
  having,
  idOf,
  leadsTo,
  packInSetup,
  place,
  refused,
  request,
  sent,
  typed,
  typesetting,
} from '#tests/pack'

const UNPRINTABLE = 'ᠮᠣᠩ'
const LONG = 'The tenant keeps the garden in order. '.repeat(60)
const failing = (world: ReturnType<typeof packInSetup>) =>
  checksBeforeRequest(world.state, { defaultCountry: 'ZA', typesetting }).flatMap(({ code, at }) =>
    code === 'texts-unprintable' ? at : [],
  )

test('one click signs only the fields in which the typed name fits', () => {
  const name = 'Anna-Katharina von und zu Hohenlohe'
  const world = having(
    packInSetup('first'),
    { do: 'SetOneClickSigning', on: true },
    place('large', 'signature', 'first'),
    place('as-large', 'signature', 'first', { y: 300_000 }),
    place('small', 'signature', 'first', { y: 400_000, width: 20_000, height: 12_000 }),
  )
  given(sent(world))
    .when(fill('small', 'first', typed(name)))
    .then(refused('text-unfit', idOf('small')))
  given(sent(world))
    .when(fill('large', 'first', typed(name)))
    .then(
      leadsTo((state) => {
        expect(fieldIn(state, 'as-large').value).toEqual(typed(name))
        expect(fieldIn(state, 'small').value).toBeNull()
      }),
    )
})

test('a field too small for any text is named before it is sent, and refuses a signer nothing that they could not help', () => {
  const tiny = { width: 30_000, height: 4_000 }
  const setup = having(packInSetup('first'), place('tiny', 'text', 'first', tiny), place('mine', 'text', 'self', { y: 300_000, ...tiny }))
  expect(failing(setup)).toEqual([idOf('tiny'), idOf('mine')])
  given(setup)
    .when(fill('mine', 'self', 'Office'))
    .then(refused('text-unfit', idOf('mine')))
  given(setup)
    .when(request)
    .then(refused('texts-unprintable', idOf('tiny'), idOf('mine')))
  // On its way from before there was such a check.
  const accepting = { undrawable: () => [], room: () => null }
  given(having(setup, { do: 'RemoveField', field: idOf('mine') }))
    .when(request, { typesetting: accepting })
    .then((_, before) => {
      given(before)
        .when(fill('tiny', 'first', 'Office'))
        .then(facts(['FieldFilled']))
      given(before)
        .when(fill('tiny', 'first', UNPRINTABLE))
        .then(refused('text-undrawable', idOf('tiny')))
    })
})

test('a note stands on no sealed page: it takes any text of any length', () => {
  const world = having(packInSetup('first'), place('note', 'note', 'self'))
  given(world)
    .when(fill('note', 'self', `${LONG}${UNPRINTABLE}`))
    .then(facts(['FieldFilledBySender']))
})

test('what stood in a field is judged again once it is smaller, laid out otherwise or offers other choices', () => {
  const world = having(
    packInSetup('first'),
    place('text', 'text', 'self', { height: 60_000 }),
    fill('text', 'self', LONG.slice(0, 500)),
    place('choice', 'choice', 'first', { y: 300_000, options: ['Yes, and all that goes with it', 'No'] }),
  )
  expect(failing(world)).toEqual([])
  expect(failing(having(world, { do: 'ResizeField', field: idOf('text'), width: 80_000, height: 20_000 }))).toEqual([idOf('text')])
  expect(failing(having(world, { do: 'LayOutField', field: idOf('text'), layout: { as: 'single-line' } }))).toEqual([idOf('text')])
  expect(failing(having(world, { do: 'ResizeField', field: idOf('choice'), width: 12_000, height: 10_000 }))).toEqual([idOf('choice')])
  given(world)
    .when({ do: 'SetFieldOptions', field: idOf('choice'), options: ['Yes', UNPRINTABLE] })
    .then(refused('text-undrawable', idOf('choice')))
})
