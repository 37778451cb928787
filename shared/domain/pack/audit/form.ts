import type { PackState } from '../state.ts'
import { type AuditOf, field } from './words.ts'

export const auditForm: AuditOf<'form'> = {
  FormEntryAdded: ({ entry }, state) => `added ${called(state, entry)} to the form`,
  FormEntryRetyped: ({ entry }, state) => `made an entry of the form ${called(state, entry)}`,
  FormEntryLabelled: ({ entry }, state) => `changed the text of ${called(state, entry)} in the form`,
  FormEntryMoved: ({ entry }, state) => `moved ${called(state, entry)} in the form`,
  FormEntryRemoved: ({ entry }, state) => `removed ${called(state, entry)} from the form`,
  FormEntryRestored: ({ entry }, state) => `restored ${called(state, entry)} in the form`,
}

function called(state: PackState, key: string): string {
  const entry = state.form?.find((one) => one.key === key)
  if (!entry) return 'an entry'
  if (entry.asksFor !== null) return field(state, entry.asksFor)
  return entry.type === 'p' ? 'a paragraph' : 'a heading'
}
