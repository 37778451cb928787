import type { NotificationRecord } from '#contract/notifications'
import type { InboxRow } from '#projections/inbox'
import type { Membership } from '../edge/caller.ts'
import type { People } from '../people.ts'

/** Rows as the one whose they are reads them, with the names of members as they are now. */
export async function notificationRecords(
  rows: readonly InboxRow[],
  memberships: readonly Membership[],
  people: Pick<People, 'namesOf'>,
): Promise<NotificationRecord[]> {
  const named = [...new Set(rows.flatMap(({ by, workspace }) => (by === null ? [] : workspace)))]
  const names = new Map(await Promise.all(named.map(async (workspace) => [workspace, await people.namesOf(workspace)] as const)))
  return rows.map((row) => {
    const who = row.by === null ? null : (names.get(row.workspace)?.[`user:${row.by}`] ?? 'A former member')
    const ofWorkspace = row.related === row.workspace
    const team = memberships.find(({ workspace }) => workspace === row.workspace)?.name ?? ''
    const words = ofWorkspace ? `${row.words} to ${team}` : row.words
    return {
      key: row.key,
      date_created: row.created,
      date_updated: row.updated,
      date_read: row.read,
      read: row.read !== null,
      related_key: row.related,
      related_key_type: ofWorkspace ? 'UserAccount' : 'Document',
      account_key: row.workspace,
      url: ofWorkspace ? `#documents?user_account=${row.workspace}` : `#documents/${row.related}`,
      kind: row.kind,
      message: `${who === null ? words : `${who} ${words}`}.`,
    }
  })
}
