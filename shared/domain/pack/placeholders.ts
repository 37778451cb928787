import { disclosed, type Private } from '#domain/kernel'
import { customFieldId, liveCustomFields } from './custom-fields.ts'
import type { CustomField, PackState, PlaceholderTexts } from './state.ts'

// Names, subject and message name custom fields as `{{id}}`. They are filled in once, when signatures are requested.

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g
/** An invisible character without width. */
const WORD_JOINER = '\u2060'

/** A value within a text that is looked through again, for other placeholders: in this one, nothing looks like one. */
export const inert = (value: string): string => value.replace(/\{(?=\{|name\})/g, `{${WORD_JOINER}`)

/** The custom fields that a text names. */
function namedIn(text: string, byId: ReadonlyMap<string, CustomField>): readonly CustomField[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, id = '']) => byId.get(id.trim()) ?? [])
}

export function filledIn(text: string, byId: ReadonlyMap<string, CustomField>): string {
  return text.replace(PLACEHOLDER, (whole, id: string) => {
    const named = byId.get(id.trim())
    return named ? inert(disclosed(named.value, '')) : whole
  })
}

export function customFieldsById(state: PackState): ReadonlyMap<string, CustomField> {
  return new Map(liveCustomFields(state).map((one) => [customFieldId(one), one]))
}

export function placeholderTexts({ name, settings, documents }: PackState): PlaceholderTexts {
  const { subject = '', message = '' } = settings
  return { name, subject, message, documents: Object.fromEntries(documents.map((one) => [one.key, one.name])) }
}

/** With the values that its texts name, as a request will have them. */
export function asFilled(state: PackState): PackState {
  const byId = customFieldsById(state)
  if (byId.size === 0) return state
  const of = (text: Private<string>) => (typeof text === 'string' ? filledIn(text, byId) : text)
  const { subject = '', message = '' } = state.settings
  return { ...state, name: of(state.name), settings: { ...state.settings, subject: of(subject), message: of(message) } }
}

/** With the placeholders that its texts had before they were filled in: what a copy begins from. */
export function asWritten(state: PackState): PackState {
  const { written, ...rest } = state
  if (!written) return state
  const { name, subject, message, documents } = written
  return {
    ...rest,
    name,
    settings: { ...rest.settings, subject, message },
    documents: rest.documents.map((one) => ({ ...one, name: documents[one.key] ?? one.name })),
  }
}

/** Custom fields that are not for everybody, in texts that everybody who signs reads. */
export function hiddenInTexts(state: PackState): readonly CustomField[] {
  const byId = customFieldsById(state)
  if (byId.size === 0) return []
  const { documents, ...own } = placeholderTexts(state)
  const named = [...Object.values(own), ...Object.values(documents)].flatMap((text) => namedIn(disclosed(text, ''), byId))
  return [...new Set(named)].filter(({ visible }) => !visible)
}
