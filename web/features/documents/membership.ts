import type { LIST_STATUSES, ListRow } from '#contract/document-list'
import { receive as received } from '../../list/index.ts'

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

/** The rows after some changed; `me` is who looks at them. */
export const receive = (
  rows: readonly ListRow[],
  changed: readonly ListRow[],
  removed: readonly string[],
  filter: Filter,
  me: string,
): readonly ListRow[] => received(rows, { changed, removed, belongs: (row) => belongs(row, filter, me), takesNew: filter.search === '' })
