import type { ListRow } from '#contract/document-list'

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
