import type { EvolveMeta } from '#domain/kernel'
import type { ChildDocument, CopyRecipient, Field, PackState, Signatory } from '../state.ts'

/** The inputs of evolve besides the fact. */
export type When = EvolveMeta

/**
 * The time, or a millisecond after the last change where several facts share one instant: pollers compare
 * dates, and one that does not grow hides the change from them.
 */
export function laterThan(last: string, time: string): string {
  return time > last ? time : new Date(Date.parse(last) + 1).toISOString()
}

export function changeField(state: PackState, key: string, change: Partial<Field>, when: When): PackState {
  return changeFields(state, [key], change, when)
}

export function changeFields(state: PackState, keys: readonly string[], change: Partial<Field>, when: When): PackState {
  return changeEachField(state, new Map(keys.map((key) => [key, change])), when)
}

// A fact about a missing part changes nothing: a redacted view may hold less than the log.
export function changeEachField(state: PackState, changes: ReadonlyMap<string, Partial<Field>>, when: When): PackState {
  const changed: [string, Field][] = []
  for (const [key, change] of changes) {
    const field = state.fields[key]
    if (field) changed.push([key, { ...field, updated: laterThan(field.updated, when.time), updatedBy: when.principal, ...change }])
  }
  return changed.length === 0 ? state : { ...state, fields: withFields(state.fields, changed, when) }
}

/** Copied once in a fold: of thousands of fields, a copy at each of their events takes longer than all else together. */
export function withFields(
  fields: PackState['fields'],
  changed: Iterable<readonly [string, Field]>,
  { copied }: Pick<When, 'copied'>,
): PackState['fields'] {
  const mine = copied?.has(fields) ? (fields as Record<string, Field>) : copyOf(fields)
  copied?.add(mine)
  for (const [key, field] of changed) mine[key] = field
  return mine
}

/** Key by key: a spread of thousands takes several times as long. */
function copyOf(fields: PackState['fields']): Record<string, Field> {
  const copy: Record<string, Field> = {}
  for (const key of Object.keys(fields)) copy[key] = fields[key] as Field
  return copy
}

export function changeSignatory(state: PackState, uuid: string, change: Partial<Signatory>, when: When): PackState {
  return changeSignatories(state, when, (signatory) => (signatory.uuid === uuid ? change : null))
}

/** Changes each signatory for whom `change` has an answer. */
export function changeSignatories(state: PackState, when: When, change: (signatory: Signatory) => Partial<Signatory> | null): PackState {
  const signatories = state.signatories.map((signatory) => {
    const changed = change(signatory)
    return changed ? { ...signatory, updated: laterThan(signatory.updated, when.time), ...changed } : signatory
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
