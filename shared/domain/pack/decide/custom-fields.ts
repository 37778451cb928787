import { disclosed, isBlank } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import { customFieldId, idFromName, liveCustomFields, uniqueId } from '../custom-fields.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { customFieldsById, filledIn, placeholderTexts } from '../placeholders.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { CustomField, PackState, PlaceholderTexts } from '../state.ts'
import type { Deciders } from './context.ts'

export const decideCustomFields: Deciders<'SetCustomField' | 'RemoveCustomField' | 'RestoreCustomField'> = {
  SetCustomField({ customField: key, ...said }, state) {
    const held = state.customFields?.find((one) => one.key === key)
    if (held?.removed) return refuse('custom-field-missing', { at: [key] })
    if (!held && (state.customFields?.length ?? 0) >= MOST.customFields) return refuse('too-many', { slots: { most: MOST.customFields } })
    const before = held ? wordsOf(held) : { id: '', name: '', value: '' }
    const name = said.name?.trim() ?? before.name
    if (isBlank(name)) return refuse('custom-field-unnamed', { at: [key] })
    const value = said.value ?? before.value
    const unfit = textRefusal(name, MOST.name) ?? textRefusal(said.id ?? '', MOST.customId) ?? textRefusal(value, MOST.customFieldValue)
    if (unfit) return unfit
    const next = {
      id: idOf(state, key, said.id, name, before),
      name,
      value,
      required: said.required ?? held?.required ?? false,
      visible: said.visible ?? held?.visible ?? true,
      from: said.from ?? held?.from ?? null,
    }
    const isSame = held && Object.entries(next).every(([part, is]) => held[part as keyof typeof next] === is)
    return isSame ? [] : [fact('CustomFieldSet', { customField: key, ...next })]
  },

  RemoveCustomField({ customField: key }, { customFields = [] }) {
    const held = customFields.find((one) => one.key === key)
    return held?.removed === false ? [fact('CustomFieldRemoved', { customField: key })] : []
  },

  RestoreCustomField({ customField: key }, state) {
    const held = state.customFields?.find((one) => one.key === key)
    if (!held) return refuse('custom-field-missing', { at: [key] })
    if (!held.removed) return []
    const back = fact('CustomFieldRestored', { customField: key })
    // Another may have taken its id meanwhile.
    const id = uniqueId(customFieldId(held), idsOfOthers(state, key), MOST.customId)
    const { removed: _, key: __, ...is } = held
    return id === customFieldId(held) ? [back] : [back, fact('CustomFieldSet', { customField: key, ...is, id })]
  },
}

interface Words {
  readonly id: string
  readonly name: string
  readonly value: string
}
const wordsOf = ({ id, name, value }: CustomField): Words => ({
  id: disclosed(id, ''),
  name: disclosed(name, ''),
  value: disclosed(value, ''),
})

/** As said; else it goes on following the name, unless it was said before. */
function idOf(state: PackState, key: string, said: string | undefined, name: string, before: Words): string {
  const followed = before.name === '' || isFrom(before.id, idFromName(before.name))
  const wanted = said?.trim() ? idFromName(said.trim()) : name !== before.name && followed ? idFromName(name) : before.id
  return wanted === before.id ? wanted : uniqueId(wanted, idsOfOthers(state, key), MOST.customId)
}
const isFrom = (id: string, derived: string) =>
  id === derived || (id.startsWith(`${derived}_`) && /^\d+$/.test(id.slice(derived.length + 1)))

function idsOfOthers(state: PackState, key: string): ReadonlySet<string> {
  return new Set(liveCustomFields(state).flatMap((one) => (one.key === key ? [] : [customFieldId(one)])))
}

/** What names, subject and message say with the values of custom fields, once signatures are requested. */
export function fillingPlaceholders(state: PackState): readonly PackFact[] | Refused {
  const byId = customFieldsById(state)
  if (byId.size === 0) return []
  const written = placeholderTexts(state)
  const filled = filledTexts(written, (text) => filledIn(text, byId))
  const facts = changedTexts(written, filled)
  if (facts.length === 0) return []
  const { name, subject, message, documents } = filled
  const unfit =
    [name, ...Object.values(documents)].map((text) => tooLong(text, MOST.name)).find((refused) => refused !== null) ??
    tooLong(subject, MOST.subject) ??
    tooLong(message, MOST.message)
  return unfit ?? [fact('PlaceholdersFilled', {}), ...facts]
}

const tooLong = (text: PlaceholderTexts['name'], most: number) =>
  textRefusal(disclosed(text, ''), most) && refuse('placeholders-too-long', { slots: { most } })

/** As they were written, once the document is prepared again. */
export function unfillingPlaceholders(state: PackState): readonly PackFact[] {
  return state.written ? changedTexts(placeholderTexts(state), state.written) : []
}

function filledTexts({ name, subject, message, documents }: PlaceholderTexts, fill: (text: string) => string): PlaceholderTexts {
  const of = (text: PlaceholderTexts['name']) => (typeof text === 'string' ? fill(text) : text)
  const line = (text: PlaceholderTexts['name']) => (typeof text === 'string' ? fill(text).replace(/[\r\n]+/g, ' ') : text)
  return {
    name: line(name),
    subject: line(subject),
    message: of(message),
    documents: Object.fromEntries(Object.entries(documents).map(([key, text]) => [key, line(text)])),
  }
}

function changedTexts(from: PlaceholderTexts, to: PlaceholderTexts): readonly PackFact[] {
  return [
    ...(to.name === from.name ? [] : [fact('PackRenamed', { name: to.name })]),
    ...(to.subject === from.subject ? [] : [fact('SubjectChanged', { subject: to.subject })]),
    ...(to.message === from.message ? [] : [fact('MessageChanged', { message: to.message })]),
    ...Object.entries(from.documents).flatMap(([document, was]) => {
      const is = to.documents[document]
      return is === undefined || is === was ? [] : [fact('DocumentRenamed', { document, name: is })]
    }),
  ]
}
