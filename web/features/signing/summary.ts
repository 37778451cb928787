import { disclosed } from '#domain/kernel'
import { type Field, fieldTypeOf } from '#domain/pack'
import { shownDate } from '#pdf/appearance'
import { wordsOf } from '../../messages/index.ts'
import { FIELD_WIDGETS } from '../fields/index.ts'

/** What stands in a field, in a few words for a list; '' where only its looks say it. */
export function summaryOf(field: Field): string {
  const value = disclosed(field.value, null)
  if (value === null) return ''
  if (typeof value !== 'string') return value.method === 'attached' ? value.filename : value.method === 'typed' ? value.text : ''
  const { said } = FIELD_WIDGETS[field.type]
  if (said) return said(value)
  const { hasGroup, completes, hasAutoDate } = fieldTypeOf(field)
  if (hasGroup) return wordsOf('signing')(completes(value) ? 'ticked' : 'not_ticked')
  return hasAutoDate ? shownDate(value) : value
}
