import { expect, test } from 'vitest'
import { typeFromRecord } from '#contract/field-type'
import { having, idOf, packInSetup, place } from '#tests/pack'
import { commandsOfField } from '../../../command-api/pack/diff-fields.ts'
import { fieldRecordsOf } from '../../../command-api/pack/records.ts'

const uuid = idOf('note')
const asked = having(packInSetup('first'), place('note', 'question', 'first'))

test('[D-184] a question is a text in records, with is_question_field set', () => {
  const recordOf = (state: typeof asked.state) => fieldRecordsOf(state, null).find((record) => record.uuid === uuid)
  expect(recordOf(asked.state)).toMatchObject({ type: 'text', is_question_field: true })
  expect(recordOf(having(packInSetup('first'), place('note', 'text', 'first')).state)).toMatchObject({
    type: 'text',
    is_question_field: false,
  })

  const box = { x: 40, y: 40, width: 100, height: 20 }
  const placed = commandsOfField({ uuid, type: 'text', is_question_field: true, ...box }, packInSetup('first').state, 'self', null)
  expect(placed).toMatchObject([{ do: 'PlaceField', type: 'question' }])
})

test('what a record leaves out stays: a question that is saved as a text is one still, until it is said that it is none', () => {
  const save = (record: object) => commandsOfField({ uuid, ...record }, asked.state, 'self', null)
  expect([save({ type: 'text' }), save({ is_question_field: true }), save({ type: 'text', is_question_field: true })]).toEqual([[], [], []])
  expect(save({ is_question_field: false })).toEqual([{ do: 'RetypeField', field: uuid, type: 'text' }])
  expect(save({ type: 'date' })).toEqual([{ do: 'RetypeField', field: uuid, type: 'date' }])
  expect(typeFromRecord({ is_question_field: true }, 'text')).toBe('question')
  expect(save({ type: 'date', is_question_field: true })).toEqual({ unclear: 'Only a text can be a question.' })
  expect(save({ type: 'stamp' })).toEqual({ unclear: 'There is no such type of field.' })
})
