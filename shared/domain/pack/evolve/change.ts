import type { ChildDocument, CopyRecipient, Field, PackState, Signatory } from '../state.ts'

/** What evolve may know beside the fact. */
export interface When {
  readonly time: string
  readonly revision: number
  readonly principal: string
}

/**
 * The time, or a millisecond after the last change where several facts share one instant: pollers compare
 * dates, and one that does not grow hides the change from them.
 */
export function laterThan(last: string, time: string): string {
  return time > last ? time : new Date(Date.parse(last) + 1).toISOString()
}

// A fact about something that is not there changes nothing: a redacted view may have been told less than the log.
export function changeField(state: PackState, key: string, change: Partial<Field>, when: When): PackState {
  const field = state.fields[key]
  if (!field) return state
  const updated = laterThan(field.updated, when.time)
  return { ...state, fields: { ...state.fields, [key]: { ...field, ...change, updated, updatedBy: when.principal } } }
}

export function changeSignatory(state: PackState, uuid: string, change: Partial<Signatory>, when: When): PackState {
  return changeSignatories(state, when, (signatory) => (signatory.uuid === uuid ? change : null))
}

/** Changes each signatory for whom `change` has an answer. */
export function changeSignatories(state: PackState, when: When, change: (signatory: Signatory) => Partial<Signatory> | null): PackState {
  const signatories = state.signatories.map((signatory) => {
    const changed = change(signatory)
    return changed ? { ...signatory, ...changed, updated: laterThan(signatory.updated, when.time) } : signatory
  })
  return { ...state, signatories }
}

export function changeDocument(state: PackState, key: string, change: Partial<ChildDocument>): PackState {
  return { ...state, documents: state.documents.map((document) => (document.key === key ? { ...document, ...change } : document)) }
}

export function changeCopyRecipient(state: PackState, uuid: string, change: Partial<CopyRecipient>): PackState {
  const copyRecipients = state.copyRecipients.map((recipient) => (recipient.uuid === uuid ? { ...recipient, ...change } : recipient))
  return { ...state, copyRecipients }
}
