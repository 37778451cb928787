import type { FoundField } from '#contract/form-fields'
import { elided } from '#domain/kernel'
import { fieldTypes } from '#domain/pack'
import type { useWords } from '../../messages/index.ts'

type Words = ReturnType<typeof useWords<'form_import'>>

/** A field of the form, with all that shows it: it is taken over as a whole. */
export interface FormFieldRow {
  readonly number: number
  readonly fields: readonly [FoundField, ...FoundField[]]
}

export function rowsOf(fields: readonly FoundField[]): FormFieldRow[] {
  return [...Map.groupBy(fields, ({ form_field }) => form_field)].flatMap(([number, [first, ...rest]]) =>
    first ? [{ number, fields: [first, ...rest] }] : [],
  )
}

const MOST_SHOWN = 60
const cut = (text: string) => elided(text, MOST_SHOWN)

/** What the form called a box of a choice. */
const optionOf = ({ checkbox_group, custom_id }: FoundField) =>
  checkbox_group !== null && custom_id.startsWith(`${checkbox_group}.`) ? custom_id.slice(checkbox_group.length + 1) : custom_id

/** What there is to know of it before it is taken over, in a few words each. */
export function traitsOf({ fields }: FormFieldRow, words: Words): string[] {
  const [{ checkbox_group, required, multiline, comb, longest, options, filled }] = fields
  return [
    ...(required ? [words('required')] : []),
    ...(multiline ? [words('multiline')] : []),
    ...(comb !== null ? [words('comb', { count: String(comb) })] : []),
    ...(comb === null && longest !== null ? [words('longest', { count: String(longest) })] : []),
    ...(options.length > 0 ? [words('options', { count: options.length })] : []),
    ...(checkbox_group !== null ? [words('one_of', { options: cut(fields.map(optionOf).join(', ')) })] : []),
    ...(checkbox_group === null && fields.length > 1 ? [words('places', { count: String(fields.length) })] : []),
    ...(filled ? [heldIn(fields, words)] : []),
  ]
}

function heldIn(fields: FormFieldRow['fields'], words: Words): string {
  const held = fields.find(({ data }) => data !== null)
  if (!held?.data) return words('filled')
  if (held.checkbox_group !== null) return words('holds', { text: cut(optionOf(held)) })
  return fieldTypes[held.type].hasGroup ? words('filled') : words('holds', { text: cut(held.data) })
}

/** What is lost once it is a field here. */
export function lossesOf({ fields: [{ lost }] }: FormFieldRow, words: Words): string[] {
  const said = { 'several-choices': 'several_choices', 'own-text': 'own_text', 'same-value': 'same_value' } as const
  return lost.map((one) => words(said[one]))
}
