import type { World } from '#platform/ports'
import { newToken, type OneTimeLink } from '#platform/sessions'
import type { Entry, LoggedIn } from './entry.ts'
import type { LoginFrom } from './login-guard.ts'
import { PASSWORD_MAILS } from './mails.ts'
import { byUser, type RequestOrigin } from './origins.ts'
import type { AccountParts } from './parts.ts'
import type { PersonalWorkspaces } from './personal-workspace.ts'
import { type AccountRefused, passwordRefusal } from './refusals.ts'
import { type AccountStreams, accountStreams } from './streams.ts'

const DAY = 24 * 3_600_000

/** By the token of whose link, and from where. */
type ChosenPassword = LoginFrom & { readonly token: string; readonly password: string }
/** Choosing a password, and the links by which it is chosen. */
export interface OwnPasswords {
  /** Sends a link where the address is known. The answer is the same where it is not. */
  requestPasswordReset(request: LoginFrom & { email: string }): Promise<AccountRefused | null>
  makeResetToken(email: string): Promise<string | null>
  /** Whether this is the user's own password; asked too often, it does not answer. */
  confirmPassword(user: string, password: string, network: string): Promise<AccountRefused | null>
  /** Whether a link still works. Opening it uses nothing up. */
  passwordLinkWorks(token: string): Promise<boolean>
  /** Whether a link is anybody's, used up or not: only then may choosing by it come to something. */
  passwordLinkKnown(token: string): Promise<boolean>
  /**
   * Uses the link up, ends every session of its owner and opens a new one. A person who has chosen already, and lost the answer, is let in
   * by the same link with the same password, as by logging in.
   */
  choosePassword(chosen: ChosenPassword, asked: RequestOrigin): Promise<LoggedIn | AccountRefused>
}

export function ownPasswords(
  streams: AccountStreams,
  entry: Entry,
  { openPersonalWorkspace }: PersonalWorkspaces,
  parts: AccountParts,
): OwnPasswords {
  const { passwords, links, jobs, world } = parts
  const { guard, streamOfUser, openFor, openAs, shutOut } = entry
  /** False where nobody is left whose password it could be. Cut off half-way, it is done again as a whole. */
  async function setPassword(
    { owner: user, purpose }: OneTimeLink,
    { password, ...from }: ChosenPassword,
    asked: RequestOrigin,
  ): Promise<boolean> {
    await passwords.set(user, password)
    await parts.sessions.endAllOf(`user:${user}`)
    const because = purpose === 'invitation' ? 'invited' : 'reset'
    const recorded = await streams.tellUser(user, { do: 'RecordPassword', because }, byUser(user, asked))
    // Their profile went meanwhile, and all that let them in with it: this, and who logged in by it, came too late to be found there.
    if (recorded?.refused === 'user-missing') {
      await shutOut(user)
      return false
    }
    await openPersonalWorkspace(user, asked)
    await guard.forgive({ ...from, stream: await streamOfUser(user) })
    return true
  }

  return {
    async requestPasswordReset({ email, ...from }) {
      const stream = streams.emailStream(email)
      if (!(await guard.admitReset({ ...from, stream }, () => streams.holderOf(stream)))) return { refused: 'too-many-attempts' }
      // The job looks the address up: so the answer takes as long for one that nobody has.
      await jobs.send(PASSWORD_MAILS, { stream }, { key: `password-${world.ids.next()}` })
      return null
    },
    makeResetToken: (email) => makeResetToken(parts, email),
    async confirmPassword(user, password, network) {
      const outcome = await guard.confirm({ stream: await streamOfUser(user), network, password }, user)
      if (outcome === 'right') return null
      return { refused: outcome === 'wrong' ? 'password-wrong' : 'too-many-attempts' }
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
