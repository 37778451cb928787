import { expect, test } from 'vitest'
import { FIELD_TYPES, fieldTypes } from '#domain/pack'
import { fields } from '../../web/messages/fields.ts'

test.each(FIELD_TYPES)('the audit trail calls a field of type %s as the page does', (type) => {
  expect(fieldTypes[type].called.replace(/ field$/, '')).toBe(fields[type].toLowerCase())
})
