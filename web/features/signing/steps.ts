import { disclosed } from '#domain/kernel'
import { type Field, fieldTypeOf, liveFields, type PackState, type Signatory } from '#domain/pack'
import { shownDate } from '#pdf/appearance'
import { wordsOf } from '../../messages/index.ts'
import { FIELD_WIDGETS, inReadingOrder } from '../fields/index.ts'

/** The fields a signer has to deal with, in reading order: document, page, then from top to bottom. */
export function stepsOf(view: PackState, signatory: string): readonly Field[] {
  const position = new Map(view.documents.map((document) => [document.key, document.position]))
  const own = liveFields(view).filter(({ assignee }) => assignee === signatory)
  const pages = Map.groupBy(own, ({ document, page }) => (position.get(document) ?? 0) * MOST_PAGES + page)
  return [...pages].sort(([a], [b]) => a - b).flatMap(([, fields]) => inReadingOrder(fields))
}

/** Of one document. */
const MOST_PAGES = 1_000_000

export function signerOf(view: PackState, signatory: string): Signatory | undefined {
  return view.signatories.find((each) => each.uuid === signatory)
}

/** The next field that still needs the signer after `from`, wrapping round; null where none does. */
export function nextOpen(steps: readonly Field[], from: number, isOpen: (field: Field) => boolean): number | null {
  for (let ahead = 1; ahead <= steps.length; ahead++) {
    const at = (from + ahead) % steps.length
    if (isOpen(steps[at]!)) return at
  }
  return null
}

/** The fields of the same group, or the field alone, in reading order: one duty. */
export function groupOf(view: PackState, field: Field): readonly Field[] {
  if (!fieldTypeOf(field).hasGroup || field.group === null || field.assignee === null) return [field]
  return stepsOf(view, field.assignee).filter((each) => each.group === field.group && fieldTypeOf(each).hasGroup)
}

/** What stands in a field, in a few words for a list; '' where only its looks say it. */
export function summaryOf(field: Field): string {
  const value = disclosed(field.value, null)
  if (value === null) return ''
  if (typeof value !== 'string') return value.method === 'typed' ? value.text : ''
  const { said } = FIELD_WIDGETS[field.type]
  if (said) return said(value)
  const { hasGroup, completes, hasAutoDate } = fieldTypeOf(field)
  if (hasGroup) return wordsOf('signing')(completes(value) ? 'ticked' : 'not_ticked')
  return hasAutoDate ? shownDate(value) : value
}

/** The day it is where the signer sits, as an ISO date. */
export function today(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
