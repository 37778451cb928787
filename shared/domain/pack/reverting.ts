import { fieldTypeOf } from './field-types/index.ts'
import { heldIn, liveFields } from './fields.ts'
import { signatoryOf } from './signatories.ts'
import type { Field, PackState } from './state.ts'

/** What going back to setup takes off the pages: signatures and initials, but the creator's own. */
export function clearedByRevert(state: PackState): readonly Field[] {
  return liveFields(state).filter(
    (field) => heldIn(field).value !== null && fieldTypeOf(field).clearedOnRevert && !isOfCreator(state, field),
  )
}

function isOfCreator(state: PackState, field: Field): boolean {
  if (field.assignee === 'self') return true
  return field.assignee !== null && signatoryOf(state, field.assignee)?.user === state.creator
}
