import type { CommandOrigin } from '#platform/command-handler'
import type { Asked } from '../edge/asked.ts'
import { type By, byApplication } from './by.ts'

export type { Asked } from '../edge/asked.ts'
export { type By, byApplication } from './by.ts'

export const originOf = ({ user, session, application }: By, asked: Asked): CommandOrigin =>
  application ? { ...asked, actor: byApplication(application.application) } : byUser(user, asked, session)

export function byUser(user: string, asked: Asked, session?: string): CommandOrigin {
  return { ...asked, actor: { principal: `user:${user}`, capacity: 'team', proof: 'password', ...(session ? { session } : {}) } }
}

/** Before anybody is known: what the installation does by itself. */
export function byInstallation(asked: Asked): CommandOrigin {
  return { ...asked, actor: { principal: 'process:accounts', capacity: 'process', proof: 'installation' } }
}
