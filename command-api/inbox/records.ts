import type { NotificationRecord } from '#contract/notifications'
import type { InboxRow } from '#projections/inbox'
import type { Accounts } from '../accounts/index.ts'
import type { Membership } from '../edge/caller.ts'

/** Rows as the one whose they are reads them, with the names of members as they are now. */
export async function notificationRecords(
  rows: readonly InboxRow[],
  memberships: readonly Membership[],
  accounts: Pick<Accounts, 'profileOf'>,
): Promise<NotificationRecord[]> {
  const named = [...new Set(rows.flatMap(({ by }) => by ?? []))]
  const names = new Map(await Promise.all(named.map(async (user) => [user, (await accounts.profileOf(user))?.fullName] as const)))
  return rows.map((row) => {
    const who = row.by === null ? null : (names.get(row.by) ?? 'A former member')
    const ofWorkspace = row.related === row.workspace
    const team = memberships.find(({ workspace }) => workspace === row.workspace)?.name ?? ''
    const isOfTeam = ofWorkspace && row.kind !== 'support-access'
    const words = isOfTeam ? `${row.words} ${row.kind === 'added' ? 'to' : 'in'} ${team}` : row.words
    return {
      key: row.key,
      date_created: row.created,
      date_updated: row.updated,
      date_read: row.read,
      read: row.read !== null,
      related_key: row.related,
      related_key_type: ofWorkspace ? 'UserAccount' : 'Document',
      account_key: row.workspace,
      url: urlOf(row),
      kind: row.kind,
      message: asSentence(who === null ? words : `${who} ${words}`),
    }
  })
}

function urlOf({ kind, related, workspace }: Pick<InboxRow, 'kind' | 'related' | 'workspace'>): string {
  if (related !== workspace) return `#documents/${related}`
  if (kind === 'support-access') return '#documents'
  return `#${kind === 'webhook-off' ? 'applications' : 'documents'}?user_account=${workspace}`
}

/** A reason that somebody wrote may end one already. */
const asSentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`)
