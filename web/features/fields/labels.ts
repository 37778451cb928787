import { disclosed } from '#domain/kernel'
import { type Field, fieldTypeOf } from '#domain/pack'
import { wordsOf } from '../../messages/index.ts'

type Named = Pick<Field, 'type' | 'customId' | 'label'>

/** What a field is called: its label; without one its custom id in words where somebody chose one, else its type. */
export function fieldLabel(field: Named): string {
  const label = disclosed(field.label ?? '', '')
  if (label !== '') return label
  const id = disclosed(field.customId, '')
  const made = new RegExp(`^${fieldTypeOf(field).customIdPrefix}[-_ ]?\\d*$`, 'i')
  if (id === '' || made.test(id)) return wordsOf('fields')(field.type)
  const words = id.replaceAll(/[-_\s]+/g, ' ').trim()
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** The headings a field stands under, from the outermost; '' where it stands under none. */
export function fieldPath({ hierarchy = [] }: Pick<Field, 'hierarchy'>): string {
  return disclosed(hierarchy, []).join(' › ')
}

/** The sender's help, or the specification's. */
export function fieldHelp(field: Pick<Field, 'type' | 'description'>): string {
  return disclosed(field.description, '') || fieldTypeOf(field).helpText
}
