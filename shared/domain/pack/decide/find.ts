import { documentIn } from '../documents.ts'
import { type Refused, refuse } from '../refuse.ts'
import { signatoryOf } from '../signatories.ts'
import type { ChildDocument, CopyRecipient, Field, PackState, Signatory } from '../state.ts'

// What a command names, or the refusal that it is not there.

export function documentOf(state: PackState, key: string): ChildDocument | Refused {
  return documentIn(state, key) ?? refuse('document-missing', { at: [key] })
}

export function liveFieldOf(state: PackState, key: string): Field | Refused {
  const field = Object.hasOwn(state.fields, key) ? state.fields[key] : undefined
  if (!field) return refuse('field-missing', { at: [key] })
  return field.removed ? refuse('field-removed', { at: [key] }) : field
}

export function liveSignatoryOf(state: PackState, uuid: string): Signatory | Refused {
  const signatory = signatoryOf(state, uuid)
  if (!signatory) return refuse('signatory-missing', { at: [uuid] })
  if (signatory.erased !== undefined) return refuse('person-erased', { at: [uuid] })
  return signatory.removed ? refuse('signatory-removed', { at: [uuid] }) : signatory
}

export function liveRecipientOf(state: PackState, uuid: string): CopyRecipient | Refused {
  const recipient = state.copyRecipients.find((recipient) => recipient.uuid === uuid && !recipient.removed)
  if (recipient?.erased !== undefined) return refuse('person-erased', { at: [uuid] })
  return recipient ?? refuse('recipient-missing', { at: [uuid] })
}
