import { disclosed, isWithheld } from '#domain/kernel'
import type { Field, PackState } from '#domain/pack'

/** Fields of others that look otherwise than before, in the order of the document. */
export function changedFields(before: PackState, after: PackState, signatory: string): readonly Field[] {
  return after.fieldOrder.flatMap((key) => {
    const field = after.fields[key]
    if (!field || field.removed || field.assignee === signatory) return []
    return looksOf(field) === looksOf(before.fields[key]) ? [] : [field]
  })
}

// Whether somebody else's draft is there yet is nothing that stands on the page.
function looksOf(field: Field | undefined): string {
  if (!field) return ''
  const { page, x, y, width, height, value } = field
  return JSON.stringify([page, x, y, width, height, isWithheld(value) ? null : value])
}

/** Who filled a field in, by name or else by role; '' for the sender. */
export function ownerOf(view: PackState, field: Field): string {
  const owner = view.signatories.find(({ uuid }) => uuid === field.assignee)
  return owner ? disclosed(owner.name, '') || disclosed(owner.role, '') : ''
}
