import type { ListRow } from '#contract/document-list'
import { LIST_REFRESH_MS, UPDATES_AFTER_TRIGGER_MS, UPDATES_MS } from './timings.ts'

/**
 * When to ask which rows changed, while nothing is pushed: every 15 s; 5 s after something was done here, and then
 * every 60 s (specification file 3, section 9).
 */
export function nextUpdatePoll(sinceTrigger: 'none' | 'just-done' | 'polled'): number {
  if (sinceTrigger === 'just-done') return UPDATES_AFTER_TRIGGER_MS
  return sinceTrigger === 'polled' ? LIST_REFRESH_MS : UPDATES_MS
}

export interface RowUpdate {
  readonly key: string
  readonly date_updated: string | null
  readonly _deleted: boolean
}

/** What an answer to that question means: rows that are gone, and whether any of the others has to be fetched. */
export function readUpdates(
  rows: readonly ListRow[],
  updates: readonly RowUpdate[],
): { readonly gone: readonly string[]; readonly stale: boolean } {
  const shown = new Map(rows.map(({ key, date_updated }) => [key, date_updated]))
  const gone = updates.filter(({ key, _deleted }) => _deleted && shown.has(key)).map(({ key }) => key)
  const stale = updates.some(({ key, date_updated, _deleted }) => !_deleted && date_updated !== null && shown.get(key) !== date_updated)
  return { gone, stale }
}
