import { disclosed, isWithheld } from '#domain/kernel'
import { enabledFields, type Field, type FormEntry, fieldTypeOf, liveFormEntries, type PackState, shownIn } from '#domain/pack'

export type FormItem =
  | { readonly key: string; readonly type: 'h1' | 'h2' | 'h3' | 'p'; readonly text: string }
  /** `own`: the signer fills it in; else it is shown to be read. */
  | { readonly key: string; readonly type: 'field'; readonly field: Field; readonly label: string; readonly own: boolean }

const DEPTH: Readonly<Record<FormEntry['type'], number>> = { h1: 1, h2: 2, h3: 3, p: 4, field: 4 }

/**
 * What a signer's form shows, in its order: the entries that concern them, and behind those, in the order of the pages, their fields that are
 * in no entry: nobody gets stuck. Sections that are about others' fields alone are left out.
 */
export function formItems(view: PackState, steps: readonly Field[], rest: string): readonly FormItem[] {
  const entries = liveFormEntries(view)
  const own = new Set(steps.map(({ key }) => key))
  const takesPart = new Set(enabledFields(view).map(({ key }) => key))
  const isShown = ({ asksFor }: FormEntry) => {
    if (asksFor === null || own.has(asksFor)) return true
    const field = view.fields[asksFor]!
    return takesPart.has(asksFor) && shownIn(field) !== null && !isWithheld(field.value)
  }
  const elsewhere = sectionsOfOthers(entries, isShown)
  const items = entries.flatMap((entry): FormItem[] => {
    const { key, type, asksFor } = entry
    if (elsewhere.has(entry) || !isShown(entry)) return []
    const text = disclosed(entry.label, '')
    if (type !== 'field') return text === '' ? [] : [{ key, type, text }]
    const field = view.fields[asksFor!]!
    return [{ key: field.key, type, field: text === '' ? field : labelled(field, text), label: text, own: own.has(field.key) }]
  })
  const asked = new Set(entries.map(({ asksFor }) => asksFor))
  const left = steps.filter(({ key }) => !asked.has(key))
  const isRest = left.length > 0 && items.length > 0
  if (isRest) items.push({ key: 'rest', type: 'h2', text: rest })
  let document = ''
  for (const field of left) {
    if (view.documents.length > 1 && field.document !== document) {
      document = field.document
      const name = disclosed(view.documents.find(({ key }) => key === document)?.name ?? '', '')
      // No level is left out.
      items.push({ key: document, type: isRest ? 'h3' : 'h2', text: name })
    }
    items.push({ key: field.key, type: 'field', field, label: '', own: true })
  }
  return items
}

/** Entries of sections that ask only for fields that are not shown. */
function sectionsOfOthers(entries: readonly FormEntry[], isShown: (entry: FormEntry) => boolean): ReadonlySet<FormEntry> {
  const left = new Set<FormEntry>()
  for (const [at, { type }] of entries.entries()) {
    if (DEPTH[type] > 3) continue
    const next = entries.findIndex((entry, place) => place > at && DEPTH[entry.type] <= DEPTH[type])
    const section = entries.slice(at, next === -1 ? undefined : next)
    const asking = section.filter(({ asksFor }) => asksFor !== null)
    if (asking.length > 0 && !asking.some(isShown)) for (const entry of section) left.add(entry)
  }
  return left
}

/** The same object for the same question: of hundreds, one has changed since the last look. */
const known = new WeakMap<Field, Field>()
function labelled(field: Field, label: string): Field {
  const before = known.get(field)
  if (before?.label === label) return before
  const asked = { ...field, label }
  known.set(field, asked)
  return asked
}

export interface Section {
  readonly key: string
  /** Of tick boxes of one group, in one fieldset; null: none. */
  readonly legend: string | null
  readonly items: readonly FormItem[]
}

/** Tick boxes of one group that follow each other belong together. */
export function sectionsOf(items: readonly FormItem[]): readonly Section[] {
  const sections: { key: string; legend: string | null; items: FormItem[] }[] = []
  for (const item of items) {
    const group = item.type === 'field' && item.own && fieldTypeOf(item.field).hasGroup ? item.field.group : null
    const last = sections.at(-1)
    if (group !== null && last?.legend === group) last.items.push(item)
    else sections.push({ key: item.key, legend: group, items: [item] })
  }
  return sections
}
