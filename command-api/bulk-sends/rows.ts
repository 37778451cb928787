import { type BulkSend, listNow, listPinned, type Pins, rowsWanted } from '#domain/bulk-send'
import { recipientLists as aggregate, type RecipientListVersion } from '#domain/recipient-lists'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { RecipientRows } from '#projections/recipient-rows'

type Of = Pick<BulkSend, 'workspace' | 'list' | 'filter' | 'leftOut' | 'run' | 'status'>

/** Rows of the list as it was when a bulk send was activated; of one that was not, as the list is now. */
export function bulkSendRows({
  handler,
  rows,
}: {
  readonly handler: CommandHandler
  readonly rows: Pick<RecipientRows, 'page' | 'count'>
}) {
  const lists = commandsOf(aggregate, handler)
  const now = async (of: Pick<Of, 'workspace' | 'list'>) => listNow(of, await lists.load(of.workspace))
  const pinned = async (of: Pick<Of, 'workspace' | 'list'>, pins: Pins | null) => listPinned(of, pins, await lists.load(of.workspace))
  const confirmed = (of: Of) => pinned(of, of.run?.pins ?? null)

  return {
    /** What a check or an activation would read. */
    now,
    /** What a check or an activation has read. */
    pinned,
    /** What is shown of it: what runs, else what would. */
    async shown(of: Of): Promise<RecipientListVersion | null> {
      return (of.status === 'active' ? null : await now(of)) ?? (await confirmed(of))
    },
    async columns(of: Of) {
      const version = await confirmed(of)
      return version && { columns: version.columns.map(({ name }) => name), dates: version.format.dates }
    },
    async page(of: Of, after: string | null, limit: number) {
      const version = await confirmed(of)
      if (version === null || of.run === null) return null
      const page = await rows.page({ ...rowsWanted(of, version), today: of.run.pins.day ?? '', after, limit })
      return 'refused' in page ? null : { rows: page.rows.map(({ number }) => number), cursor: page.cursor }
    },
    /** How many rows match now, for each of these of one workspace; null: the list is gone, or has not the columns of the filter. */
    async counts(workspace: string, of: readonly Pick<Of, 'list' | 'filter' | 'leftOut'>[], today: string) {
      if (of.length === 0) return []
      const all = await lists.load(workspace)
      const counted = new Map<string, Promise<number | null>>()
      async function count(one: (typeof of)[number]) {
        const version = listNow(one, all)
        const found = version && (await rows.count({ ...rowsWanted(one, version), today }))
        return found && !('refused' in found) ? found.rows : null
      }
      return Promise.all(
        of.map((one) => {
          // Many have all rows of the same list.
          const same = JSON.stringify([one.list, one.filter, [...one.leftOut]])
          const matching = counted.get(same) ?? count(one)
          counted.set(same, matching)
          return matching
        }),
      )
    },
    async find(of: Of, row: number) {
      const version = await confirmed(of)
      if (version === null) return null
      const page = await rows.page({ version, filter: [], today: '', after: `0.${row - 1}`, limit: 1 })
      const found = 'refused' in page ? undefined : page.rows[0]
      return found?.number === row ? found.values : null
    },
  }
}
export type PinnedRows = ReturnType<typeof bulkSendRows>
