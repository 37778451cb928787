import type { CommandOrigin } from '#platform/command-handler'
import type { Asked } from '../edge/asked.ts'

export type { Asked } from '../edge/asked.ts'

/** Who asks: the user and their session. */
export interface By {
  readonly user: string
  readonly session?: string
}

export function byUser(user: string, asked: Asked, session?: string): CommandOrigin {
  return { ...asked, actor: { principal: `user:${user}`, capacity: 'team', proof: 'password', ...(session ? { session } : {}) } }
}

/** Before anybody is known: what the installation does by itself. */
export function byInstallation(asked: Asked): CommandOrigin {
  return { ...asked, actor: { principal: 'process:accounts', capacity: 'process', proof: 'installation' } }
}
