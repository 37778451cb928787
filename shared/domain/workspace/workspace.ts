import { type Aggregate, codecOf, type Private } from '#domain/kernel'
import { EVENTS, type WorkspaceFact } from './events.ts'

export interface Member {
  readonly key: string
  readonly user: string
  readonly administrator: boolean
}

/** How long what is kept, and what of visits is recorded. */
export interface Keeping {
  /** Years after its end; null: for ever. */
  readonly years: number | null
  /** Days in the trash; null: until somebody deletes it. */
  readonly trashDays: number | null
  readonly recordsVisits: boolean
}

export interface WorkspaceState {
  /** Null before it is created. */
  readonly id: string | null
  readonly name: Private<string>
  readonly personal: boolean
  readonly members: readonly Member[]
  readonly deletedPacks: ReadonlySet<string>
  readonly keeping: Keeping
  /** Signers are told when the sender is there too. */
  readonly showsSenderPresence: boolean
}

const initial: WorkspaceState = {
  id: null,
  name: '',
  personal: false,
  members: [],
  deletedPacks: new Set(),
  keeping: { years: null, trashDays: null, recordsVisits: true },
  showsSenderPresence: false,
}

function evolve(state: WorkspaceState, fact: WorkspaceFact): WorkspaceState {
  switch (fact.type) {
    case 'WorkspaceCreated': {
      const { workspace, personal, name } = fact.data
      return { ...state, id: workspace, personal, name }
    }
    case 'WorkspaceRenamed':
      return { ...state, name: fact.data.name }
    case 'MemberAdded': {
      const { member, user, administrator } = fact.data
      return { ...state, members: [...state.members, { key: member, user, administrator }] }
    }
    case 'MemberMadeAdministrator':
      return withAdministrator(state, fact.data.member, true)
    case 'MemberMadeOrdinary':
      return withAdministrator(state, fact.data.member, false)
    case 'MemberRemoved':
      return { ...state, members: state.members.filter((member) => member.key !== fact.data.member) }
    case 'SenderPresenceSwitched':
      return { ...state, showsSenderPresence: fact.data.on }
    case 'VisitRecordingSwitched':
      return { ...state, keeping: { ...state.keeping, recordsVisits: fact.data.on } }
    case 'RetentionChanged':
      return { ...state, keeping: { ...state.keeping, ...fact.data } }
    case 'PackPermanentlyDeleted':
      return { ...state, deletedPacks: new Set([...state.deletedPacks, fact.data.pack]) }
    default:
      return fact satisfies never
  }
}

function withAdministrator(state: WorkspaceState, key: string, administrator: boolean): WorkspaceState {
  return { ...state, members: state.members.map((member) => (member.key === key ? { ...member, administrator } : member)) }
}

export const workspace: Aggregate<WorkspaceState, WorkspaceFact> = {
  initial,
  evolve,
  codec: codecOf<WorkspaceFact>(EVENTS, 'a workspace'),
}

export function memberOf(state: WorkspaceState, user: string): Member | null {
  return state.members.find((member) => member.user === user) ?? null
}
