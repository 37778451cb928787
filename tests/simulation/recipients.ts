import type { BulkSendRows } from '#processes/bulk-sends'

export const COLUMNS = ['name', 'email'] as const
/** So that what is sent in bulk takes several pages. */
const PAGE = 2

/** Rows of recipient lists as they were imported, by list; the first has number 2. */
export type RecipientLists = ReadonlyMap<string, readonly (readonly string[])[]>

export function bulkSendRows(lists: RecipientLists): BulkSendRows {
  return {
    columns: async ({ list }) => (lists.has(list ?? '') ? { columns: COLUMNS, dates: 'day-month' } : null),
    async page({ list }, after) {
      const rows = lists.get(list ?? '')
      if (!rows) return null
      const from = Number(after ?? 0)
      const numbers = rows.slice(from, from + PAGE).map((_, at) => from + at + 2)
      return { rows: numbers, cursor: from + PAGE < rows.length ? String(from + PAGE) : null }
    },
    find: async ({ list }, row) => lists.get(list ?? '')?.[row - 2] ?? null,
  }
}
