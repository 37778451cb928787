import { disclosed } from '#domain/kernel'
import { FIRST_ACCOUNT } from '#domain/reservation'
import type { Joined, KeptSignature, UserCommand } from '#domain/user'
import type { CommandHandler, Moment } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import type { World } from '#platform/ports'
import {
  type KnownDevices,
  type ListedSession,
  newToken,
  type OneTimeLink,
  type OneTimeLinks,
  type Passwords,
  type Sessions,
  type Throttle,
} from '#platform/sessions'
import type { Account, Membership } from '../edge/caller.ts'
import { checkNewAccount, claimUser, type NewAccount } from './claim-user.ts'
import { askForExample } from './example.ts'
import { HANDED_OVER, type HandedLink, type HandedOver, handedOverIn } from './handed-over.ts'
import { createLoginGuard, type LoginFrom, type LoginGuardParts, type Proven, type Tried } from './login-guard.ts'
import { PASSWORD_MAILS } from './mails.ts'
import { type Asked, type By, byInstallation, byUser } from './origins.ts'
import { membershipsOf, type Profile, profileOf } from './profiles.ts'
import { type AccountRefused, type PasswordRules, passwordRefusal } from './refusals.ts'
import { TOKEN_PREFIX } from './session-token.ts'
import { accountStreams, refusalOf } from './streams.ts'

const DAY = 24 * 3_600_000
export const SESSION_LIFE = { idleMs: 7 * DAY, lifeMs: 30 * DAY } as const

export interface AccountParts {
  readonly handler: CommandHandler
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly links: OneTimeLinks
  readonly throttle: Throttle
  readonly devices: KnownDevices
  readonly passwordRules: PasswordRules
  readonly noteLogIn: LoginGuardParts['noteLogIn']
  readonly jobs: Pick<Jobs, 'send'>
  readonly world: World
  readonly tokenKey: Uint8Array
  /** The first account finds an example template. */
  readonly withExample: boolean
}

export interface LoggedIn {
  /** For the cookie. Told once. */
  readonly token: string
  readonly user: string
  /** For the cookie of the device that was logged in on; null where nobody logged in. */
  readonly device: string | null
}
/** By the token of whose link, and from where. */
type ChosenPassword = LoginFrom & { readonly token: string; readonly password: string }
interface Opened {
  readonly loggedIn: LoggedIn
  /** The id of the device. */
  readonly device: string
}
type SignatureCommand = Extract<UserCommand, { do: 'KeepSignature' | 'ForgetSignature' }>

/** People's accounts: making the first one, logging in, choosing a password, and who somebody is. */
export interface Accounts {
  /** Whether the installation still waits for its first account. */
  noneYet(): Promise<boolean>
  /** Whoever was first and lost the answer is let in by the same address and password, as by logging in. */
  registerFirst(account: NewAccount, asked: Asked): Promise<LoggedIn | AccountRefused>
  logIn(credentials: LoginFrom & { email: string; password: string }): Promise<LoggedIn | AccountRefused>
  logOut(token: string): Promise<void>
  /** For a device that somebody else is given: a session that may do nothing but be taken back. */
  handOver(user: string, link: HandedLink, from: LoginFrom): Promise<LoggedIn>
  /** Who handed this device over, and for what; null where nobody did. */
  handedOver(token: string): Promise<HandedOver | null>
  takeBack(handed: LoginFrom & { token: string; password: string }): Promise<LoggedIn | AccountRefused>
  /** Who is behind a session's token, with what they may do now. */
  find(token: string): Promise<Account | null>
  sessionsOf(user: string): Promise<readonly ListedSession[]>
  /** Ends one of their sessions; false where they have none like it. Its device is unknown from then on. */
  endSession(user: string, session: string, current: string): Promise<boolean>
  /** Ends all of their sessions but the current one, and makes all other devices unknown. Answers which ones. */
  endOtherSessions(user: string, current: string): Promise<readonly string[]>
  profileOf(user: string): Promise<Profile | null>
  /** `since` a request began: one look at the log serves all that it loads. */
  membershipsOf(user: string, since?: Moment): Promise<Membership[]>
  /** What they keep for the next time they sign, the oldest first. */
  signaturesOf(user: string): Promise<readonly KeptSignature[]>
  changeSignatures(user: string, command: SignatureCommand, asked: Asked, session: string): Promise<AccountRefused | null>
  acceptTerms(user: string, terms: string, asked: Asked, session: string): Promise<AccountRefused | null>
  /** Sends a link where the address is known. The answer is the same where it is not. */
  requestPasswordReset(request: LoginFrom & { email: string }): Promise<AccountRefused | null>
  makeResetToken(email: string): Promise<string | null>
  /** That an administrator reads the link of a mail to this user. Whether they may is asked before. */
  recordRevealedLink(user: string, mail: string, by: By, asked: Asked): Promise<AccountRefused | null>
  /** Whether this is the user's own password; asked too often, nobody is told. */
  confirmPassword(user: string, password: string, network: string): Promise<AccountRefused | null>
  /** The teams that somebody's own list names: taken before it is asked whether their profile may go. */
  joinedBy(user: string): Promise<readonly Joined[]>
  /** That a profile goes for good; what is kept of it goes after the fact. Refused where they joined another team than these meanwhile. */
  eraseProfile(user: string, joined: readonly Joined[], by: By, asked: Asked): Promise<AccountRefused | null>
  /** Part of the deletion of a profile: whoever registers with the address from now on is a new person. */
  releaseAddress(user: string, email: string): Promise<void>
  /** Whether a link still works. Opening it uses nothing up. */
  passwordLinkWorks(token: string): Promise<boolean>
  /** Whether a link is anybody's, used up or not: only then may choosing by it come to something. */
  passwordLinkKnown(token: string): Promise<boolean>
  /**
   * Uses the link up, ends every session of its owner and opens a new one. Whoever chose already, and lost the answer, is let in
   * by the same link with the same password, as by logging in.
   */
  choosePassword(chosen: ChosenPassword, asked: Asked): Promise<LoggedIn | AccountRefused>
}

export function createAccounts(parts: AccountParts): Accounts {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  const { passwords, links, jobs, world, devices } = parts
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

  /** The password first: whoever logs in by it meanwhile is not let in, or is put out with the others. */
  async function shutOut(user: string): Promise<void> {
    await passwords.remove(user)
    await parts.sessions.endAllOf(`user:${user}`)
  }

  /** False where nobody is left whose password it could be. Cut off half-way, it is done again as a whole. */
  async function setPassword({ owner: user, purpose }: OneTimeLink, { password, ...from }: ChosenPassword, asked: Asked): Promise<boolean> {
    await passwords.set(user, password)
    await parts.sessions.endAllOf(`user:${user}`)
    const because = purpose === 'invitation' ? 'invited' : 'reset'
    const recorded = await streams.tellUser(user, { do: 'RecordPassword', because }, byUser(user, asked))
    // Their profile went meanwhile, and all that let them in with it: this, and who logged in by it, came too late to be found there.
    if (recorded?.refused === 'user-missing') {
      await shutOut(user)
      return false
    }
    await guard.forgive({ ...from, stream: await streamOfUser(user) })
    return true
  }

  const noneYet = async () => {
    const holder = await streams.holderOf(FIRST_ACCOUNT)
    // A crash may have come between the claim and the workspace: then it is not done.
    if (holder === null) return true
    const first = await streams.loadUser(holder)
    // Whoever was first may have left, or be gone: nobody is first again.
    return !first.hasJoined && first.erased === null
  }

  async function enterAsFirst({ email, ...tried }: NewAccount) {
    const first = async () => {
      const [holder, asks] = await Promise.all([streams.holderOf(FIRST_ACCOUNT), streams.holderOf(streams.emailStream(email))])
      return holder === asks ? holder : null
    }
    return openByPassword({ ...tried, stream: streams.emailStream(email) }, first, 'first-account-exists')
  }

  async function handedOver(token: string): Promise<HandedOver | null> {
    const session = await parts.sessions.find(token)
    return session && handedOverIn(session)
  }

  return {
    noneYet,
    async registerFirst(account, asked) {
      const refused = checkNewAccount(account, parts.passwordRules)
      if (refused) return refused
      if (!(await noneYet())) return enterAsFirst(account)
      const user = await claimUser(streams, account, world.ids.next(), asked)
      const origin = byUser(user, asked)
      const first = await streams.tellReservation(FIRST_ACCOUNT, { do: 'Reserve', holder: user }, origin)
      // Of two who ask at the same moment only the one who was first gets a workspace.
      if (first !== user) return { refused: 'first-account-exists' }
      // Not before: the address may be somebody's.
      await passwords.set(user, account.password)
      // One team, however often it is asked for at once, or after a crash.
      const [workspace, member] = [user, user]
      const name = account.workspaceName?.trim() || `${account.firstName.trim()}’s team`
      const create = { do: 'CreateWorkspace', workspace, name, personal: false, creator: user, member } as const
      const made = refusalOf(await streams.workspaces.perform({ key: workspace, who: { as: 'user', user }, commands: [create], origin }))
      if (made) return made
      await streams.tellUser(user, { do: 'RecordPassword', because: 'registered' }, origin)
      await streams.tellUser(user, { do: 'JoinWorkspace', workspace, member }, origin)
      // The account is there, whatever becomes of its example: the next start asks for it again.
      if (parts.withExample)
        await askForExample(jobs, workspace, user).catch((error: unknown) =>
          world.log.warn({ error }, 'the example could not be asked for'),
        )
      return (await openFor(user, account)).loggedIn
    },
    async logIn({ email, ...tried }) {
      const stream = streams.emailStream(email)
      return openByPassword({ ...tried, stream }, () => streams.holderOf(stream), 'login-failed')
    },
    logOut: (token) => parts.sessions.end(token),
    async handOver(user, link, { network, browser = null, system = null }) {
      const holder = { as: HANDED_OVER, user, ...link }
      const from = { network, browser, system, device: null }
      const kept = { ...SESSION_LIFE, tokenPrefix: TOKEN_PREFIX, from, toSettle: true }
      const { token } = await parts.sessions.open({ owner: `user:${user}`, holder, ...kept })
      return { token, user, device: null }
    },
    handedOver,
    async takeBack({ token, ...tried }) {
      const user = (await handedOver(token))?.user
      if (user === undefined) return { refused: 'not-handed-over' }
      return openAs(user, tried, 'password-wrong')
    },
    async find(token) {
      const session = await parts.sessions.find(token)
      if (session?.holder.as !== 'account') return null
      const user = String(session.holder.user)
      return { as: 'account', user, session: session.id, memberships: await membershipsOf(streams, user) }
    },
    sessionsOf: (user) => parts.sessions.listOf(`user:${user}`),
    async endSession(user, session, current) {
      const all = await parts.sessions.listOf(`user:${user}`)
      const deviceOf = (id: string) => all.find((one) => one.session.id === id)?.from?.device ?? null
      if (!(await parts.sessions.endOne(`user:${user}`, session))) return false
      const device = deviceOf(session)
      if (device !== null && device !== deviceOf(current)) await devices.forget(user, device)
      return true
    },
    async endOtherSessions(user, current) {
      const all = await parts.sessions.listOf(`user:${user}`)
      await parts.sessions.endAllOf(`user:${user}`, current)
      await devices.forgetAllOf(user, all.find((one) => one.session.id === current)?.from?.device ?? null)
      return all.flatMap(({ session }) => (session.id === current ? [] : [session.id]))
    },
    async profileOf(user) {
      const state = await streams.loadUser(user)
      return state.id === null || state.erased !== null ? null : profileOf(state.id, state)
    },
    membershipsOf: (user, since) => membershipsOf(streams, user, since),
    signaturesOf: async (user) => (await streams.loadUser(user)).signatures,
    changeSignatures: (user, command, asked, session) => streams.tellUserAs(user, command, { user, session }, asked),
    acceptTerms: (user, terms, asked, session) => streams.tellUserAs(user, { do: 'AcceptTerms', terms }, { user, session }, asked),
    async requestPasswordReset({ email, ...from }) {
      const stream = streams.emailStream(email)
      if (!(await guard.admitReset({ ...from, stream }, () => streams.holderOf(stream)))) return { refused: 'too-many-attempts' }
      // The job looks the address up: so the answer takes as long for one that nobody has.
      await jobs.send(PASSWORD_MAILS, { stream }, { key: `password-${world.ids.next()}` })
      return null
    },
    recordRevealedLink: (user, mail, by, asked) => streams.tellUserAs(user, { do: 'RecordRevealedLink', mail, by: by.user }, by, asked),
    makeResetToken: (email) => makeResetToken(parts, email),
    async confirmPassword(user, password, network) {
      const outcome = await guard.confirm({ stream: await streamOfUser(user), network, password }, user)
      if (outcome === 'right') return null
      return { refused: outcome === 'wrong' ? 'password-wrong' : 'too-many-attempts' }
    },
    joinedBy: async (user) => (await streams.loadUser(user)).workspaces,
    async eraseProfile(user, joined, by, asked) {
      const refused = await streams.tellUserAs(user, { do: 'EraseProfile', joined }, by, asked)
      // Not before it is decided: whoever was added anew meanwhile stays where they are.
      if (refused) return refused
      // Also done with the rest, but nobody is to be logged in, or listed without a name, a moment longer.
      await shutOut(user)
      for (const { workspace } of joined) await streams.forgetMember(workspace, user, asked)
      return null
    },
    async releaseAddress(user, email) {
      const origin = byInstallation({ correlation: 'departure', causation: 'departure' })
      await streams.tellReservation(streams.emailStream(email), { do: 'Release', holder: user }, origin)
    },
    passwordLinkWorks: async (token) => (await links.find(token, PURPOSES)) !== null,
    passwordLinkKnown: async (token) => (await links.ownerOf(token, PURPOSES)) !== null,
    async choosePassword(chosen, asked) {
      const refused = passwordRefusal(chosen.password, parts.passwordRules)
      if (refused) return refused
      const { token, ...tried } = chosen
      const user = await links.use(token, PURPOSES, async (link) => ((await setPassword(link, chosen, asked)) ? link.owner : null))
      if (user !== null) return (await openFor(user, tried)).loggedIn
      const owner = await links.ownerOf(token, PURPOSES)
      return owner === null ? { refused: 'password-link-dead' } : openAs(owner, tried, 'password-link-dead')
    },
  }
}

const PURPOSES = ['reset', 'invitation']

/** A link's token for somebody at the server's own keyboard, good for a day; null where nobody has the address. */
export async function makeResetToken(
  parts: Pick<AccountParts, 'handler' | 'tokenKey' | 'links'> & { readonly world: Pick<World, 'random'> },
  email: string,
): Promise<string | null> {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  const user = await streams.holderOf(streams.emailStream(email))
  if (user === null) return null
  const token = newToken(parts.world.random)
  await parts.links.keep(token, { owner: user, purpose: 'reset', lifeMs: DAY })
  return token
}
