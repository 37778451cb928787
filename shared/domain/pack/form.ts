import type { FormEntry, PackState } from './state.ts'

type Of = Pick<PackState, 'form' | 'fields'>

/** The entries that a form shows, in their order. One whose field is gone waits for it to come back. */
export function liveFormEntries({ form = [], fields }: Of): readonly FormEntry[] {
  return form.filter(({ removed, asksFor }) => !removed && (asksFor === null || fields[asksFor]?.removed === false))
}

/** A form to fill in, instead of the pages: somebody arranged one, or wants it shown in any case. */
export function hasForm(state: Of & Pick<PackState, 'settings'>): boolean {
  return state.settings.alwaysFormView === true || liveFormEntries(state).length > 0
}
