import type { CommandOrigin } from '#platform/command-handler'

/** The request that something was asked in. */
export type Asked = Omit<CommandOrigin, 'actor'>

export function byUser(user: string, asked: Asked, session?: string): CommandOrigin {
  return { ...asked, actor: { principal: `user:${user}`, capacity: 'team', proof: 'password', ...(session ? { session } : {}) } }
}

/** Before anybody is known: what the installation does by itself. */
export function byInstallation(asked: Asked): CommandOrigin {
  return { ...asked, actor: { principal: 'process:accounts', capacity: 'process', proof: 'installation' } }
}
