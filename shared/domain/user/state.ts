import { disclosed, type Private, WITHHELD } from '#domain/kernel'
import type { UserFact } from './events.ts'
import type { KeptSignature } from './signatures.ts'

export interface Joined {
  readonly workspace: string
  readonly member: string
}

/** The name and address that a team wrote when it added them. */
export interface Invitation {
  readonly member: string
  readonly firstName: Private<string>
  readonly lastName: Private<string>
  readonly email: Private<string>
}

/** An administrator of the installation acts as this user. */
export interface SupportAccess {
  readonly access: string
  /** The administrator. */
  readonly by: string
  readonly reason: Private<string>
  /** UTC, ISO 8601. */
  readonly until: string
}

export interface UserState {
  /** Null before the user is registered. */
  readonly id: string | null
  readonly firstName: Private<string>
  readonly lastName: Private<string>
  readonly email: Private<string>
  readonly mobile: Private<string> | null
  readonly hasPassword: boolean
  /** The password was chosen by a link that was mailed to their address. */
  readonly verified: boolean
  /** The terms that they accepted last, by their address; null: none yet. */
  readonly acceptedTerms: string | null
  /** In the order in which they were joined. */
  readonly workspaces: readonly Joined[]
  /** By memberships that they have not used yet, also such as have ended since. */
  readonly invitations: readonly Invitation[]
  /** They have belonged to a team, whether or not they have left it. */
  readonly hasJoined: boolean
  /** For the next time they sign, the oldest first. */
  readonly signatures: readonly KeptSignature[]
  readonly isInstallationAdministrator: boolean
  /** Begun and not ended; `openSupportOf` says which are not over by time. */
  readonly support: readonly SupportAccess[]
  /** When their profile was deleted; null: it is there. */
  readonly erased: string | null
}

export const initial: UserState = {
  id: null,
  firstName: '',
  lastName: '',
  email: '',
  mobile: null,
  hasPassword: false,
  verified: false,
  acceptedTerms: null,
  workspaces: [],
  invitations: [],
  hasJoined: false,
  signatures: [],
  isInstallationAdministrator: false,
  support: [],
  erased: null,
}

export function evolve(state: UserState, fact: UserFact, { time }: { readonly time: string }): UserState {
  switch (fact.type) {
    case 'UserRegistered': {
      const { user, firstName, lastName, email } = fact.data
      return { ...state, id: user, firstName, lastName, email }
    }
    case 'UserNamed':
      return { ...state, ...fact.data }
    case 'MobileNumberSet':
      return { ...state, mobile: fact.data.mobile }
    case 'PasswordSet':
      return { ...state, hasPassword: true, verified: state.verified || fact.data.because === 'invited' || fact.data.because === 'reset' }
    case 'PasswordLinkRevealed':
      return state
    case 'TermsAccepted':
      return { ...state, acceptedTerms: fact.data.terms }
    case 'WorkspaceJoined': {
      const others = state.workspaces.filter((joined) => joined.workspace !== fact.data.workspace)
      return { ...state, workspaces: [...others, fact.data], hasJoined: true }
    }
    case 'InvitedToWorkspace': {
      const { workspace: _, ...invitation } = fact.data
      return { ...state, invitations: [...state.invitations, invitation] }
    }
    case 'WorkspaceEntered':
      return { ...state, invitations: state.invitations.filter(({ member }) => member !== fact.data.member) }
    case 'WorkspaceLeft':
      return { ...state, workspaces: state.workspaces.filter((joined) => joined.workspace !== fact.data.workspace) }
    case 'SignatureKept':
      return { ...state, signatures: [...state.signatures, { ...fact.data, at: time }] }
    case 'SignaturePictureKept': {
      const { signature, kind, picture } = fact.data
      return { ...state, signatures: [...state.signatures, { signature, kind, value: picture, at: time }] }
    }
    case 'SignatureForgotten':
      return { ...state, signatures: state.signatures.filter(({ signature }) => signature !== fact.data.signature) }
    case 'InstallationAdministratorAppointed':
      return { ...state, isInstallationAdministrator: true }
    case 'InstallationAdministratorDismissed':
      return { ...state, isInstallationAdministrator: false }
    case 'SupportAccessBegun':
      return { ...state, support: [...openSupportOf(state, time), fact.data] }
    case 'SupportAccessEnded':
      return { ...state, support: state.support.filter(({ access }) => access !== fact.data.access) }
    case 'ProfileErased':
      // Nothing of them stays in the state, whatever becomes of the keys and when.
      return { ...initial, id: state.id, firstName: WITHHELD, lastName: WITHHELD, email: WITHHELD, erased: time }
    default:
      return fact satisfies never
  }
}

export const openSupportOf = ({ support }: Pick<UserState, 'support'>, now: string): readonly SupportAccess[] =>
  support.filter(({ until }) => until > now)

export type KnownAs = Pick<UserState, 'firstName' | 'lastName' | 'email'>

export const invitationOf = ({ invitations }: UserState, membership: string): Invitation | null =>
  invitations.find(({ member }) => member === membership) ?? null

/** What a team may know of somebody by this membership: until they have come themselves, only what it wrote. */
export const knownAs = (state: UserState, membership: string): KnownAs => invitationOf(state, membership) ?? state

/** The name as it is shown; '' where it is withheld. */
export function fullName(state: Pick<UserState, 'firstName' | 'lastName'>): string {
  return `${disclosed(state.firstName, '')} ${disclosed(state.lastName, '')}`.trim()
}
