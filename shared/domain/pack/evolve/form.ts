import type { TopicFact } from '../events/index.ts'
import type { FormEntry, PackState } from '../state.ts'

export function evolveForm(state: PackState, { type, data }: TopicFact<'form'>): PackState {
  const { form = [] } = state
  const change = (change: Partial<FormEntry>): PackState => ({
    ...state,
    form: form.map((one) => (one.key === data.entry ? { ...one, ...change } : one)),
  })
  switch (type) {
    case 'FormEntryAdded': {
      const { entry: key, type, asksFor, label, after } = data
      return { ...state, form: placed(form, { key, type, asksFor, label, removed: false }, after) }
    }
    case 'FormEntryRetyped':
      return change({ type: data.type })
    case 'FormEntryLabelled':
      return change({ label: data.label })
    case 'FormEntryMoved': {
      const moved = form.find(({ key }) => key === data.entry)
      return moved ? { ...state, form: placed(without(form, moved), moved, data.after) } : state
    }
    case 'FormEntryRemoved':
      return change({ removed: true })
    case 'FormEntryRestored':
      return change({ removed: false })
    default:
      return type satisfies never
  }
}

const without = (form: readonly FormEntry[], entry: FormEntry) => form.filter((one) => one !== entry)

/** A redacted view may not know what it follows: it comes last then. */
function placed(form: readonly FormEntry[], entry: FormEntry, after: string | null): readonly FormEntry[] {
  const at = after === null ? 0 : form.findIndex(({ key }) => key === after) + 1 || form.length
  return [...form.slice(0, at), entry, ...form.slice(at)]
}
