import { disclosed } from '#domain/kernel'
import { emailOf, fullName, invitationOf, knownAs, namesOf, type UserState } from '#domain/user'
import { type Keeping, type Member, type WorkspaceCommand, type WorkspaceState, whoseMembership } from '#domain/workspace'
import type { AccountParts } from './accounts.ts'
import { claimUser } from './claim-user.ts'
import { type Asked, type By, byUser } from './origins.ts'
import type { AccountRefused } from './refusals.ts'
import { accountStreams } from './streams.ts'

export interface MemberRow {
  /** The membership's key: the specification's user account key. */
  readonly key: string
  readonly workspace: string
  readonly user: string
  readonly isAdmin: boolean
  readonly fullName: string
  readonly email: string
  /** Whether they have come to the workspace themselves. Until then name and address are what was written when they were added. */
  readonly hasEntered: boolean
  /** Whether they have chosen a password yet: nothing that a team may know of somebody who has not come. */
  readonly hasPassword: boolean
}

/** Somebody who left: by the name and address that the workspace may know. */
export type FormerMember = Pick<MemberRow, 'user' | 'fullName' | 'email'>

/** Who belongs to a workspace. May this one ask? The workspace decides, not the caller. */
export interface Members {
  /** Without whom it still records though their profile is gone. */
  list(workspace: string): Promise<MemberRow[]>
  create(workspace: { name: string }, by: By, asked: Asked): Promise<{ workspace: string } | AccountRefused>
  rename(workspace: string, name: string, by: By, asked: Asked): Promise<AccountRefused | null>
  /**
   * A person without an account gets one. What the workspace records is followed by their invitation. `member`: the membership's key, by
   * which a call that is made again, after an answer that was lost, is known.
   */
  add(
    workspace: string,
    person: { firstName: string; lastName: string; email: string; isAdmin: boolean; member?: string | undefined },
    by: By,
    asked: Asked,
  ): Promise<MemberRow | AccountRefused>
  /** Somebody who was added comes themselves. Again changes nothing. */
  enter(workspace: string, member: string, user: string): Promise<void>
  setAdministrator(workspace: string, member: string, isAdmin: boolean, by: By, asked: Asked): Promise<AccountRefused | null>
  remove(workspace: string, member: string, by: By, asked: Asked): Promise<AccountRefused | null>
  /** Records that a pack goes for good, which sets it going. Whether it may is the pack's to say. */
  deletePack(workspace: string, pack: string, by: By, asked: Asked): Promise<AccountRefused | null>
  showsSenderPresence(workspace: string): Promise<boolean>
  switchSenderPresence(workspace: string, on: boolean, by: By, asked: Asked): Promise<AccountRefused | null>
  hasDeleted(workspace: string, pack: string): Promise<boolean>
  /** Whether this membership is theirs, or was. */
  isTheirs(workspace: string, user: string, member: string): Promise<boolean>
  /** To be done before a pack comes out of the trash, so that the retention lets go of it. Answers false where it goes for good already. */
  putOffDeletion(workspace: string, pack: string, by: By, asked: Asked): Promise<boolean>
  keepingOf(workspace: string): Promise<Keeping>
  /** Packs under a legal hold, those whose deletion was announced, and users who left. */
  safekeepingOf(workspace: string): Promise<Pick<WorkspaceState, 'keeping' | 'held' | 'announced' | 'formerMembers'>>
  /** Who left and still has a profile; but for those who never came and have an account elsewhere: it was never this team's. */
  former(workspace: string): Promise<readonly FormerMember[]>
  /** What is left out stays as it is. */
  keep(workspace: string, keeping: Partial<Keeping>, by: By, asked: Asked): Promise<AccountRefused | null>
  /** While it holds, nothing deletes the pack. */
  hold(workspace: string, pack: string, on: boolean, reason: string, by: By, asked: Asked): Promise<AccountRefused | null>
}

export function createMembers(parts: Pick<AccountParts, 'handler' | 'tokenKey' | 'world'>): Members {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  const { ids, clock } = parts.world

  const rowOf = (workspace: string, member: Member, person: UserState): MemberRow => {
    const known = knownAs(person, member.key)
    return {
      key: member.key,
      workspace,
      user: member.user,
      isAdmin: member.administrator,
      fullName: fullName(known),
      email: disclosed(known.email, ''),
      hasEntered: invitationOf(person, member.key) === null,
      hasPassword: person.hasPassword,
    }
  }
  const isGone = async (user: string) => (await streams.loadUser(user)).erased !== null
  /** Asked before anything is written: nobody may make accounts or workspaces by being refused. */
  const wouldRefuse = (workspace: string, command: WorkspaceCommand, { user }: By, asked: Asked) =>
    streams.workspaces.refusalOf({ key: workspace, who: { as: 'user', user }, commands: [command], origin: byUser(user, asked) })
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
    async create({ name }, by, asked) {
      const [workspace, member] = [ids.next(), ids.next()]
      // The user's stream first: a workspace that nobody can find would be worse than a line that leads nowhere.
      const command = { do: 'CreateWorkspace', workspace, name, personal: false, creator: by.user, member } as const
      const refused =
        (await wouldRefuse(workspace, command, by, asked)) ??
        (await streams.tellUserAs(by.user, { do: 'JoinWorkspace', workspace, member }, by, asked)) ??
        (await tell(workspace, command, by, asked))
      return refused ?? { workspace }
    },
    rename: (workspace, name, by, asked) => tell(workspace, { do: 'RenameWorkspace', name }, by, asked),
    async add(workspace, person, by, asked) {
      const state = await streams.loadWorkspace(workspace)
      const add = (member: string, user: string) => ({ do: 'AddMember', member, user, administrator: person.isAdmin }) as const
      const mayNot = await wouldRefuse(workspace, add(ids.next(), ids.next()), by, asked)
      if (mayNot) return mayNot
      if (emailOf(person.email) === null) return { refused: 'valid-email-required' }
      const known = await streams.holderOf(streams.emailStream(person.email))
      // Whoever added somebody whose profile went in that very moment may not have got as far as taking them out again.
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
        // Their profile went since: whoever has the address is somebody else by now.
        if (late?.refused === 'user-missing') continue
        if (late) return late
        const refused = await tell(workspace, add(member, user), by, asked, user)
        if (refused) return refused
        const joined = await streams.loadUser(user)
        if (joined.erased === null) return rowOf(workspace, { key: member, user, administrator: person.isAdmin }, joined)
        // It went in this very moment.
        await streams.forgetMember(workspace, user, asked)
      }
    },
    deletePack: (workspace, pack, by, asked) => tell(workspace, { do: 'RecordPackDeleted', pack }, by, asked, pack),
    showsSenderPresence: async (workspace) => (await streams.loadWorkspace(workspace)).showsSenderPresence,
    switchSenderPresence: (workspace, on, by, asked) => tell(workspace, { do: 'SwitchSenderPresence', on }, by, asked),
    keepingOf: async (workspace) => (await streams.loadWorkspace(workspace)).keeping,
    async keep(workspace, { recordsVisits, ...retention }, by, asked) {
      const refused = await tell(workspace, { do: 'SetRetention', ...retention }, by, asked)
      if (refused || recordsVisits === undefined) return refused
      return tell(workspace, { do: 'SwitchVisitRecording', on: recordsVisits }, by, asked)
    },
    safekeepingOf: streams.loadWorkspace,
    async enter(workspace, member, user) {
      const cause = ids.next()
      const origin = byUser(user, { correlation: cause, causation: cause })
      const refused = await streams.tellUser(user, { do: 'EnterWorkspace', workspace, member }, origin)
      // Their profile went in this very moment: whatever they ask for is refused by itself.
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
    hold: (workspace, pack, on, reason, by, asked) =>
      tell(workspace, on ? { do: 'PlaceLegalHold', pack, reason } : { do: 'LiftLegalHold', pack }, by, asked),
    isTheirs: async (workspace, user, member) => whoseMembership(await streams.loadWorkspace(workspace), member) === user,
    hasDeleted: async (workspace, pack) => (await streams.loadWorkspace(workspace)).deletedPacks.has(pack),
    async putOffDeletion(workspace, pack, by, asked) {
      const now = new Date(clock.now()).toISOString()
      const origin = byUser(by.user, asked, by.session)
      const commands = [{ do: 'PutOffDeletion', pack, now }] as const
      const outcome = await streams.workspaces.perform({ key: workspace, who: { as: 'installation' }, commands, origin })
      if ('refused' in outcome) throw new Error(outcome.refused)
      return !outcome.state.deletedPacks.has(pack)
    },
    setAdministrator: (workspace, member, isAdmin, by, asked) =>
      tell(workspace, { do: 'SetAdministrator', member, administrator: isAdmin }, by, asked),
    async remove(workspace, member, by, asked) {
      const user = whoseMembership(await streams.loadWorkspace(workspace), member)
      const refused = await tell(workspace, { do: 'RemoveMember', member }, by, asked)
      if (!refused && user) await streams.tellUserAs(user, { do: 'LeaveWorkspace', workspace, member }, by, asked)
      return refused
    },
  }
}
