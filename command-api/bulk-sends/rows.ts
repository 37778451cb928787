import { type BulkSend, listDigest } from '#domain/bulk-send'
import { disclosed } from '#domain/kernel'
import { recipientLists as aggregate, type RecipientListVersion, versionNow } from '#domain/recipient-lists'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { RecipientRows } from '#projections/recipient-rows'

type Of = Pick<BulkSend, 'workspace' | 'list' | 'filter' | 'run'>

/** Rows of the list as it was when a bulk send was activated; of one that was not, as the list is now. */
export function bulkSendRows({
  handler,
  rows,
}: {
  readonly handler: CommandHandler
  readonly rows: Pick<RecipientRows, 'page' | 'count'>
}) {
  const lists = commandsOf(aggregate, handler)

  async function versionOf({ workspace, list, run }: Of): Promise<RecipientListVersion | null> {
    const found = list === null ? undefined : (await lists.load(workspace)).living.get(list)
    if (!found) return null
    // Nothing begins over a deleted list; an earlier activation goes on over its rows.
    if (run === null) return found.archived === null ? versionNow(found) : null
    return found.versions.find((version) => listDigest(found.key, version) === run.pins.list) ?? null
  }
  const question = (of: Of, version: RecipientListVersion, today: string) => ({ version, filter: disclosed(of.filter, []), today })

  return {
    versionOf,
    async columns(of: Of) {
      const version = await versionOf(of)
      return version && { columns: version.columns.map(({ name }) => name), dates: version.format.dates }
    },
    async page(of: Of, after: string | null, limit: number) {
      const version = await versionOf(of)
      if (version === null || of.run === null) return null
      const page = await rows.page({ ...question(of, version, of.run.pins.day), after, limit })
      return 'refused' in page ? null : { rows: page.rows.map(({ number }) => number), cursor: page.cursor }
    },
    /** How many rows match, of how many; null: the list is gone, or has not the columns of the filter. */
    async count(of: Of, today: string) {
      const version = await versionOf(of)
      const counted = version && (await rows.count(question(of, version, today)))
      return counted && !('refused' in counted) ? counted.rows : null
    },
    async find(of: Of, row: number) {
      const version = await versionOf(of)
      if (version === null) return null
      const page = await rows.page({ version, filter: [], today: of.run?.pins.day ?? '', after: `0.${row - 1}`, limit: 1 })
      const found = 'refused' in page ? undefined : page.rows[0]
      return found?.number === row ? found.values : null
    },
  }
}
export type PinnedRows = ReturnType<typeof bulkSendRows>
