import type { Private } from '#domain/kernel'
import type { FieldValue } from './events/index.ts'
import { fieldTypeOf } from './field-types/index.ts'
import { isSigned } from './signatories.ts'
import type { Field, PackState } from './state.ts'

/** Whether it may stand on a page of the final file at all. */
export function isInFinal(field: Field): boolean {
  return !field.hiddenInFinal && !fieldTypeOf(field).isExcludedFromSigning
}

/**
 * The value that stands in the final file. A signatory who had not finished when the pack was completed (it was marked as
 * complete, or did not wait for them) has signed nothing: their drafts stay theirs and are in no file.
 */
export function finalValueOf(state: PackState, field: Field): Private<FieldValue> | null {
  if (field.removed || field.disabled || !isInFinal(field)) return null
  const { standing } = fieldTypeOf(field)
  if (standing !== null || field.filledBy === null) return standing
  if (field.filledBy === 'self') return field.value
  return isSigned(state, field.filledBy, field.assignee) ? field.value : null
}
