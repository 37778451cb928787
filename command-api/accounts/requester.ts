import { type Actor, disclosed } from '#domain/kernel'
import type { SupportAccess } from '#domain/user'

/** Who asks: the user and their session, or an application, whose user is who holds its secret. */
export interface Requester {
  readonly user: string
  readonly session?: string
  /** As whom somebody of the installation acts, and why. */
  readonly support?: SupportAccess
  readonly application?: { readonly application: string; readonly workspace: string; readonly permissions: ReadonlySet<string> }
}

/** An account holder, or who acts as them for support, and then why. */
export function personActor({ user, session, support }: Omit<Requester, 'application'>): {
  readonly actor: Actor
  readonly reason?: string
} {
  const actor: Actor = { principal: `user:${support?.by ?? user}`, capacity: 'team', proof: 'password', ...(session ? { session } : {}) }
  return support ? { actor: { ...actor, onBehalfOf: `user:${user}` }, reason: disclosed(support.reason, '') } : { actor }
}

export const applicationActor = (key: string): Actor => ({ principal: `application:${key}`, capacity: 'application', proof: 'secret' })
