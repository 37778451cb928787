import type { Column } from '#domain/filters'
import { isStorable, type Refused } from '#domain/kernel'
import { MOST_CELL } from './limits.ts'
import type { RecipientListsRefusalCode } from './refusals.ts'

/** What is wrong with values that were typed for a row: it has one for each column. */
export function correctionRefusal(values: readonly string[], columns: readonly Column[]): Refused<RecipientListsRefusalCode> | null {
  if (values.length !== columns.length) return { refused: 'recipient-row-columns' }
  if (values.some((value) => value.length > MOST_CELL)) return { refused: 'recipient-cell-too-long', slots: { most: MOST_CELL } }
  return values.every(isStorable) ? null : { refused: 'recipient-cell-not-text' }
}
