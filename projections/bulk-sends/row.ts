import type { BulkSend, ListedBulkSend } from '#domain/bulk-send'
import { disclosed } from '#domain/kernel'

/** What its columns hold of a bulk send. */
export interface BulkSendRow {
  readonly key: string
  readonly workspace: string
  readonly archived: boolean
  readonly created: string
  readonly leftOut: readonly (readonly [row: number, file: string])[]
  readonly shown: Omit<ListedBulkSend, 'leftOut' | 'failed'> & { readonly failed: number }
}

export function rowOf(key: string, state: BulkSend): BulkSendRow {
  const { exists: _, mappings: __, leftOut, failed, description, filter, ...plain } = state
  const { workspace, archived, created } = plain
  const shown = { ...plain, description: disclosed(description, ''), filter: disclosed(filter, []), failed: failed.size }
  return { key, workspace, archived, created, leftOut: [...leftOut], shown }
}

export const listedOf = ({ shown: { failed, ...shown }, leftOut }: Pick<BulkSendRow, 'shown' | 'leftOut'>): ListedBulkSend => ({
  ...shown,
  leftOut: new Map(leftOut),
  failed: { size: failed },
})
