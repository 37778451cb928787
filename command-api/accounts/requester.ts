import type { Actor } from '#domain/kernel'

/** Who asks: the user and their session, or an application, whose user is who holds its secret. */
export interface Requester {
  readonly user: string
  readonly session?: string
  readonly application?: { readonly application: string; readonly workspace: string; readonly permissions: ReadonlySet<string> }
}

export const applicationActor = (key: string): Actor => ({ principal: `application:${key}`, capacity: 'application', proof: 'secret' })
