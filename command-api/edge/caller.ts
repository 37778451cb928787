import type { Actor } from '#domain/kernel'

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
      readonly memberships: readonly Membership[]
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
export type Signer = Extract<Caller, { as: 'signer' }>

export const NOBODY: Caller = { as: 'nobody' }

/** Who acts in a workspace or an account, as its commands are told. */
export const byAccount = ({ user, session }: Account) => ({ user, session })

/** How what a caller does is recorded. */
export function actorOf(caller: Account | Signer): Actor {
  if (caller.as === 'account') return { principal: `user:${caller.user}`, capacity: 'team', session: caller.session, proof: 'password' }
  return {
    principal: `signatory:${caller.signatory}`,
    capacity: caller.inPerson ? 'in-person-host' : 'signatory',
    session: caller.session,
    proof: 'signing-link',
  }
}
