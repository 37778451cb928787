import type { FieldValue, PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import type { Field } from '../state.ts'

// One fact for all of them: thousands of facts would be more than one append can hold, and a change that is several appends
// could be seen, or cut off, half-way.

export function removing(fields: readonly string[]): readonly PackFact[] {
  return fields.length === 0 ? [] : [fact('FieldsRemoved', { fields: [...fields] })]
}

export function clearingForRevert(fields: readonly string[]): readonly PackFact[] {
  return fields.length === 0 ? [] : [fact('FieldsCleared', { fields: [...fields], because: 'reverted' })]
}

/** The same value in all of them, by a signatory or by the sender ('self'). */
export function filling(fields: readonly string[], by: string, value: FieldValue): readonly PackFact[] {
  const [field] = fields
  if (field === undefined) return []
  if (fields.length === 1)
    return [by === 'self' ? fact('FieldFilledBySender', { field, value }) : fact('FieldFilled', { field, by, value })]
  return [
    by === 'self' ? fact('FieldsFilledBySender', { fields: [...fields], value }) : fact('FieldsFilled', { fields: [...fields], by, value }),
  ]
}

/** Dates that set themselves, by a signatory or by the sender ('self'), and in which zone it was that day, where that is known. */
export function dating(dated: readonly Field[], by: string, day: string, zone: string | undefined): readonly PackFact[] {
  if (dated.length === 0) return []
  const keys = dated.map(({ key }) => key)
  return [...filling(keys, by, day), ...(zone === undefined ? [] : [fact('AutoDatesSet', { by, zone })])]
}
