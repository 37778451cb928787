import { disclosed, folded } from '#domain/kernel'
import { emailOf, fullName, invitationOf, knownAs, namesOf, type UserState } from '#domain/user'
import {
  type Member,
  NO_DIFFERENCES,
  type Permission,
  permissionsOf,
  successorByDefault,
  type WorkspaceState,
  whoseMembership,
} from '#domain/workspace'
import type { World } from '#platform/ports'
import { claimUser } from './claim-user.ts'
import { byUser, type Requester, type RequestOrigin } from './origins.ts'
import type { AccountRefused } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

export interface MemberRow {
  /** The membership's key: the specification's user account key. */
  readonly key: string
  readonly workspace: string
  readonly workspaceName: string
  readonly isPersonal: boolean
  readonly user: string
  readonly isAdmin: boolean
  readonly permissions: ReadonlySet<Permission>
  readonly fullName: string
  readonly email: string
  /** Whether they have come to the workspace themselves. Until then they have the name and address that the administrator entered. */
  readonly hasEntered: boolean
  /** Whether they have chosen a password yet: nothing that a team may know of somebody who has not come. */
  readonly hasPassword: boolean
}

export interface MembersQuestion {
  readonly search?: string | undefined
  readonly limit?: number | undefined
  /** The last member of the page before. */
  readonly cursor?: string | undefined
}
export interface MembersPage {
  readonly rows: readonly MemberRow[]
  /** Null where there is no further page. */
  readonly cursor: string | null
  /** How many there are on all pages. */
  readonly count: number
}

/** Somebody who left: by the name and address that the workspace may know. */
export type FormerMember = Pick<MemberRow, 'user' | 'fullName' | 'email'>

/** Who belongs to a workspace. May this one ask? The workspace decides, not the caller. */
export interface Memberships {
  /** Without whom it still records though their profile is gone. */
  list(workspace: string): Promise<MemberRow[]>
  /**
   * A page of them, in the order in which they joined. Nobody else is loaded, but where names are searched. Null where the cursor is no
   * member any more.
   */
  page(workspace: string, asked: MembersQuestion): Promise<MembersPage | null>
  /** One member; null where they are none. */
  memberOf(workspace: string, user: string): Promise<MemberRow | null>
  /**
   * A person without an account gets one. What the workspace records is followed by their invitation. `member`: the membership's key, by
   * which a call that is made again, after an answer that was lost, is known.
   */
  add(
    workspace: string,
    person: { firstName: string; lastName: string; email: string; isAdmin: boolean; member?: string | undefined },
    by: Requester,
    asked: RequestOrigin,
  ): Promise<MemberRow | AccountRefused>
  /** Somebody who was added comes themselves. Again changes nothing. */
  enter(workspace: string, member: string, user: string): Promise<void>
  setAdministrator(workspace: string, member: string, isAdmin: boolean, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  /** Switches these; all others stay as they are. The role comes first, where it changes too. */
  changeRights(
    workspace: string,
    member: string,
    rights: { administrator?: boolean | undefined; permissions: Readonly<Partial<Record<Permission, boolean>>> },
    by: Requester,
    asked: RequestOrigin,
  ): Promise<AccountRefused | null>
  /** `successor`, a membership, takes over what they had begun. */
  remove(workspace: string, member: string, by: Requester, asked: RequestOrigin, successor?: string): Promise<AccountRefused | null>
  /** Whose membership it is, and who takes over where nobody is chosen. Null where they are no member. */
  leaving(workspace: string, member: string, by: Requester): Promise<{ readonly user: string; readonly successor: MemberRow | null } | null>
  /** Also of a membership that has ended. */
  isTheirs(workspace: string, user: string, member: string): Promise<boolean>
  /** Who left and still has a profile; but for those who never came and have an account elsewhere: it was never this team's. */
  former(workspace: string): Promise<readonly FormerMember[]>
}

export function memberships(streams: AccountStreams, { ids }: Pick<World, 'ids'>): Memberships {
  const rowOf = ({ id, name, personal }: WorkspaceState, member: Member, person: UserState): MemberRow => {
    const known = knownAs(person, member.key)
    return {
      key: member.key,
      workspace: id ?? '',
      workspaceName: disclosed(name, ''),
      isPersonal: personal,
      user: member.user,
      isAdmin: member.administrator,
      permissions: permissionsOf(member),
      fullName: fullName(known),
      email: disclosed(known.email, ''),
      hasEntered: invitationOf(person, member.key) === null,
      hasPassword: person.hasPassword,
    }
  }
  async function rowsOf(state: WorkspaceState, members: readonly Member[]): Promise<MemberRow[]> {
    const rows = members.map(async (member) => {
      const person = await streams.loadUser(member.user)
      return person.erased === null ? [rowOf(state, member, person)] : []
    })
    return (await Promise.all(rows)).flat()
  }
  const isGone = async (user: string) => (await streams.loadUser(user)).erased !== null
  const tell = streams.tellWorkspaceAs

  return {
    async list(workspace) {
      const state = await streams.loadWorkspace(workspace)
      return rowsOf(state, state.members)
    },
    async page(workspace, { search = '', limit = Number.POSITIVE_INFINITY, cursor }) {
      const state = await streams.loadWorkspace(workspace)
      const terms = folded(search).split(' ').filter(Boolean)
      const found =
        terms.length === 0
          ? state.members
          : (await rowsOf(state, state.members)).filter(({ fullName, email }) => {
              const text = folded(`${fullName} ${email}`)
              return terms.every((term) => text.includes(term))
            })
      const last = found.findIndex(({ key }) => key === cursor)
      if (cursor !== undefined && last < 0) return null
      const begin = last + 1
      const keys = new Set(found.slice(begin, begin + limit).map(({ key }) => key))
      const rows = await rowsOf(
        state,
        state.members.filter(({ key }) => keys.has(key)),
      )
      const isLast = begin + limit >= found.length
      return { rows, cursor: isLast ? null : found[begin + limit - 1]!.key, count: found.length }
    },
    async memberOf(workspace, user) {
      const state = await streams.loadWorkspace(workspace)
      const [row] = await rowsOf(
        state,
        state.members.filter((member) => member.user === user),
      )
      return row ?? null
    },
    async add(workspace, person, by, asked) {
      const state = await streams.loadWorkspace(workspace)
      const add = (member: string, user: string) => ({ do: 'AddMember', member, user, administrator: person.isAdmin }) as const
      const mayNot = await streams.wouldRefuse(workspace, add(ids.next(), ids.next()), by, asked)
      if (mayNot) return mayNot
      if (emailOf(person.email) === null) return { refused: 'valid-email-required' }
      const known = await streams.holderOf(streams.emailStream(person.email))
      // An administrator who added somebody while their profile was deleted may not have got as far as removing them again.
      const left = (await Promise.all(state.members.map(async ({ user }) => ((await isGone(user)) ? [user] : [])))).flat()
      const there = known !== null && !left.includes(known) && state.members.find((one) => one.user === known)
      if (there) return there.key === person.member ? rowOf(state, there, await streams.loadUser(there.user)) : { refused: 'member-twice' }
      if (namesOf(person.firstName, person.lastName) === null) return { refused: 'valid-name-required' }

      for (const user of left) await streams.forgetMember(workspace, user, asked)
      const { firstName, lastName, email } = person
      for (;;) {
        const member = person.member ?? ids.next()
        const user = await claimUser(streams, { firstName, lastName, email }, ids.next(), asked)
        const joining = { do: 'JoinWorkspace', workspace, member, invitedAs: { firstName, lastName, email } } as const
        const late = await streams.tellUserAs(user, joining, by, asked)
        // Their profile went since: the address belongs to somebody else by now.
        if (late?.refused === 'user-missing') continue
        if (late) return late
        const refused = await tell(workspace, add(member, user), by, asked, user)
        if (refused) return refused
        const joined = await streams.loadUser(user)
        if (joined.erased === null)
          return rowOf(state, { key: member, user, administrator: person.isAdmin, differences: NO_DIFFERENCES }, joined)
        // It went in this very moment.
        await streams.forgetMember(workspace, user, asked)
      }
    },
    async enter(workspace, member, user) {
      const cause = ids.next()
      const origin = byUser(user, { correlation: cause, causation: cause })
      const refused = await streams.tellUser(user, { do: 'EnterWorkspace', workspace, member }, origin)
      // Their profile went at this very moment: everything they ask for is refused anyway.
      if (refused && refused.refused !== 'user-missing') throw new Error(refused.refused)
    },
    async former(workspace) {
      const { formerMembers } = await streams.loadWorkspace(workspace)
      const known = formerMembers.map(async ({ key, user }) => {
        const person = await streams.loadUser(user)
        const isOurs = invitationOf(person, key) === null || !person.hasPassword
        const as = knownAs(person, key)
        return person.erased === null && isOurs ? [{ user, fullName: fullName(as), email: disclosed(as.email, '') }] : []
      })
      return (await Promise.all(known)).flat()
    },
    isTheirs: async (workspace, user, member) => whoseMembership(await streams.loadWorkspace(workspace), member) === user,
    setAdministrator: (workspace, member, isAdmin, by, asked) =>
      tell(workspace, { do: 'SetAdministrator', member, administrator: isAdmin }, by, asked),
    changeRights(workspace, member, { administrator, permissions }, by, asked) {
      const role = administrator === undefined ? [] : [{ do: 'SetAdministrator', member, administrator } as const]
      const commands = [...role, { do: 'ChangeMemberPermissions', member, permissions } as const]
      return streams.tellWorkspaceAllAs(workspace, commands, by, asked, 'ChangeMemberPermissions ')
    },
    async leaving(workspace, member, by) {
      const state = await streams.loadWorkspace(workspace)
      const there = state.members.find(({ key }) => key === member)
      if (!there) return null
      const next = successorByDefault(state, there, by.application ? null : by.user)
      const [successor = null] = next ? await rowsOf(state, [next]) : []
      return { user: there.user, successor }
    },
    async remove(workspace, member, by, asked, successor) {
      const state = await streams.loadWorkspace(workspace)
      const user = whoseMembership(state, member)
      const [next] = await rowsOf(
        state,
        state.members.filter(({ key }) => key === successor),
      )
      if (next && !next.hasEntered) return { refused: 'successor-not-active' }
      const refused = await tell(workspace, { do: 'RemoveMember', member, successor }, by, asked)
      if (!refused && user) await streams.tellUserAs(user, { do: 'LeaveWorkspace', workspace, member }, by, asked)
      return refused
    },
  }
}
