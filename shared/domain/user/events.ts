import { z } from 'zod'
import { event, type FactsOf, sealed } from '#domain/kernel'

const name = sealed(z.string())

export const EVENTS = {
  UserRegistered: event(1, { user: z.uuid(), firstName: name, lastName: name, email: sealed(z.string()) }),
  UserNamed: event(1, { firstName: name, lastName: name }),
  /** In international form; null where the user has none. */
  MobileNumberSet: event(1, { mobile: sealed(z.string().nullable()) }),
  /** The hash itself is kept outside the log: it is a secret, and it goes when the user goes. */
  PasswordSet: event(1, { because: z.enum(['registered', 'invited', 'reset', 'changed']) }),
  /** An administrator read the link to choose a password that was mailed to this user. */
  PasswordLinkRevealed: event(1, { mail: z.uuid(), by: z.uuid() }),
  /** The user was offered membership; the workspace's own stream says whether it holds. */
  WorkspaceJoined: event(1, { workspace: z.uuid(), member: z.uuid() }),
  WorkspaceLeft: event(1, { workspace: z.uuid() }),
  /** The person is gone with all that was held of them: the keys of this stream are destroyed after this. */
  ProfileErased: event(1, {}),
}
export type UserFact = FactsOf<typeof EVENTS>
