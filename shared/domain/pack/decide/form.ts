import { MOST, textRefusal } from '../bounds.ts'
import { fact } from '../fact.ts'
import { fieldTypeOf } from '../field-types/index.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { FormEntry, PackState } from '../state.ts'
import type { Deciders } from './context.ts'
import { liveFieldOf } from './find.ts'

export const decideForm: Deciders<
  'AddFormEntry' | 'RetypeFormEntry' | 'LabelFormEntry' | 'MoveFormEntry' | 'RemoveFormEntry' | 'RestoreFormEntry'
> = {
  AddFormEntry({ entry, type, asksFor, label, after }, state) {
    const { form = [] } = state
    if (form.some(({ key }) => key === entry)) return []
    // Removed ones count: they can come back.
    if (form.length >= MOST.formEntries) return refuse('too-many', { slots: { most: MOST.formEntries } })
    if ((type === 'field') !== (asksFor !== null)) return refuse('form-entry-invalid')
    return (
      textRefusal(label, MOST.formLabel) ??
      fieldRefusal(state, asksFor) ??
      placeRefusal(form, after) ?? [fact('FormEntryAdded', { entry, type, asksFor, label, after })]
    )
  },

  RetypeFormEntry({ entry: key, type }, state) {
    const entry = liveEntryOf(state, key)
    if ('refused' in entry) return entry
    if (entry.type === type) return []
    // What asks for a field goes on asking for it.
    if (type === 'field' || entry.type === 'field') return refuse('form-entry-invalid')
    return [fact('FormEntryRetyped', { entry: key, type })]
  },

  LabelFormEntry({ entry: key, label }, state) {
    const entry = liveEntryOf(state, key)
    if ('refused' in entry) return entry
    if (entry.label === label) return []
    return textRefusal(label, MOST.formLabel) ?? [fact('FormEntryLabelled', { entry: key, label })]
  },

  MoveFormEntry({ entry: key, after }, state) {
    const entry = liveEntryOf(state, key)
    if ('refused' in entry) return entry
    const form = state.form ?? []
    const at = form.indexOf(entry)
    if (after === key || after === (form[at - 1]?.key ?? null)) return []
    return placeRefusal(form, after) ?? [fact('FormEntryMoved', { entry: key, after })]
  },

  RemoveFormEntry({ entry }, { form = [] }) {
    return form.some(({ key, removed }) => key === entry && !removed) ? [fact('FormEntryRemoved', { entry })] : []
  },

  RestoreFormEntry({ entry: key }, state) {
    const entry = state.form?.find((one) => one.key === key)
    if (!entry) return refuse('form-entry-missing')
    if (!entry.removed) return []
    return isAskedFor(state, entry.asksFor)
      ? refuse('form-field-twice', { at: [entry.asksFor!] })
      : [fact('FormEntryRestored', { entry: key })]
  },
}

function liveEntryOf({ form = [] }: PackState, key: string): FormEntry | Refused {
  return form.find((one) => one.key === key && !one.removed) ?? refuse('form-entry-missing')
}

function placeRefusal(form: readonly FormEntry[], after: string | null): Refused | null {
  return after === null || form.some(({ key }) => key === after) ? null : refuse('form-entry-missing')
}

/** A form asks for each field once, and for none that nobody fills in. */
function fieldRefusal(state: PackState, key: string | null): Refused | null {
  if (key === null) return null
  const field = liveFieldOf(state, key)
  if ('refused' in field) return field
  if (fieldTypeOf(field).isExcludedFromSigning || !fieldTypeOf(field).assignable) return refuse('form-field-unfit', { at: [key] })
  return isAskedFor(state, key) ? refuse('form-field-twice', { at: [key] }) : null
}

const isAskedFor = ({ form = [] }: PackState, key: string | null) =>
  key !== null && form.some(({ asksFor, removed }) => asksFor === key && !removed)
