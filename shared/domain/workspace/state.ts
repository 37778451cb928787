import { type EvolveMeta, ownMap, ownSet, type Private } from '#domain/kernel'
import type { WorkspaceFact } from './events.ts'
import {
  effectivePermissions,
  keptByRoleChange,
  NO_DIFFERENCES,
  type Permission,
  type PermissionDifferences,
  type Role,
} from './permissions.ts'

export interface Member {
  readonly key: string
  readonly user: string
  readonly administrator: boolean
  /** In what their permissions differ from those of their role. */
  readonly differences: PermissionDifferences
}

/** How long what is kept, and what of visits is recorded. */
export interface RetentionSettings {
  /** Years after its end; null: for ever. */
  readonly years: number | null
  /** Days in the trash; null: until somebody deletes it. */
  readonly trashDays: number | null
  readonly recordsVisits: boolean
}

export interface LegalHold {
  readonly reason: Private<string>
  readonly since: string
}

export interface Announced {
  readonly because: 'retention' | 'trash'
  readonly since: string
  /** Nothing is deleted before. */
  readonly on: string
}

export type PackMove = { readonly to: string } | { readonly from: string }

export interface WorkspaceState {
  /** Null before it is created. */
  readonly id: string | null
  readonly name: Private<string>
  readonly personal: boolean
  readonly members: readonly Member[]
  /** Users who were members and are none now, by the membership that ended. */
  readonly formerMembers: readonly Pick<Member, 'key' | 'user'>[]
  /** Who took over from whom, by user, until they are members again. */
  readonly successors: ReadonlyMap<string, string>
  readonly deletedPacks: ReadonlySet<string>
  readonly keeping: RetentionSettings
  readonly held: ReadonlyMap<string, LegalHold>
  /** Packs whose deletion was announced, until it is done. */
  readonly announced: ReadonlyMap<string, Announced>
  /** The last move of each pack that left or came. */
  readonly moves: ReadonlyMap<string, PackMove>
  /** Signers see when the sender is there too. */
  readonly showsSenderPresence: boolean
}

export const initial: WorkspaceState = {
  id: null,
  name: '',
  personal: false,
  members: [],
  formerMembers: [],
  successors: new Map(),
  deletedPacks: new Set(),
  keeping: { years: null, trashDays: null, recordsVisits: true },
  held: new Map(),
  announced: new Map(),
  moves: new Map(),
  showsSenderPresence: false,
}

export function evolve(state: WorkspaceState, fact: WorkspaceFact, meta: EvolveMeta): WorkspaceState {
  switch (fact.type) {
    case 'WorkspaceCreated': {
      const { workspace, personal, name } = fact.data
      return { ...state, id: workspace, personal, name }
    }
    case 'WorkspaceRenamed':
      return { ...state, name: fact.data.name }
    case 'MemberAdded': {
      const { member, user, administrator } = fact.data
      const formerMembers = state.formerMembers.filter((one) => one.user !== user)
      const members = [...state.members, { key: member, user, administrator, differences: NO_DIFFERENCES }]
      return { ...state, members, formerMembers, successors: without(state.successors, user, meta) }
    }
    case 'MemberMadeAdministrator':
      return withAdministrator(state, fact.data.member, true)
    case 'MemberMadeOrdinary':
      return withAdministrator(state, fact.data.member, false)
    case 'MemberPermissionsChanged': {
      const { member, granted, withdrawn, reset } = fact.data
      const named = new Set([...granted, ...withdrawn, ...reset])
      const stays = (permission: Permission) => !named.has(permission)
      return withMember(state, member, ({ differences }) => ({
        differences: {
          granted: [...differences.granted.filter(stays), ...granted],
          withdrawn: [...differences.withdrawn.filter(stays), ...withdrawn],
        },
      }))
    }
    case 'MemberRemoved': {
      const gone = state.members.filter((member) => member.key === fact.data.member).map(({ key, user }) => ({ key, user }))
      const members = state.members.filter((member) => member.key !== fact.data.member)
      return { ...state, members, formerMembers: [...state.formerMembers, ...gone] }
    }
    case 'SuccessorChosen': {
      const { user, successor } = fact.data
      return { ...state, successors: ownMap(state.successors, meta).set(user, successor) }
    }
    case 'SenderPresenceSwitched':
      return { ...state, showsSenderPresence: fact.data.on }
    case 'VisitRecordingSwitched':
      return { ...state, keeping: { ...state.keeping, recordsVisits: fact.data.on } }
    case 'RetentionChanged':
      // A deletion announced under another setting is announced again: nobody is surprised by a change.
      return { ...state, keeping: { ...state.keeping, ...fact.data }, announced: new Map() }
    case 'LegalHoldPlaced':
      return { ...state, held: ownMap(state.held, meta).set(fact.data.pack, { reason: fact.data.reason, since: meta.time }) }
    case 'LegalHoldLifted':
      // After a long hold the announcement before it is forgotten by everybody.
      return { ...state, held: without(state.held, fact.data.pack, meta), announced: without(state.announced, fact.data.pack, meta) }
    case 'DeletionAnnounced': {
      const { pack, ...said } = fact.data
      return { ...state, announced: ownMap(state.announced, meta).set(pack, said) }
    }
    case 'PackMovedOut': {
      const { pack, to } = fact.data
      return { ...state, moves: ownMap(state.moves, meta).set(pack, { to }), announced: without(state.announced, pack, meta) }
    }
    case 'PackMovedIn': {
      const { pack, from } = fact.data
      return { ...state, moves: ownMap(state.moves, meta).set(pack, { from }) }
    }
    case 'PackPermanentlyDeleted':
      return {
        ...state,
        deletedPacks: ownSet(state.deletedPacks, meta).add(fact.data.pack),
        announced: without(state.announced, fact.data.pack, meta),
      }
    default:
      return fact satisfies never
  }
}

function without<V>(map: ReadonlyMap<string, V>, key: string, meta: EvolveMeta): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  const rest = ownMap(map, meta)
  rest.delete(key)
  return rest
}

function withAdministrator(state: WorkspaceState, key: string, administrator: boolean): WorkspaceState {
  return withMember(state, key, ({ differences }) => ({ administrator, differences: keptByRoleChange(differences) }))
}

function withMember(state: WorkspaceState, key: string, change: (member: Member) => Partial<Member>): WorkspaceState {
  return { ...state, members: state.members.map((member) => (member.key === key ? { ...member, ...change(member) } : member)) }
}

export const roleOf = ({ administrator }: Pick<Member, 'administrator'>): Role => (administrator ? 'administrator' : 'member')

export function permissionsOf(member: Member): ReadonlySet<Permission> {
  return effectivePermissions(roleOf(member), member.differences)
}

/** Whose membership this key names, also one that has ended; null where it is nobody's. */
export function whoseMembership({ members, formerMembers }: WorkspaceState, key: string): string | null {
  return [...members, ...formerMembers].find((one) => one.key === key)?.user ?? null
}

/** To which workspace it went; null where it did not, or came back. */
export function movedTo({ moves }: WorkspaceState, pack: string): string | null {
  const move = moves.get(pack)
  return move && 'to' in move ? move.to : null
}

export function memberOf(state: WorkspaceState, user: string): Member | null {
  return state.members.find((member) => member.user === user) ?? null
}
