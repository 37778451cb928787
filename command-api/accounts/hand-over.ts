import { type Entry, type LoggedIn, SESSION_LIFE } from './entry.ts'
import { HANDED_OVER, type HandedLink, type HandedOver, handedOverIn } from './handed-over.ts'
import type { LoginFrom } from './login-guard.ts'
import type { AccountParts } from './parts.ts'
import type { AccountRefused } from './refusals.ts'
import { TOKEN_PREFIX } from './session-token.ts'

/** A device that somebody else is given, to sign in person. */
export interface HandOver {
  /** For a device that is lent to somebody else: a session that can only be unlocked again. */
  handOver(user: string, link: HandedLink, from: LoginFrom): Promise<LoggedIn>
  /** Who handed this device over, and for what; null where nobody did. */
  handedOver(token: string): Promise<HandedOver | null>
  /** All lent devices, also those whose session has ended since: until it is settled. */
  allHandedOver(): Promise<readonly (HandedOver & { readonly over: boolean })[]>
  takeBack(handed: LoginFrom & { token: string; password: string }): Promise<LoggedIn | AccountRefused>
}

export function handOver({ openAs }: Entry, parts: AccountParts): HandOver {
  async function handedOver(token: string): Promise<HandedOver | null> {
    const session = await parts.sessions.find(token)
    return session && handedOverIn(session)
  }

  return {
    async handOver(user, link, { network, browser = null, system = null }) {
      const holder = { as: HANDED_OVER, user, ...link }
      const from = { network, browser, system, device: null }
      const kept = { ...SESSION_LIFE, tokenPrefix: TOKEN_PREFIX, from, toSettle: true }
      const { token } = await parts.sessions.open({ owner: `user:${user}`, holder, ...kept })
      return { token, user, device: null }
    },
    handedOver,
    async allHandedOver() {
      const open = await parts.sessions.toSettle()
      return open.flatMap(({ session, over }) => {
        const handed = handedOverIn(session)
        return handed ? [{ ...handed, over }] : []
      })
    },
    async takeBack({ token, ...tried }) {
      const user = (await handedOver(token))?.user
      if (user === undefined) return { refused: 'not-handed-over' }
      return openAs(user, tried, 'password-wrong')
    },
  }
}
