import type { Services } from '../services.ts'

/**
 * Why a profile cannot be deleted, in a sentence; null: it can. A member of a team leaves it first, unless it is closed to them; a team
 * that holds documents is never left without an administrator. To others no team is named: it may be none of theirs.
 */
export async function deletionObstacle(
  { accounts, members, queries }: Pick<Services, 'accounts' | 'members' | 'queries'>,
  user: string,
  whose: 'own' | 'other',
): Promise<string | null> {
  for (const membership of await (whose === 'own' ? accounts.membershipsOf(user) : accounts.allMembershipsOf(user))) {
    const { workspace, name } = membership
    const everybody = await members.list(workspace)
    const holdsDocuments = (await queries.packsOf(workspace, '', 1)).length > 0
    const others = everybody.filter((member) => member.user !== user)
    // Nothing is left behind there, and nobody.
    if (others.length === 0 && !holdsDocuments) continue
    const manages = (one: { isAdmin: boolean; permissions: ReadonlySet<string> }) =>
      one.isAdmin && one.permissions.has('can_manage_account')
    const isLast = manages(membership) && !others.some(manages)
    if (whose === 'other') return 'They belong to another team.'
    if (membership.isPersonal)
      return 'Your personal workspace holds documents. Move them to another workspace, or delete them for good, first.'
    return isLast && holdsDocuments
      ? `You are the last administrator of “${name}”, which holds documents. Make somebody else an administrator there, or delete its documents for good, first.`
      : `You belong to “${name}”. Leave it first.`
  }
  return null
}
