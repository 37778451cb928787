import { type Decision, type DecisionContext, isBlank, isStorable, type Principal, type Refused, userOfPrincipal } from '#domain/kernel'
import { LAST_HOUR_MS, NOTICE_MS } from './due.ts'
import type { WorkspaceFact } from './events.ts'
import { keptByRoleChange, type Permission, withSwitched } from './permissions.ts'
import type { WorkspaceRefusalCode } from './refusals.ts'
import { type Announced, type Member, memberOf, movedTo, permissionsOf, roleOf, type WorkspaceState, whoseMembership } from './state.ts'
import { mayTakeOver, successorByDefault } from './succession.ts'

export type WorkspaceCommand =
  | {
      readonly do: 'CreateWorkspace'
      readonly workspace: string
      readonly name: string
      readonly personal: boolean
      /** Becomes the first administrator, under the key `member`. */
      readonly creator: string
      readonly member: string
    }
  | { readonly do: 'RenameWorkspace'; readonly name: string }
  | { readonly do: 'AddMember'; readonly member: string; readonly user: string; readonly administrator: boolean }
  | { readonly do: 'SetAdministrator'; readonly member: string; readonly administrator: boolean }
  /** What is not named stays as it is. */
  | {
      readonly do: 'ChangeMemberPermissions'
      readonly member: string
      readonly permissions: Readonly<Partial<Record<Permission, boolean>>>
    }
  /** Somebody whose profile goes, also where nobody else is left. */
  | { readonly do: 'ForgetMember'; readonly user: string }
  /** `successor` is the membership of the one who takes over what they had begun; left out: who removes, or an administrator. */
  | { readonly do: 'RemoveMember'; readonly member: string; readonly successor?: string | undefined }
  | { readonly do: 'SwitchSenderPresence'; readonly on: boolean }
  | { readonly do: 'SwitchVisitRecording'; readonly on: boolean }
  /** What is left out stays as it is. */
  | { readonly do: 'SetRetention'; readonly years?: number | null; readonly trashDays?: number | null }
  | { readonly do: 'PlaceLegalHold'; readonly pack: string; readonly reason: string }
  | { readonly do: 'LiftLegalHold'; readonly pack: string }
  /** `as` is the announcement. One already made for `due` or later stands, so that two workers who find it due together announce it once. */
  | { readonly do: 'AnnounceDeletion'; readonly pack: string; readonly as: Announced; readonly due: string }
  /** Before the pack is restored from the trash: a worker that decides on its deletion meanwhile sees that it was announced again, for a later day. */
  | { readonly do: 'PostponeDeletion'; readonly pack: string; readonly now: string }
  /** An announcement falls due. The retention deletes in no other way. */
  | { readonly do: 'DeleteAnnounced'; readonly pack: string; readonly since: string; readonly now: string }
  /** After a restore, an earlier deletion is repeated in every case. */
  | { readonly do: 'RepeatDeletion'; readonly pack: string }
  | { readonly do: 'RecordPackDeleted'; readonly pack: string }
  /** Decides a move: what follows in the other workspace and in the pack is carried out in every case. */
  | { readonly do: 'MovePackOut'; readonly pack: string; readonly to: string }
  | { readonly do: 'MovePackIn'; readonly pack: string; readonly from: string }

type WorkspaceDecision = Decision<WorkspaceFact, WorkspaceRefusalCode>

export const MOST_WORKSPACE_NAME = 200

export function decide(command: WorkspaceCommand, state: WorkspaceState, context: DecisionContext): WorkspaceDecision {
  if (command.do === 'CreateWorkspace') return create(command, state)
  if (state.id === null) return { refused: 'workspace-missing' }
  switch (command.do) {
    case 'RenameWorkspace': {
      const name = nameOf(command.name)
      if (name === null) return { refused: 'workspace-name-required' }
      if (name === state.name) return []
      // Its name would outlive its owner's profile.
      return state.personal ? { refused: 'personal-workspace-name' } : [{ type: 'WorkspaceRenamed', data: { name } }]
    }
    case 'AddMember':
      return addMember(command, state)
    case 'SetAdministrator':
      return setAdministrator(command, state)
    case 'ChangeMemberPermissions':
      return changePermissions(command, state)
    case 'RemoveMember':
      return removeMember(command, state, context)
    case 'SwitchSenderPresence':
      return command.on === state.showsSenderPresence ? [] : [{ type: 'SenderPresenceSwitched', data: { on: command.on } }]
    case 'SwitchVisitRecording':
      return command.on === state.keeping.recordsVisits ? [] : [{ type: 'VisitRecordingSwitched', data: { on: command.on } }]
    case 'SetRetention': {
      const { keeping } = state
      const { years = keeping.years, trashDays = keeping.trashDays } = command
      return years === keeping.years && trashDays === keeping.trashDays ? [] : [{ type: 'RetentionChanged', data: { years, trashDays } }]
    }
    case 'ForgetMember': {
      const there = memberOf(state, command.user)
      return there ? [...succeeded(there, successorByDefault(state, there, null)), ...gone(there, 'left')] : []
    }
    case 'PlaceLegalHold':
      // Nobody reads that it is kept after it is gone.
      if (state.deletedPacks.has(command.pack)) return { refused: 'document-deleted' }
      if (movedTo(state, command.pack) !== null) return { refused: 'document-moved' }
      if (!isStorable(command.reason)) return { refused: 'not-text' }
      return state.held.has(command.pack) ? [] : [{ type: 'LegalHoldPlaced', data: { pack: command.pack, reason: command.reason } }]
    case 'LiftLegalHold':
      return state.held.has(command.pack) ? [{ type: 'LegalHoldLifted', data: { pack: command.pack } }] : []
    case 'AnnounceDeletion':
      return announce(command, state)
    case 'PostponeDeletion':
      return postpone(command, state)
    case 'DeleteAnnounced':
      return deleteAnnounced(command, state)
    case 'RepeatDeletion':
      return state.deletedPacks.has(command.pack) ? [] : [{ type: 'PackPermanentlyDeleted', data: { pack: command.pack } }]
    case 'RecordPackDeleted':
      if (state.held.has(command.pack)) return { refused: 'legal-hold' }
      if (movedTo(state, command.pack) !== null) return { refused: 'document-moved' }
      return state.deletedPacks.has(command.pack) ? [] : [{ type: 'PackPermanentlyDeleted', data: { pack: command.pack } }]
    case 'MovePackOut':
      return moveOut(command, state)
    case 'MovePackIn': {
      const last = state.moves.get(command.pack)
      const isThere = last !== undefined && 'from' in last && last.from === command.from
      return isThere ? [] : [{ type: 'PackMovedIn', data: { pack: command.pack, from: command.from } }]
    }
    default:
      return command satisfies never
  }
}

/** What somebody may do follows from the workspace itself. Before it is there, anybody may create it. */
export function permits(command: WorkspaceCommand, state: WorkspaceState, who: Principal): Refused<WorkspaceRefusalCode> | null {
  if (state.id === null || command.do === 'CreateWorkspace') return null
  const refused = whyNot(command, state, who)
  return refused && { refused }
}

/** Who belongs to it, and what they may. */
const OF_MEMBERS: ReadonlySet<WorkspaceCommand['do']> = new Set<WorkspaceCommand['do']>([
  'AddMember',
  'SetAdministrator',
  'ChangeMemberPermissions',
  'RemoveMember',
  'ForgetMember',
])

/** Whether a member may do this to a pack is the pack's to say. */
const ABOUT_PACKS: ReadonlySet<WorkspaceCommand['do']> = new Set(['RecordPackDeleted', 'MovePackOut', 'MovePackIn'])

/** To manage a workspace is a permission. Anybody may leave. */
function whyNot(command: WorkspaceCommand, state: WorkspaceState, who: Principal): WorkspaceRefusalCode | null {
  if (who.as === 'installation') return null
  if (who.as === 'user' && who.inSupport && OF_MEMBERS.has(command.do)) return 'not-in-support'
  if (who.as === 'application') {
    if (who.workspace !== state.id || command.do === 'ForgetMember') return 'not-an-administrator'
    if (ABOUT_PACKS.has(command.do)) return null
    if (!who.permissions.has('can_manage_account')) return 'not-an-administrator'
    return changesPrivileges(command, state) ? 'not-by-this-role' : null
  }
  const own = memberOf(state, who.user)
  if (ABOUT_PACKS.has(command.do)) return own !== null ? null : 'not-an-administrator'
  // With a profile that is deleted: whether that may be is asked before.
  if (command.do === 'ForgetMember') return 'not-an-administrator'
  // Also a member who left and asks again.
  if (command.do === 'RemoveMember' && whoseMembership(state, command.member) === who.user) return null
  if (!own || !mayManage(own)) return 'not-an-administrator'
  return own.administrator || !changesPrivileges(command, state) ? null : 'not-by-this-role'
}

/** Members who were granted to manage the workspace must not be able to make themselves its administrators. */
function changesPrivileges(command: WorkspaceCommand, state: WorkspaceState): boolean {
  switch (command.do) {
    case 'AddMember':
      return command.administrator
    case 'RemoveMember':
      return state.members.some(({ key, administrator }) => key === command.member && administrator)
    case 'SetAdministrator':
    case 'ChangeMemberPermissions':
      return true
    default:
      return false
  }
}

function announce({ pack, as, due }: Extract<WorkspaceCommand, { do: 'AnnounceDeletion' }>, state: WorkspaceState): WorkspaceDecision {
  if (state.held.has(pack) || state.deletedPacks.has(pack) || movedTo(state, pack) !== null) return []
  const said = state.announced.get(pack)
  return said?.since === as.since && said.because === as.because && said.on >= due
    ? []
    : [{ type: 'DeletionAnnounced', data: { pack, ...as } }]
}

function moveOut({ pack, to }: Extract<WorkspaceCommand, { do: 'MovePackOut' }>, state: WorkspaceState): WorkspaceDecision {
  if (state.held.has(pack)) return { refused: 'legal-hold-moving' }
  if (state.deletedPacks.has(pack)) return { refused: 'document-deleted' }
  const gone = movedTo(state, pack)
  if (gone !== null) return gone === to ? [] : { refused: 'document-moved' }
  return [{ type: 'PackMovedOut', data: { pack, to } }]
}

function postpone({ pack, now }: Extract<WorkspaceCommand, { do: 'PostponeDeletion' }>, state: WorkspaceState): WorkspaceDecision {
  const said = state.announced.get(pack)
  // In the trash or not: a document whose years are over goes.
  if (said?.because !== 'trash' || Date.parse(said.on) - Date.parse(now) > LAST_HOUR_MS) return []
  const on = new Date(Date.parse(now) + NOTICE_MS).toISOString()
  return announce({ do: 'AnnounceDeletion', pack, as: { ...said, on }, due: on }, state)
}

function deleteAnnounced(
  { pack, since, now }: Extract<WorkspaceCommand, { do: 'DeleteAnnounced' }>,
  state: WorkspaceState,
): WorkspaceDecision {
  const said = state.announced.get(pack)
  // A hold that was placed meanwhile stands, and nobody is surprised.
  if (state.held.has(pack) || state.deletedPacks.has(pack) || movedTo(state, pack) !== null || said?.since !== since || said.on > now)
    return []
  return [{ type: 'PackPermanentlyDeleted', data: { pack } }]
}

function create(command: Extract<WorkspaceCommand, { do: 'CreateWorkspace' }>, state: WorkspaceState): WorkspaceDecision {
  const { workspace, creator, personal, member } = command
  if (state.id !== null) return state.id === workspace ? [] : { refused: 'workspace-exists' }
  const name = nameOf(command.name)
  if (name === null) return { refused: 'workspace-name-required' }
  return [
    { type: 'WorkspaceCreated', data: { workspace, creator, personal, name } },
    { type: 'MemberAdded', data: { member, user: creator, administrator: true } },
  ]
}

function addMember(command: Extract<WorkspaceCommand, { do: 'AddMember' }>, state: WorkspaceState): WorkspaceDecision {
  const { member, user, administrator } = command
  if (state.personal) return { refused: 'personal-workspace' }
  const there = memberOf(state, user)
  if (there) return there.key === member ? [] : { refused: 'member-twice' }
  return [{ type: 'MemberAdded', data: { member, user, administrator } }]
}

function setAdministrator(command: Extract<WorkspaceCommand, { do: 'SetAdministrator' }>, state: WorkspaceState): WorkspaceDecision {
  const { member, administrator } = command
  const there = state.members.find((one) => one.key === member)
  if (!there) return { refused: 'member-missing' }
  if (there.administrator === administrator) return []
  if (!leavesManager(state, { ...there, administrator, differences: keptByRoleChange(there.differences) }))
    return { refused: 'last-administrator' }
  return [{ type: administrator ? 'MemberMadeAdministrator' : 'MemberMadeOrdinary', data: { member } }]
}

function changePermissions(
  { member, permissions }: Extract<WorkspaceCommand, { do: 'ChangeMemberPermissions' }>,
  state: WorkspaceState,
): WorkspaceDecision {
  const there = state.members.find((one) => one.key === member)
  if (!there) return { refused: 'member-missing' }
  const { differences: old } = there
  const differences = withSwitched(roleOf(there), old, permissions)
  if (!leavesManager(state, { ...there, differences })) return { refused: 'last-administrator' }
  const granted = differences.granted.filter((permission) => !old.granted.includes(permission))
  const withdrawn = differences.withdrawn.filter((permission) => !old.withdrawn.includes(permission))
  const differs = new Set([...differences.granted, ...differences.withdrawn])
  const reset = [...old.granted, ...old.withdrawn].filter((permission) => !differs.has(permission))
  if (granted.length + withdrawn.length + reset.length === 0) return []
  return [{ type: 'MemberPermissionsChanged', data: { member, granted, withdrawn, reset } }]
}

function removeMember(
  { member: key, successor }: Extract<WorkspaceCommand, { do: 'RemoveMember' }>,
  state: WorkspaceState,
  { principal }: DecisionContext,
): WorkspaceDecision {
  const there = state.members.find((member) => member.key === key)
  // Removed already, by a call whose answer was lost or by somebody else.
  if (!there) return whoseMembership(state, key) === null ? { refused: 'member-missing' } : []
  const leaves = principal === `user:${there.user}`
  const remover = userOfPrincipal(principal)
  if (state.members.length === 1) return { refused: 'only-member' }
  if (!leavesManager(state, there, 'gone')) return { refused: leaves ? 'last-administrator-leaving' : 'last-administrator' }
  const chosen = successor === undefined ? successorByDefault(state, there, remover) : state.members.find((one) => one.key === successor)
  if (successor !== undefined && (!chosen || chosen.key === key)) return { refused: 'successor-missing' }
  if (successor !== undefined && !mayTakeOver(chosen!)) return { refused: 'successor-without-rights' }
  return [...succeeded(there, chosen ?? null), ...gone(there, leaves ? 'left' : 'removed')]
}

const gone = ({ key }: Member, because: 'removed' | 'left') => [{ type: 'MemberRemoved', data: { member: key, because } } as const]
const succeeded = ({ key: member, user }: Member, successor: Member | null) =>
  successor ? [{ type: 'SuccessorChosen', data: { member, user, successor: successor.user } } as const] : []

const mayManage = (member: Member) =>
  (['can_manage_account', 'can_browse'] as const).every((permission) => permissionsOf(member).has(permission))
const canManage = (member: Member) => member.administrator && mayManage(member)

/** Whether an administrator who may manage the workspace is left once this member is as given, or gone. */
function leavesManager({ members }: WorkspaceState, member: Member, fate?: 'gone'): boolean {
  const isManaged = members.some(canManage)
  return !isManaged || (fate !== 'gone' && canManage(member)) || members.some((other) => other.key !== member.key && canManage(other))
}

function nameOf(text: string): string | null {
  const name = text.trim().normalize('NFC')
  return !isBlank(name) && name.length <= MOST_WORKSPACE_NAME && isStorable(name) ? name : null
}
