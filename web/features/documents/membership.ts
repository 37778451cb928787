import type { LIST_STATUSES, ListRow } from '#contract/document-list'

export type ListStatus = (typeof LIST_STATUSES)[number]
export interface Filter {
  readonly type: 'document' | 'template'
  readonly status: ListStatus
  readonly search: string
  readonly trash: boolean
}

/** Whether the person `me` is a signer of it who is asked to sign now. */
export const awaits = (row: ListRow, me: string): boolean =>
  row.status === 'awaiting_signatures' &&
  row.signatories.some(({ user_key, status }) => user_key === me && status === 'awaiting_signatures')

/** Whether a row belongs into the list under a filter. What a search finds only the server knows: it is not asked here. */
export function belongs(row: ListRow, filter: Filter, me: string): boolean {
  if (row.is_deleted !== filter.trash || row.document_type !== filter.type) return false
  if (filter.status === 'all') return true
  return filter.status === 'awaiting_my_signature' ? awaits(row, me) : row.status === filter.status
}

/**
 * The rows after some changed. A row stays where it is, so that nothing moves under the pointer; one that no longer
 * belongs goes; a new one comes in at the top, unless a search decides what is found.
 */
export function receive(
  rows: readonly ListRow[],
  changed: readonly ListRow[],
  removed: readonly string[],
  filter: Filter,
  me: string,
): readonly ListRow[] {
  const gone = new Set(removed)
  const news = new Map(changed.map((row) => [row.key, row]))
  const kept = rows.flatMap((row) => {
    if (gone.has(row.key)) return []
    const next = news.get(row.key)
    news.delete(row.key)
    if (!next || next.revision < row.revision) return [row]
    return belongs(next, filter, me) ? [next] : []
  })
  const added = filter.search ? [] : [...news.values()].filter((row) => !gone.has(row.key) && belongs(row, filter, me))
  added.sort((a, b) => b.date_updated.localeCompare(a.date_updated))
  const same = added.length === 0 && kept.length === rows.length && kept.every((row, at) => row === rows[at])
  return same ? rows : [...added, ...kept]
}

/** Keys from one row to another, in either direction, both included. */
export function rangeOf(keys: readonly string[], from: string, to: string): readonly string[] {
  const a = keys.indexOf(from)
  const b = keys.indexOf(to)
  if (a < 0 || b < 0) return b < 0 ? [] : [to]
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}
