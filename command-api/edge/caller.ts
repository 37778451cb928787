import type { Actor } from '#domain/kernel'
import type { SupportAccess } from '#domain/user'
import { applicationActor, personActor, type Requester } from '../accounts/requester.ts'

/** A workspace somebody belongs to, and what they may do there. */
export interface Membership {
  readonly workspace: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isPersonal: boolean
  readonly permissions: ReadonlySet<string>
  /** Its key, as long as they were added and have not come yet. */
  readonly invitation: string | null
}

/** Who is behind a request, found from its session and from nothing else. */
export type Caller =
  | { readonly as: 'nobody' }
  | {
      readonly as: 'account'
      readonly user: string
      readonly session: string
      /** Where they may browse: of the others nothing is served. */
      readonly memberships: readonly Membership[]
      readonly closed?: readonly Membership[]
      /** Set where it is not they but an administrator of the installation, who acts as them for support. */
      readonly support?: SupportAccess
    }
  | {
      readonly as: 'application'
      readonly application: string
      /** Whose becomes what it makes: the member who holds its secret. */
      readonly user: string
      /** What is counted and ended together: all that is open of this application. */
      readonly session: string
      /** By which of its secrets it was let in, or by a token opened with it. */
      readonly secretIssue: number
      /** Of its own workspace, with what it may do there. */
      readonly memberships: readonly [Membership]
    }
  | {
      readonly as: 'signer'
      readonly session: string
      readonly pack: string
      readonly signatory: string
      readonly link: string
      readonly inPerson: boolean
    }
export type Account = Extract<Caller, { as: 'account' }>
export type ApplicationCaller = Extract<Caller, { as: 'application' }>
/** Who acts for a workspace. */
export type TeamCaller = Account | ApplicationCaller
export type Signer = Extract<Caller, { as: 'signer' }>

export const isInSupport = (caller: Caller): boolean => caller.as === 'account' && caller.support !== undefined

export const NOBODY: Caller = { as: 'nobody' }

/** The actor in a workspace or an account, for its commands. */
export function byCaller(caller: TeamCaller): Requester {
  if (caller.as === 'account') return { user: caller.user, session: caller.session, ...(caller.support ? { support: caller.support } : {}) }
  const [{ workspace, permissions }] = caller.memberships
  return { user: caller.user, application: { application: caller.application, workspace, permissions } }
}

export const actorOf = (caller: TeamCaller | Signer): Actor => actingAs(caller).actor

/** Who acts, and why where they act on behalf of another. */
export function actingAs(caller: TeamCaller | Signer): { readonly actor: Actor; readonly reason?: string } {
  if (caller.as === 'application') return { actor: applicationActor(caller.application) }
  if (caller.as === 'account') return personActor(caller)
  const { signatory, inPerson, session } = caller
  return {
    actor: { principal: `signatory:${signatory}`, capacity: inPerson ? 'in-person-host' : 'signatory', session, proof: 'signing-link' },
  }
}
