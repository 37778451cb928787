import { disclosed } from '#domain/kernel'
import { isOnRejected } from './documents.ts'
import { fieldTypeOf } from './field-types/index.ts'
import { hasGeneratedId, liveFields } from './fields.ts'
import { hasFinished } from './signatories.ts'
import type { Field, PackState } from './state.ts'

/** Whether values are copied in this document at all. */
export function replicates({ settings }: Pick<PackState, 'settings'>): boolean {
  return settings.valueReplication === true || settings.replicationAcrossDocuments === true
}

/** The fields that a value entered into this one now is copied into. */
export function filledWith(state: PackState, field: Field): readonly Field[] {
  if (!replicates(state)) return []
  const id = replicatedBy(state, field)
  if (id === null) return []
  return liveFields(state).filter((other) => reaches(state, field, other) && replicatedBy(state, other) === id && takesCopies(state, other))
}

/**
 * What its twins are found by; null where nothing is copied into it or out of it. A tick is no text, and two fields are not the same for
 * an id that nobody chose.
 */
export function replicatedBy({ settings }: Pick<PackState, 'settings'>, field: Field): string | null {
  const { replicable, conditions } = fieldTypeOf(field)
  const isTick = conditions === 'tick'
  if (!replicable || (isTick && settings.tickReplication !== true)) return null
  const id = disclosed(field.customId, '')
  return id === '' || hasGeneratedId(field) ? null : `${isTick ? 'tick' : 'text'} ${id}`
}

/** Whether copying goes from the document of one to the document of the other. */
export function reaches({ settings }: Pick<PackState, 'settings'>, field: Field, other: Field): boolean {
  if (field.key === other.key) return false
  return (field.document === other.document ? settings.valueReplication : settings.replicationAcrossDocuments) === true
}

/**
 * A date that sets itself waits for its day. What somebody has finished stays as they finished it; the sender has by sending. A document
 * that was rejected stays as it was.
 */
export function takesCopies(state: PackState, field: Field): boolean {
  const { assignee, autoDate } = field
  if (autoDate || isOnRejected(state, field) || state.status === 'complete' || state.status === 'rejected') return false
  if (assignee === 'self') return state.status === 'setup'
  return assignee === null || !hasFinished(state, assignee)
}
