import type { Account } from '../edge/caller.ts'
import type { Entry, LoggedIn } from './entry.ts'
import type { LoginFrom } from './login-guard.ts'
import type { AccountParts } from './parts.ts'
import { accountWorkspaces } from './profiles.ts'
import type { AccountRefused } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

/** Logging in and out, and who is behind a session. */
export interface Logins {
  logIn(credentials: LoginFrom & { email: string; password: string }): Promise<LoggedIn | AccountRefused>
  logOut(token: string): Promise<void>
  /** Whose session it is, where it is their own, with what they may do now. */
  find(token: string): Promise<Account | null>
}

export function logins(streams: AccountStreams, { openByPassword }: Entry, parts: AccountParts): Logins {
  return {
    async logIn({ email, ...tried }) {
      const stream = streams.emailStream(email)
      return openByPassword({ ...tried, stream }, () => streams.holderOf(stream), 'login-failed')
    },
    logOut: (token) => parts.sessions.end(token),
    async find(token) {
      const session = await parts.sessions.find(token)
      if (session?.holder.as !== 'account') return null
      const user = String(session.holder.user)
      return { as: 'account', user, session: session.id, ...(await accountWorkspaces(streams, user)) }
    },
  }
}
