import type { CommandOrigin } from '#platform/command-handler'
import type { RequestOrigin } from '../edge/request-origin.ts'
import { applicationActor, type Requester } from './requester.ts'

export type { RequestOrigin } from '../edge/request-origin.ts'
export { applicationActor, type Requester } from './requester.ts'

export const originOf = ({ user, session, application }: Requester, asked: RequestOrigin): CommandOrigin =>
  application ? { ...asked, actor: applicationActor(application.application) } : byUser(user, asked, session)

export function byUser(user: string, asked: RequestOrigin, session?: string): CommandOrigin {
  return { ...asked, actor: { principal: `user:${user}`, capacity: 'team', proof: 'password', ...(session ? { session } : {}) } }
}

/** Before anybody is known: what the installation does by itself. */
export function byInstallation(asked: RequestOrigin): CommandOrigin {
  return { ...asked, actor: { principal: 'process:accounts', capacity: 'process', proof: 'installation' } }
}
