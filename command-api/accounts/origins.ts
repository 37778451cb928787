import type { Actor } from '#domain/kernel'
import type { CommandOrigin } from '#platform/command-handler'
import type { Asked as AskedInCall } from '../edge/asked.ts'

export type Asked = AskedInCall

/** Who asks: the user and their session, or an application, whose user is who holds its secret. */
export interface By {
  readonly user: string
  readonly session?: string
  readonly application?: { readonly application: string; readonly workspace: string; readonly permissions: ReadonlySet<string> }
}

export const byApplication = (key: string): Actor => ({ principal: `application:${key}`, capacity: 'application', proof: 'secret' })

export const originOf = ({ user, session, application }: By, asked: Asked): CommandOrigin =>
  application ? { ...asked, actor: byApplication(application.application) } : byUser(user, asked, session)

export function byUser(user: string, asked: Asked, session?: string): CommandOrigin {
  return { ...asked, actor: { principal: `user:${user}`, capacity: 'team', proof: 'password', ...(session ? { session } : {}) } }
}

/** Before anybody is known: what the installation does by itself. */
export function byInstallation(asked: Asked): CommandOrigin {
  return { ...asked, actor: { principal: 'process:accounts', capacity: 'process', proof: 'installation' } }
}
