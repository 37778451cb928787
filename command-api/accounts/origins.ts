import type { CommandOrigin } from '#platform/command-handler'
import type { RequestOrigin } from '../edge/request-origin.ts'
import { applicationActor, personActor, type Requester } from './requester.ts'

export type { RequestOrigin } from '../edge/request-origin.ts'
export { applicationActor, type Requester } from './requester.ts'

export const originOf = ({ application, ...person }: Requester, asked: RequestOrigin): CommandOrigin => ({
  ...asked,
  ...(application ? { actor: applicationActor(application.application) } : personActor(person)),
})

export const byUser = (user: string, asked: RequestOrigin): CommandOrigin => originOf({ user }, asked)

/** Before anybody is known: what the installation does by itself. */
export function byInstallation(asked: RequestOrigin): CommandOrigin {
  return { ...asked, actor: { principal: 'process:accounts', capacity: 'process', proof: 'installation' } }
}
