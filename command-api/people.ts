import { isOfTeam, type PackState, type Who } from '#domain/pack'
import type { Accounts, Members } from './accounts/index.ts'
import type { Applications } from './applications/index.ts'

/** What people are called, for those who may know. */
export interface People {
  /** Names of a workspace's members and applications by principal (`user:<key>`, `application:<key>`). */
  namesOf(workspace: string): Promise<Record<string, string>>
  /** The same, of all workspaces that it belonged to. */
  namesIn(state: Pick<PackState, 'workspace' | 'earlierWorkspaces'>): Promise<Record<string, string>>
  /** Who belongs to its workspace now, and whom it names of those before: the rest of them are nobody's here. Signers receive none. */
  namesFor(place: { readonly who: Who; readonly state: PackState }): Promise<Record<string, string>>
  /** What somebody is called, also who belongs to no workspace of theirs: '' where they are gone. */
  nameOfUser(user: string): Promise<string>
  /** What a signer learns of the person who asks them. The address is empty once the sender has left the team. */
  senderOf(workspace: string, user: string): Promise<{ workspaceName: string; senderName: string; senderEmail: string }>
}

export function people(
  accounts: Pick<Accounts, 'profileOf' | 'allMembershipsOf'>,
  members: Pick<Members, 'list'>,
  applications: Pick<Applications, 'namesOf'>,
): People {
  async function namesOf(workspace: string): Promise<Record<string, string>> {
    const [users, programs] = await Promise.all([members.list(workspace), applications.namesOf(workspace)])
    return { ...programs, ...Object.fromEntries(users.map(({ user, fullName }) => [`user:${user}`, fullName])) }
  }
  const namesIn: People['namesIn'] = async ({ workspace, earlierWorkspaces = [] }) =>
    Object.assign({}, ...(await Promise.all([...earlierWorkspaces, workspace].map(namesOf))))
  return {
    namesOf,
    namesIn,
    nameOfUser: async (user) => (await accounts.profileOf(user))?.fullName ?? '',
    async namesFor({ who, state }) {
      if (!isOfTeam(who)) return {}
      const { workspace, earlierWorkspaces } = state
      const now = await namesOf(workspace)
      if (earlierWorkspaces === undefined) return now
      const text = JSON.stringify(state)
      const before = Object.entries(await namesIn(state))
      return Object.fromEntries(
        before.filter(([principal]) => principal in now || text.includes(principal.slice(principal.indexOf(':') + 1))),
      )
    },
    async senderOf(workspace, user) {
      const sender = await accounts.profileOf(user)
      // The sender may have left since: any member knows the workspace's name.
      const team = await members.list(workspace)
      const anyone = team[0]?.user ?? user
      const membership = (await accounts.allMembershipsOf(anyone)).find((one) => one.workspace === workspace)
      const isMember = team.some((member) => member.user === user && member.permissions.has('can_browse'))
      return {
        // Who works for themselves signs with their name alone.
        workspaceName: membership === undefined || membership.isPersonal ? '' : membership.name,
        senderName: sender?.fullName ?? '',
        senderEmail: isMember ? (sender?.email ?? '') : '',
      }
    },
  }
}
