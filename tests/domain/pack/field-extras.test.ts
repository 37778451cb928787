import { describe, expect, test } from 'vitest'
import { auditWords, hierarchyFrom, hierarchyToRecord } from '#domain/pack'
import { facts, fieldIn, fill, given, having, idOf, leadsTo, nothing, packInSetup, place, refused, sent } from '#tests/pack'

const field = idOf('note')
const withNote = having(packInSetup('first'), place('note', 'text', 'first', { page: 1 }))

test('[D-202] a field’s group is a hierarchy with pipes between, however they are spaced', () => {
  expect(hierarchyFrom('Tenant|Address')).toEqual(['Tenant', 'Address'])
  expect(hierarchyFrom(' Tenant | | Address |')).toEqual(['Tenant', 'Address'])
  expect([hierarchyFrom(''), hierarchyFrom('|')]).toEqual([[], []])
  expect([hierarchyToRecord(['Tenant', 'Address']), hierarchyToRecord([])]).toEqual(['Tenant|Address', null])
  given(withNote)
    .when({ do: 'SetFieldHierarchy', field, path: hierarchyFrom('Tenant|Address') })
    .then(facts(['FieldHierarchyChanged', { path: ['Tenant', 'Address'] }]))
  given(withNote)
    .when({ do: 'SetFieldHierarchy', field, path: hierarchyFrom('a|'.repeat(11)) })
    .then(refused('too-many'))
})

test('a colour is one, or none', () => {
  const coloured = having(withNote, { do: 'SetFieldBackground', field, colour: '#fef3c7' })
  expect(fieldIn(coloured.state, 'note').background).toBe('#fef3c7')
  given(coloured).when({ do: 'SetFieldBackground', field, colour: '#fef3c7' }).then(nothing)
  for (const colour of ['red', '#FFF', '#fef3c7;', 'url(x)']) {
    given(withNote).when({ do: 'SetFieldBackground', field, colour }).then(refused('colour-invalid', field))
    given(packInSetup('first'))
      .when(place('note', 'text', 'first', { background: colour }))
      .then(refused('colour-invalid', field))
  }
  expect(fieldIn(having(coloured, { do: 'SetFieldBackground', field, colour: null }).state, 'note')).not.toHaveProperty('background')
})

test('only what is pressed has a text on its button, and loses it with its type', () => {
  given(withNote).when({ do: 'SetFieldButtonText', field, text: 'We agree' }).then(refused('has-no-button', field))
  for (const type of ['approve', 'decline'] as const) {
    const worded = having(withNote, { do: 'RetypeField', field, type }, { do: 'SetFieldButtonText', field, text: ' We agree ' })
    expect(fieldIn(worded.state, 'note').buttonText).toBe('We agree')
    given(worded)
      .when({ do: 'RetypeField', field, type: 'text' })
      .then(leadsTo((state) => expect(fieldIn(state, 'note')).not.toHaveProperty('buttonText')))
  }
})

describe('what is known of a signatory', () => {
  const asked = sent(
    having(
      packInSetup('first', 'second'),
      { do: 'SetSignatoryMobile', signatory: idOf('first'), mobile: '+41795550123' },
      place('own name', 'text', 'first', { autoFill: 'name' }),
      place('own name again', 'text', 'first', { autoFill: 'name' }),
      place('own email', 'text', 'first', { autoFill: 'email' }),
      place('own number', 'text', 'first', { autoFill: 'mobile' }),
      place('cells', 'text', 'first', { autoFill: 'email', layout: { as: 'comb', cells: 3 } }),
      place('begun', 'text', 'first', { autoFill: 'name' }),
      fill('begun', 'self', 'The sender wrote this'),
      place('plain', 'text', 'first'),
      place('theirs', 'text', 'second', { autoFill: 'name' }),
    ),
  )
  const consent = { do: 'GiveConsent', signatory: idOf('first'), version: '2026-11' } as const
  const valuesIn = (world: typeof asked) =>
    ['own name', 'own name again', 'own email', 'own number', 'cells', 'begun', 'plain', 'theirs'].map(
      (part) => fieldIn(world.state, part).value,
    )

  test('[D-192] goes into their empty fields that ask for it once they agree to sign, where it fits, as their own', () => {
    const { name, email } = asked.state.signatories.find(({ uuid }) => uuid === idOf('first'))!
    expect(valuesIn(asked)).toEqual([null, null, null, null, null, 'The sender wrote this', null, null])
    const agreed = having(asked, consent)
    expect(valuesIn(agreed)).toEqual([name, name, email, '+41795550123', null, 'The sender wrote this', null, null])
    expect(fieldIn(agreed.state, 'own email').filledBy).toBe(idOf('first'))
    const another = having(agreed, fill('own name', 'first', 'Another name'))
    given(another).when(consent).then(nothing)
    given(having(agreed, { do: 'ClearField', field: idOf('own name'), by: idOf('first') }))
      .when(consent)
      .then(nothing)
  })

  test('can be asked for by a text only, and is asked for no longer once it is another type', () => {
    given(having(withNote, { do: 'RetypeField', field, type: 'date' }))
      .when({ do: 'SetFieldAutoFill', field, from: 'name' })
      .then(refused('has-no-auto-fill', field))
    given(having(withNote, { do: 'SetFieldAutoFill', field, from: 'name' }))
      .when({ do: 'RetypeField', field, type: 'choice' })
      .then(leadsTo((state) => expect(fieldIn(state, 'note')).not.toHaveProperty('autoFill')))
  })
})

test('who fills a field in can be asked to confirm something before they go on from it, and nobody where nobody does', () => {
  const asking = having(withNote, { do: 'SetContinueQuestion', field, question: ' Have you read page 2? ' })
  expect(fieldIn(asking.state, 'note').continueQuestion).toBe('Have you read page 2?')
  given(asking).when({ do: 'SetContinueQuestion', field, question: 'Have you read page 2?' }).then(nothing)
  given(asking)
    .when({ do: 'RetypeField', field, type: 'highlight' })
    .then(leadsTo((state) => expect(fieldIn(state, 'note')).not.toHaveProperty('continueQuestion')))
  for (const type of ['highlight', 'note'] as const) {
    given(having(withNote, { do: 'RetypeField', field, type }))
      .when({ do: 'SetContinueQuestion', field, question: 'Sure?' })
      .then(refused('has-no-signer-to-ask', field))
  }
  given(withNote)
    .when({ do: 'SetContinueQuestion', field, question: 'x'.repeat(501) })
    .then(refused('too-long'))
})

test('a field is called by its label in any script, on one line; without one as before', () => {
  const words = (world: typeof withNote) => auditWords({ type: 'FieldRequired', data: { field } }, world.state)
  const unnamed = words(withNote)
  const label = (text: string) => ({ do: 'LabelField', field, label: text }) as const
  const labelled = having(withNote, label('  عنوان\nالتسليم \u202e '))
  expect(fieldIn(labelled.state, 'note').label).toBe('عنوان التسليم')
  expect(words(labelled)).toMatch(/ “عنوان التسليم” on page \d+ required$/)
  given(labelled).when(label(' عنوان التسليم')).then(nothing)
  given(labelled)
    .when({ do: 'RetypeField', field, type: 'date' })
    .then(leadsTo((state) => expect(fieldIn(state, 'note').label).toBe('عنوان التسليم')))
  const without = having(labelled, label(' \n '))
  expect(fieldIn(without.state, 'note')).not.toHaveProperty('label')
  expect(words(without)).toBe(unnamed)
  given(withNote)
    .when(label('x'.repeat(200)))
    .then(facts(['FieldLabelled']))
  given(withNote)
    .when(label('x'.repeat(201)))
    .then(refused('too-long'))
})
