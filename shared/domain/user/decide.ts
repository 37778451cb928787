import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { z } from 'zod'
import {
  type Decision,
  type DecisionContext,
  digestOf,
  isStorable,
  type Principal,
  type Refused,
  withoutFormat,
  withoutOverrides,
} from '#domain/kernel'
import type { UserFact } from './events.ts'
import type { UserRefusalCode } from './refusals.ts'
import { isSameLooks, isSomething, type KeptValue, MOST_SIGNATURES } from './signatures.ts'
import { invitationOf, type Joined, openSupportOf, type UserState } from './state.ts'

export type UserCommand =
  | { readonly do: 'RegisterUser'; readonly user: string; readonly firstName: string; readonly lastName: string; readonly email: string }
  | { readonly do: 'NameUser'; readonly firstName: string; readonly lastName: string }
  | { readonly do: 'SetMobileNumber'; readonly mobile: string | null }
  | { readonly do: 'RecordPassword'; readonly because: 'registered' | 'invited' | 'reset' | 'changed' }
  | { readonly do: 'AcceptTerms'; readonly terms: string }
  | { readonly do: 'RecordRevealedLink'; readonly mail: string; readonly by: string }
  /** `invitedAs` is what those wrote who add somebody else. */
  | { readonly do: 'JoinWorkspace'; readonly workspace: string; readonly member: string; readonly invitedAs?: InvitedAs }
  | { readonly do: 'EnterWorkspace'; readonly workspace: string; readonly member: string }
  /** A membership that began again meanwhile stands: only the ended one is left. */
  | { readonly do: 'LeaveWorkspace'; readonly workspace: string; readonly member: string }
  | { readonly do: 'KeepSignature'; readonly signature: string; readonly kind: 'signature' | 'initial'; readonly value: KeptValue }
  | { readonly do: 'ForgetSignature'; readonly signature: string }
  | { readonly do: 'AppointInstallationAdministrator' }
  | { readonly do: 'DismissInstallationAdministrator' }
  /** Whether `by` is an administrator of the installation their own stream says: it is asked before. */
  | { readonly do: 'BeginSupport'; readonly access: string; readonly by: string; readonly reason: string; readonly until: string }
  | { readonly do: 'EndSupport'; readonly access: string; readonly by: string }
  /** Whether they may go is asked before: their teams' streams know. */
  /** Decided on the teams that they had joined by then. `whatever`: after a restore, an earlier deletion is repeated. */
  | { readonly do: 'EraseProfile'; readonly joined: readonly Joined[] | 'whatever' }

export type InvitedAs = { readonly firstName: string; readonly lastName: string; readonly email: string }

type UserDecision = Decision<UserFact, UserRefusalCode>

export const MOST_NAME = 200
export const MOST_SUPPORT_REASON = 500
export const MOST_SUPPORT_MS = 3_600_000
const anEmail = z.email().max(254)
// Line breaks and other control characters in a name would travel into mail headers and sealed pages.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

/** An address as it is stored: without spaces around it, and without what is not seen. Null where it is none. */
export function emailOf(text: string): string | null {
  return anEmail.safeParse(withoutFormat(text)).data ?? null
}

/** What is the same of two addresses that are one, however each was typed. */
export const comparable = (email: string): string => withoutFormat(email).toLowerCase()
/** By which an address is found again where it is not kept itself. */
export const digestOfAddress = (email: string): string => digestOf(comparable(email))

/** Names as they are stored; null where they are none. The last name may be empty: not everybody has one. */
export function namesOf(firstName: string, lastName: string): { firstName: string; lastName: string } | null {
  const kept = (name: string) => withoutOverrides(name).trim().normalize('NFC')
  const names = { firstName: kept(firstName), lastName: kept(lastName) }
  const fits = [names.firstName, names.lastName].every((name) => name.length <= MOST_NAME && isStorable(name) && !CONTROL.test(name))
  return fits && names.firstName !== '' ? names : null
}

/** What others do to somebody: add them to a team, take them out of one, read their mail's link. Whether they may, the team says. */
const BY_OTHERS: ReadonlySet<UserCommand['do']> = new Set<UserCommand['do']>([
  'RecordRevealedLink',
  'JoinWorkspace',
  'LeaveWorkspace',
  'BeginSupport',
  'EndSupport',
  'EraseProfile',
])
const BY_OPERATORS: ReadonlySet<UserCommand['do']> = new Set<UserCommand['do']>([
  'AppointInstallationAdministrator',
  'DismissInstallationAdministrator',
])

/** What is somebody's own only they do, and the installation. */
export function permits(command: UserCommand, state: UserState, who: Principal, key: string): Refused<UserRefusalCode> | null {
  if (who.as === 'user' && who.inSupport) return { refused: 'not-in-support' }
  if (BY_OPERATORS.has(command.do)) return who.as === 'installation' ? null : { refused: 'not-yours' }
  if (command.do === 'BeginSupport' || command.do === 'EndSupport') {
    // Of an access that is over there is nothing left to end.
    const isOver = command.do === 'EndSupport' && !state.support.some(({ access }) => access === command.access)
    const begunBy = state.support.find(({ access }) => access === command.access)?.by ?? command.by
    const mayEnd = command.do === 'EndSupport' && who.as === 'user' && who.user === key
    const isTheirs = who.as === 'user' && who.user === command.by && command.by === begunBy
    return isOver || mayEnd || isTheirs ? null : { refused: 'not-yours' }
  }
  const isTheirs = who.as === 'installation' || (who.as === 'user' && who.user === key)
  return isTheirs || BY_OTHERS.has(command.do) ? null : { refused: 'not-yours' }
}

export function decide(command: UserCommand, state: UserState, { now }: Pick<DecisionContext, 'now'>): UserDecision {
  if (command.do === 'RegisterUser') return register(command, state)
  if (command.do === 'EraseProfile') return eraseProfile(command, state)
  if (state.id === null || state.erased !== null) return { refused: 'user-missing' }
  switch (command.do) {
    case 'NameUser': {
      const names = namesOf(command.firstName, command.lastName)
      if (!names) return { refused: 'valid-name-required' }
      const same = names.firstName === state.firstName && names.lastName === state.lastName
      return same ? [] : [{ type: 'UserNamed', data: names }]
    }
    case 'SetMobileNumber': {
      if (command.mobile !== null && !isValidPhoneNumber(command.mobile)) return { refused: 'valid-mobile-required' }
      return command.mobile === state.mobile ? [] : [{ type: 'MobileNumberSet', data: { mobile: command.mobile } }]
    }
    case 'RecordPassword':
      return [{ type: 'PasswordSet', data: { because: command.because } }]
    case 'AcceptTerms': {
      const { terms } = command
      return terms === state.acceptedTerms ? [] : [{ type: 'TermsAccepted', data: { terms } }]
    }
    case 'RecordRevealedLink':
      return [{ type: 'PasswordLinkRevealed', data: { mail: command.mail, by: command.by } }]
    case 'JoinWorkspace': {
      const { workspace, member } = command
      const there = state.workspaces.some((joined) => joined.workspace === workspace && joined.member === member)
      if (there) return []
      const joined: UserFact = { type: 'WorkspaceJoined', data: { workspace, member } }
      if (command.invitedAs === undefined) return [joined]
      const written = writtenOf(command.invitedAs)
      return 'refused' in written ? written : [{ type: 'InvitedToWorkspace', data: { workspace, member, ...written } }, joined]
    }
    case 'EnterWorkspace': {
      const { workspace, member } = command
      return invitationOf(state, member) === null ? [] : [{ type: 'WorkspaceEntered', data: { workspace, member } }]
    }
    case 'LeaveWorkspace': {
      const { workspace, member } = command
      const there = state.workspaces.some((joined) => joined.workspace === workspace && joined.member === member)
      return there ? [{ type: 'WorkspaceLeft', data: { workspace } }] : []
    }
    case 'KeepSignature': {
      const { signature, kind, value } = command
      const there = state.signatures.some((kept) => kept.signature === signature || (kept.kind === kind && isSameLooks(kept.value, value)))
      if (there || !isSomething(value)) return []
      if (value.method === 'typed' && !isStorable(value.text)) return { refused: 'not-text' }
      const tooMany = state.signatures.slice(0, Math.max(0, state.signatures.length + 1 - MOST_SIGNATURES))
      return [
        ...tooMany.map((oldest): UserFact => ({ type: 'SignatureForgotten', data: { signature: oldest.signature } })),
        value.method === 'uploaded'
          ? { type: 'SignaturePictureKept', data: { signature, kind, picture: value } }
          : { type: 'SignatureKept', data: { signature, kind, value } },
      ]
    }
    case 'ForgetSignature': {
      const { signature } = command
      return state.signatures.some((kept) => kept.signature === signature) ? [{ type: 'SignatureForgotten', data: { signature } }] : []
    }
    case 'AppointInstallationAdministrator':
      return state.isInstallationAdministrator ? [] : [{ type: 'InstallationAdministratorAppointed', data: {} }]
    case 'DismissInstallationAdministrator':
      return state.isInstallationAdministrator ? [{ type: 'InstallationAdministratorDismissed', data: {} }] : []
    case 'BeginSupport':
      return beginSupport(command, state, now)
    case 'EndSupport': {
      const { access, by } = command
      const isOpen = openSupportOf(state, now).some((one) => one.access === access)
      return isOpen ? [{ type: 'SupportAccessEnded', data: { access, by } }] : []
    }
    default:
      return command satisfies never
  }
}

function beginSupport(command: Extract<UserCommand, { do: 'BeginSupport' }>, state: UserState, now: string): UserDecision {
  const { access, by, until } = command
  const reason = command.reason.trim()
  if (by === state.id) return { refused: 'support-of-oneself' }
  if (reason === '' || reason.length > MOST_SUPPORT_REASON)
    return { refused: 'support-reason-required', slots: { most: MOST_SUPPORT_REASON } }
  if (!isStorable(reason)) return { refused: 'not-text' }
  if (Date.parse(until) - Date.parse(now) > MOST_SUPPORT_MS) return { refused: 'support-too-long' }
  const isBegun = state.support.some((one) => one.access === access)
  return isBegun ? [] : [{ type: 'SupportAccessBegun', data: { access, by, reason, until } }]
}

function eraseProfile({ joined }: Extract<UserCommand, { do: 'EraseProfile' }>, state: UserState): UserDecision {
  if (state.id === null || state.erased !== null) return []
  const isKnown = ({ workspace, member }: Joined) =>
    joined === 'whatever' || joined.some((one) => one.workspace === workspace && one.member === member)
  return state.workspaces.every(isKnown) ? [{ type: 'ProfileErased', data: {} }] : { refused: 'joined-meanwhile' }
}

function register(command: Extract<UserCommand, { do: 'RegisterUser' }>, state: UserState): UserDecision {
  if (state.id !== null) return state.id === command.user ? [] : { refused: 'user-exists' }
  const written = writtenOf(command)
  return 'refused' in written ? written : [{ type: 'UserRegistered', data: { user: command.user, ...written } }]
}

function writtenOf({ firstName, lastName, email: typed }: InvitedAs): InvitedAs | Refused<UserRefusalCode> {
  const email = emailOf(typed)
  if (email === null) return { refused: 'valid-email-required' }
  const names = namesOf(firstName, lastName)
  return names === null ? { refused: 'valid-name-required' } : { ...names, email }
}
