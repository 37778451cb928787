import { disclosed } from '#domain/kernel'
import { createLoginGuard, type LoginFrom, type Proven, type Tried } from './login-guard.ts'
import type { AccountParts } from './parts.ts'
import type { AccountRefused } from './refusals.ts'
import { TOKEN_PREFIX } from './session-token.ts'
import type { AccountStreams } from './streams.ts'

const DAY = 24 * 3_600_000
export const SESSION_LIFE = { idleMs: 7 * DAY, lifeMs: 30 * DAY } as const

export interface LoggedIn {
  /** For the cookie. Given out once. */
  readonly token: string
  readonly user: string
  /** For the cookie of the device that was logged in on; null where nobody logged in. */
  readonly device: string | null
}
interface Opened {
  readonly loggedIn: LoggedIn
  readonly device: string
}
/** How people come in: what logging in, choosing a password, taking a device back and the first account share. */
export function entry(streams: AccountStreams, parts: AccountParts) {
  const { passwords, devices } = parts
  const guard = createLoginGuard(parts)
  const streamOfUser = async (user: string) => streams.emailStream(disclosed((await streams.loadUser(user)).email, ''))

  /** Opens a session on a device that is known from now on. */
  async function openFor(user: string, { network, browser = null, system = null, device: given }: LoginFrom): Promise<Opened> {
    const known = await devices.remember(user, given && devices.isOurs(given) ? given : null)
    const { token } = await parts.sessions.open({
      owner: `user:${user}`,
      holder: { as: 'account', user },
      ...SESSION_LIFE,
      tokenPrefix: TOKEN_PREFIX,
      from: { network, browser, system, device: known.id },
    })
    return { loggedIn: { token, user, device: known.token }, device: known.id }
  }

  async function proveOwner(
    tried: Tried,
    owner: () => Promise<string | null>,
    wrong: AccountRefused['refused'],
  ): Promise<Proven | AccountRefused> {
    const proven = await guard.prove(tried, owner)
    if (proven === 'too-many') return { refused: 'too-many-attempts' }
    return proven === 'wrong' ? { refused: wrong } : proven
  }

  async function openByPassword(
    tried: Tried,
    owner: () => Promise<string | null>,
    wrong: AccountRefused['refused'],
  ): Promise<LoggedIn | AccountRefused> {
    const proven = await proveOwner(tried, owner, wrong)
    if ('refused' in proven) return proven
    const { loggedIn: opened, device } = await openFor(proven.user, tried)
    if (await proven.holds()) return opened
    // Another was chosen in this very moment, which ended all that the old one had opened: this one came too late for that.
    await parts.sessions.end(opened.token)
    await devices.forget(proven.user, device)
    return { refused: wrong }
  }

  /** The same for somebody who is known already. */
  async function openAs(user: string, tried: Omit<Tried, 'stream'>, wrong: AccountRefused['refused']) {
    return openByPassword({ ...tried, stream: await streamOfUser(user) }, async () => user, wrong)
  }

  /** The password first: a login that uses it meanwhile fails, or is ended with the other sessions. */
  async function shutOut(user: string): Promise<void> {
    await passwords.remove(user)
    await parts.sessions.endAllOf(`user:${user}`)
  }

  return { guard, streamOfUser, openFor, openByPassword, openAs, shutOut }
}
export type Entry = ReturnType<typeof entry>
