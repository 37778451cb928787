import { disclosed } from '#domain/kernel'
import { emailOf, fullName, invitationOf, knownAs, namesOf, type UserState } from '#domain/user'
import { type Member, NO_DIFFERENCES, type Permission, permissionsOf, whoseMembership } from '#domain/workspace'
import type { World } from '#platform/ports'
import { claimUser } from './claim-user.ts'
import { byUser, type Requester, type RequestOrigin } from './origins.ts'
import type { AccountRefused } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

export interface MemberRow {
  /** The membership's key: the specification's user account key. */
  readonly key: string
  readonly workspace: string
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

/** Somebody who left: by the name and address that the workspace may know. */
export type FormerMember = Pick<MemberRow, 'user' | 'fullName' | 'email'>

/** Who belongs to a workspace. May this one ask? The workspace decides, not the caller. */
export interface Memberships {
  /** Without whom it still records though their profile is gone. */
  list(workspace: string): Promise<MemberRow[]>
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
  /** Switches these; all others stay as they are. */
  changePermissions(
    workspace: string,
    member: string,
    permissions: Readonly<Partial<Record<Permission, boolean>>>,
    by: Requester,
    asked: RequestOrigin,
  ): Promise<AccountRefused | null>
  remove(workspace: string, member: string, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  /** Also of a membership that has ended. */
  isTheirs(workspace: string, user: string, member: string): Promise<boolean>
  /** Who left and still has a profile; but for those who never came and have an account elsewhere: it was never this team's. */
  former(workspace: string): Promise<readonly FormerMember[]>
}

export function memberships(streams: AccountStreams, { ids }: Pick<World, 'ids'>): Memberships {
  const rowOf = (workspace: string, member: Member, person: UserState): MemberRow => {
    const known = knownAs(person, member.key)
    return {
      key: member.key,
      workspace,
      user: member.user,
      isAdmin: member.administrator,
      permissions: permissionsOf(member),
      fullName: fullName(known),
      email: disclosed(known.email, ''),
      hasEntered: invitationOf(person, member.key) === null,
      hasPassword: person.hasPassword,
    }
  }
  const isGone = async (user: string) => (await streams.loadUser(user)).erased !== null
  const tell = streams.tellWorkspaceAs

  return {
    async list(workspace) {
      const { members } = await streams.loadWorkspace(workspace)
      const rows = members.map(async (member) => {
        const person = await streams.loadUser(member.user)
        return person.erased === null ? [rowOf(workspace, member, person)] : []
      })
      return (await Promise.all(rows)).flat()
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
      if (there)
        return there.key === person.member ? rowOf(workspace, there, await streams.loadUser(there.user)) : { refused: 'member-twice' }
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
          return rowOf(workspace, { key: member, user, administrator: person.isAdmin, differences: NO_DIFFERENCES }, joined)
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
    changePermissions: (workspace, member, permissions, by, asked) =>
      tell(workspace, { do: 'ChangeMemberPermissions', member, permissions }, by, asked),
    async remove(workspace, member, by, asked) {
      const user = whoseMembership(await streams.loadWorkspace(workspace), member)
      const refused = await tell(workspace, { do: 'RemoveMember', member }, by, asked)
      if (!refused && user) await streams.tellUserAs(user, { do: 'LeaveWorkspace', workspace, member }, by, asked)
      return refused
    },
  }
}
