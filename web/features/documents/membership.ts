import type { CustomFieldCondition, LIST_STATUSES, ListRow } from '#contract/document-list'
import { receive as received } from '../../list/index.ts'
import type { Me } from '../auth/index.ts'

export type ListStatus = (typeof LIST_STATUSES)[number]
export interface Filter {
  readonly type: 'document' | 'template'
  readonly status: ListStatus
  readonly search: string
  readonly trash: boolean
  /** Documents of this one only; null: of any, and of none. */
  readonly bulkSend: string | null
  /** Documents for whose custom fields each of these holds. */
  readonly customFields: readonly CustomFieldCondition[]
}
/** Nothing is left out. */
export const DOCUMENTS: Filter = { type: 'document', status: 'all', search: '', trash: false, bulkSend: null, customFields: [] }

/** As which signer the person `me` is asked to sign it now; undefined where they are not. The server counts by the same. */
export const turnOf = (row: ListRow, me: Me): ListRow['signatories'][number] | undefined =>
  row.status === 'awaiting_signatures' && !row.expired
    ? row.signatories.find(
        ({ user_key, address_digest, status }) =>
          status === 'awaiting_signatures' && (user_key === me.user || (address_digest !== null && address_digest === me.address)),
      )
    : undefined

/** Whether a row belongs into the list under a filter. What a search finds, or a custom field that may be hidden, only the server knows. */
export function belongs(row: ListRow, filter: Filter, me: Me): boolean {
  if (row.is_deleted !== filter.trash || row.document_type !== filter.type) return false
  if (filter.bulkSend !== null && row.bulk_send?.key !== filter.bulkSend) return false
  if (filter.status === 'all') return true
  return filter.status === 'awaiting_my_signature' ? turnOf(row, me) !== undefined : row.status === filter.status
}

/** The rows after some changed; `me` is who looks at them. */
export const receive = (
  rows: readonly ListRow[],
  changed: readonly ListRow[],
  removed: readonly string[],
  filter: Filter,
  me: Me,
): readonly ListRow[] =>
  received(rows, {
    changed,
    removed,
    belongs: (row) => belongs(row, filter, me),
    takesNew: filter.search === '' && filter.customFields.length === 0,
  })
