import type { ListedSession, Session } from '#platform/sessions'
import type { AccountParts } from './parts.ts'

export interface OwnSessions {
  sessionsOf(user: string): Promise<readonly ListedSession[]>
  /** Ends one of their sessions; null where they have none like it. Its device is unknown from then on. */
  endSession(user: string, session: string, current: string): Promise<Session | null>
  /** Ends all of their sessions but the current one, and makes all other devices unknown. Answers which ones. */
  endOtherSessions(user: string, current: string): Promise<readonly Session[]>
}

export function ownSessions(parts: AccountParts): OwnSessions {
  const { devices } = parts
  return {
    sessionsOf: (user) => parts.sessions.listOf(`user:${user}`),
    async endSession(user, session, current) {
      const all = await parts.sessions.listOf(`user:${user}`)
      const deviceOf = (id: string) => all.find((one) => one.session.id === id)?.from?.device ?? null
      if (!(await parts.sessions.endOne(`user:${user}`, session))) return null
      const device = deviceOf(session)
      if (device !== null && device !== deviceOf(current)) await devices.forget(user, device)
      return all.find((one) => one.session.id === session)?.session ?? null
    },
    async endOtherSessions(user, current) {
      const all = await parts.sessions.listOf(`user:${user}`)
      await parts.sessions.endAllOf(`user:${user}`, current)
      await devices.forgetAllOf(user, all.find((one) => one.session.id === current)?.from?.device ?? null)
      return all.flatMap(({ session }) => (session.id === current ? [] : [session]))
    },
  }
}
