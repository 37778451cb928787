import { disclosed } from '#domain/kernel'
import { fullName, MOST_SUPPORT_MS, openSupportOf, type SupportAccess, type UserCommand } from '#domain/user'
import type { ReadBarrier } from '#platform/command-handler'
import type { Session } from '#platform/sessions'
import type { Account } from '../edge/caller.ts'
import type { Entry, LoggedIn } from './entry.ts'
import type { LoginFrom } from './login-guard.ts'
import { byInstallation, type Requester, type RequestOrigin } from './origins.ts'
import type { AccountParts } from './parts.ts'
import { accountWorkspaces } from './profiles.ts'
import type { AccountRefused } from './refusals.ts'
import { TOKEN_PREFIX } from './session-token.ts'
import { type AccountStreams, accountStreams } from './streams.ts'

/** Makes an account an administrator of the installation, or no longer; false where nobody has this address. */
export async function appointAdministrator(
  { handler, tokenKey }: Pick<AccountParts, 'handler' | 'tokenKey'>,
  email: string,
  isAppointed: boolean,
): Promise<boolean> {
  const streams = accountStreams(handler, tokenKey)
  const user = await streams.holderOf(streams.emailStream(email))
  if (user === null) return false
  const command: UserCommand = { do: isAppointed ? 'AppointInstallationAdministrator' : 'DismissInstallationAdministrator' }
  return (await streams.tellUser(user, command, byInstallation({ correlation: 'operator', causation: 'operator' }))) === null
}

/** The session of an administrator of the installation who acts as a member. */
const SUPPORT = 'support'

export interface SupportShown {
  readonly access: string
  readonly administrator: string
  readonly member: string
  readonly reason: string
  readonly until: string
}

/** An administrator of the installation acts as a member for a while. The log says whether they still may, the session only as whom. */
export interface Support {
  /** Who holds a session: its account holder, or who acts as them. A device that is lent opens nothing. */
  accountIn(session: Session, since?: ReadBarrier): Promise<Account | null>
  mayGiveSupport(user: string): Promise<boolean>
  /** Makes an account an administrator of the installation, or no longer; false where nobody has this address. */
  appointAdministrator(email: string, isAppointed: boolean): Promise<boolean>
  /** What is open of somebody now, as both sides see it. */
  supportOf(user: string): Promise<readonly SupportShown[]>
  beginSupport(
    by: Requester,
    asked: { readonly access: string; readonly email: string; readonly reason: string; readonly minutes: number; readonly from: LoginFrom },
    origin: RequestOrigin,
  ): Promise<LoggedIn | AccountRefused>
  /** By either of the two. Who acted as the other is themselves again, in a session of their own. */
  endSupport(
    caller: Account,
    access: string,
    from: LoginFrom,
    origin: RequestOrigin,
  ): Promise<{ readonly again: LoggedIn | null } | AccountRefused>
  /** Where a session is ended in another way, such as by logging out. */
  noteEnded(session: Session, origin: RequestOrigin): Promise<void>
}

export function support(streams: AccountStreams, { openFor }: Entry, parts: AccountParts): Support {
  const { sessions, world } = parts
  async function openOne(user: string, access: unknown, since?: ReadBarrier): Promise<SupportAccess | null> {
    const found = openSupportOf(await streams.loadUser(user, since), streams.now()).find((one) => one.access === access)
    if (!found) return null
    return (await streams.loadUser(found.by, since)).isInstallationAdministrator ? found : null
  }
  const nameOf = async (user: string) => {
    const state = await streams.loadUser(user)
    return fullName(state) || disclosed(state.email, '')
  }
  return {
    async accountIn({ id, holder }, since) {
      const user = String(holder.user)
      if (holder.as === 'account') return { as: 'account', user, session: id, ...(await accountWorkspaces(streams, user, since)) }
      const support = holder.as === SUPPORT ? await openOne(user, holder.access, since) : null
      return support && { as: 'account', user, session: id, ...(await accountWorkspaces(streams, user, since)), support }
    },
    appointAdministrator: (email, isAppointed) => appointAdministrator(parts, email, isAppointed),
    mayGiveSupport: async (user) => (await streams.loadUser(user)).isInstallationAdministrator,
    async supportOf(user) {
      const open = openSupportOf(await streams.loadUser(user), streams.now())
      return Promise.all(
        open.map(async ({ access, by, reason, until }) => ({
          access,
          administrator: await nameOf(by),
          member: await nameOf(user),
          reason: disclosed(reason, ''),
          until,
        })),
      )
    },
    async beginSupport(by, { access, email, reason, minutes, from }, origin) {
      const user = await streams.holderOf(streams.emailStream(email))
      if (user === null || (await streams.loadUser(user)).erased !== null) return { refused: 'support-of-nobody' }
      const until = new Date(Date.parse(streams.now()) + Math.min(minutes * 60_000, MOST_SUPPORT_MS)).toISOString()
      const refused = await streams.tellUserAs(user, { do: 'BeginSupport', access, by: by.user, reason, until }, by, origin)
      if (refused) return refused
      const { token } = await sessions.open({
        // Ends with all others of the administrator, as when they choose another password.
        owner: `user:${by.user}`,
        holder: { as: SUPPORT, user, access, by: by.user },
        idleMs: MOST_SUPPORT_MS,
        lifeMs: Date.parse(until) - world.clock.now(),
        tokenPrefix: TOKEN_PREFIX,
        from: { network: from.network, browser: from.browser ?? null, system: from.system ?? null, device: null },
      })
      return { token, user, device: null }
    },
    async endSupport(caller, access, from, origin) {
      const by = caller.support?.by ?? caller.user
      const refused = await streams.tellUserAs(caller.user, { do: 'EndSupport', access, by }, { user: by, session: caller.session }, origin)
      if (refused) return refused
      return { again: caller.support?.access === access ? (await openFor(by, from)).loggedIn : null }
    },
    async noteEnded({ id, holder }, origin) {
      if (holder.as !== SUPPORT) return
      const [user, access, by] = [String(holder.user), String(holder.access), String(holder.by)]
      await streams.tellUserAs(user, { do: 'EndSupport', access, by }, { user: by, session: id }, origin)
    },
  }
}
