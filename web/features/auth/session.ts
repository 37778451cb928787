import { proxy, useSnapshot } from 'valtio'
import type { z } from 'zod'
import { done } from '#contract/envelope'
import {
  acceptedTermsAnswer,
  type beginSupportBody,
  type firstAccountBody,
  type SessionAnswer,
  sessionAnswer,
  type workspaceOfUser,
} from '#contract/session'
import type { Permission } from '#domain/workspace'
import { HttpRefused, http, identify, isGone, isLoggedOut } from '../../http/index.ts'
import { keepOnlyFor, wipeOutbox } from '../../live/index.ts'
import { browserMemory, say } from '../../ui/index.ts'

export type Workspace = z.infer<typeof workspaceOfUser>
export type User = NonNullable<SessionAnswer['user']>

export interface SupportShown extends Omit<SessionAnswer['support_access'][number], 'seconds_left'> {
  /** By the clock of this device, in milliseconds. */
  readonly until: number
}

interface Session {
  phase: 'loading' | 'unreachable' | 'first-account' | 'logged-out' | 'handed-over' | 'logged-in'
  user: User | null
  workspaces: readonly Workspace[]
  /** Those that they belong to and may not open. */
  closed: SessionAnswer['closed_accounts']
  /** The one that is worked in. */
  workspace: Workspace | null
  /** The host who lent this device to somebody who signs in person; null where nobody did. */
  handedOverBy: string | null
  /** Nothing can be deleted for good here. */
  keepsDeleted: boolean
  /** Where the terms stand that account holders accept; null: none are put to them. */
  termsUrl: string | null
  /** What #custom_form and #custom_info show; null: nothing. */
  formUrl: string | null
  infoUrl: string | null
  /** Addresses within the page that lead to others. */
  hashRedirects: Readonly<Record<string, string>>
  /** A mail server is set up. */
  mailsAreSent: boolean
  /** Least characters of a password that is chosen. */
  passwordMin: number
  /** What a workspace that several people share is called. */
  workspaceDescriptor: string
  /** May act as others for support. */
  isInstallationAdministrator: boolean
  /** Who acts as this account holder now; in one of them perhaps this session. */
  support: readonly SupportShown[]
}

export const session = proxy<Session>({
  phase: 'loading',
  user: null,
  workspaces: [],
  closed: [],
  workspace: null,
  handedOverBy: null,
  keepsDeleted: true,
  termsUrl: null,
  formUrl: null,
  infoUrl: null,
  hashRedirects: {},
  mailsAreSent: true,
  passwordMin: 1,
  workspaceDescriptor: '',
  isInstallationAdministrator: false,
  support: [],
})
export const useSession = () => useSnapshot(session)

/** Whether the chosen workspace gives this permission. */
export const useMay = (permission: Permission): boolean => useSession().workspace?.permissions.includes(permission) ?? false

/** Under which the browser remembers the workspace that was chosen last. */
export const CHOSEN = 'paraph-workspace'

/** The page is about this answer from here on. */
export function take(answer: SessionAnswer): void {
  // Where this tab is it stays, wherever another one went.
  const wanted = [session.workspace?.account_key, browserMemory.read(CHOSEN), answer.user?.default_user_account_key]
  const there = wanted.flatMap((key) => answer.user_accounts.find(({ account_key }) => account_key === key) ?? [])
  const workspace = there[0] ?? answer.user_accounts[0] ?? null
  identify({ crossSite: answer.csrf_token, appVersion: answer.app_version, workspace: workspace?.account_key ?? null })
  session.user = answer.user
  session.keepsDeleted = answer.deleted_documents_are_kept
  session.termsUrl = answer.terms_url
  session.formUrl = answer.custom_form_url
  session.infoUrl = answer.custom_info_url
  session.hashRedirects = answer.hash_redirects
  session.mailsAreSent = answer.mails_are_sent
  session.passwordMin = answer.password_min
  session.workspaceDescriptor = answer.workspace_descriptor
  session.isInstallationAdministrator = answer.is_installation_administrator
  session.support = answer.support_access.map(({ seconds_left, ...one }) => ({ ...one, until: Date.now() + seconds_left * 1000 }))
  session.workspaces = answer.user_accounts
  session.closed = answer.closed_accounts
  session.workspace = workspace
  session.handedOverBy = answer.handed_over_by
  session.phase = answer.user
    ? 'logged-in'
    : answer.handed_over_by !== null
      ? 'handed-over'
      : answer.first_account
        ? 'first-account'
        : 'logged-out'
}

const SESSION = '/app/session'
const quiet = { ignoreUnauthorised: true } as const

export async function loadSession(): Promise<void> {
  try {
    take(await http.get(SESSION, sessionAnswer, quiet))
  } catch {
    session.phase = 'unreachable'
  }
}

/** Nobody waits for the answer, and nobody needs to know that there is none. */
export const askQuietly = () => http.get(SESSION, sessionAnswer, { ...quiet, retries: 0, quiet: true })

/** The message why somebody is at the login page. */
export const LOGIN_ENDED = 'login-ended'

export async function logIn(email: string, password: string): Promise<void> {
  const answer = await http.post(SESSION, sessionAnswer, { ...quiet, body: { email_address: email, password } })
  // Somebody else sits here now: what the one before left unsaved is not theirs to find.
  if (answer.user) await keepOnlyFor(`user:${answer.user.key}`)
  take(answer)
  say.hide(LOGIN_ENDED)
}
export async function makeFirstAccount(account: z.infer<typeof firstAccountBody>): Promise<void> {
  take(await http.post('/app/first_account', sessionAnswer, { ...quiet, body: account }))
}
export async function askForReset(email: string): Promise<void> {
  await http.post('/app/password_resets', done, { ...quiet, body: { email_address: email } })
}
const linkPath = (token: string) => `/app/password_resets/${encodeURIComponent(token)}`
/** Whether a password can be chosen with this link. */
export type PasswordLink = 'works' | 'dead'
export const isDeadLink = (thrown: unknown): boolean => thrown instanceof HttpRefused && isGone(thrown)

export async function askAfterLink(token: string): Promise<PasswordLink> {
  try {
    await http.get(linkPath(token), done, quiet)
    return 'works'
  } catch (thrown) {
    if (isDeadLink(thrown)) return 'dead'
    throw thrown
  }
}
export async function choosePassword(token: string, password: string): Promise<void> {
  await http.post(linkPath(token), done, { ...quiet, body: { password } })
}
/** Accepts the terms that were shown. Where they have changed meanwhile, the session is asked for the new ones. */
export async function acceptTerms(termsUrl: string): Promise<void> {
  try {
    const data = { accepted_terms_with_checkbox: true, terms_url: termsUrl }
    session.user = (await http.post('/app/user', acceptedTermsAnswer, { data })).user
  } catch (thrown) {
    if (thrown instanceof HttpRefused && thrown.code === 'terms-changed') await loadSession()
    throw thrown
  }
}
export async function logOut(): Promise<void> {
  const user = session.user?.key
  // Nobody is in any more where the first answer was lost, or another tab was quicker: what they want is so.
  await http.del(SESSION, done, quiet).catch((thrown) => {
    if (!(thrown instanceof HttpRefused && isLoggedOut(thrown))) throw thrown
  })
  if (user) await wipeOutbox(`user:${user}`)
  await loadSession()
}

/** This page itself becomes somebody else: the old session's end is no surprise to it. */
let isSwitching = false
export const isBecomingAnother = () => isSwitching
async function becomeAnother(ask: () => Promise<unknown>): Promise<void> {
  isSwitching = true
  try {
    await ask()
  } catch (thrown) {
    isSwitching = false
    throw thrown
  }
  // Nothing that the one before had open stays on the screen.
  history.replaceState(null, '', '#documents')
  location.reload()
}

const SUPPORT = '/app/support_access'
/** From here on this browser acts as a member. */
export const beginSupport = (data: z.infer<typeof beginSupportBody>): Promise<void> =>
  becomeAnother(() => http.post(SUPPORT, sessionAnswer, { data }))

/** Who acts as somebody else is themselves again; whom they acted as stays where they are. */
export async function endSupport(key: string, isOwn: boolean): Promise<void> {
  const end = () => http.del(`${SUPPORT}/${key}`, sessionAnswer, quiet)
  if (!isOwn) return take(await end())
  const user = session.user?.key
  return becomeAnother(async () => {
    await end()
    if (user) await wipeOutbox(`user:${user}`)
  })
}

const HANDED_OVER = 'paraph-handed-over'

/** Closes the account on this device, in every tab, until its holder's password opens it again. */
export async function handOver(signingLink: string): Promise<void> {
  const handed = http.post(`${SESSION}/hand_over`, sessionAnswer, { ...quiet, body: { signing_link: signingLink } })
  const answer = await handed.catch(async (thrown) => {
    // It may have been closed by a call whose answer was lost: then nothing of the account stays on the screen either.
    if (thrown instanceof HttpRefused && isLoggedOut(thrown)) await loadSession()
    throw thrown
  })
  browserMemory.write(HANDED_OVER, String(Date.now()))
  take(answer)
  // The page as it was must not be what a browser keeps to go back to.
  await new Promise((resolve) => setTimeout(resolve, PAINTED_MS))
}
const PAINTED_MS = 50

/** Where another tab, or a call whose answer was lost, unlocked it already, the page shows who is in now. */
export async function takeBack(password: string): Promise<void> {
  try {
    take(await http.post(`${SESSION}/take_back`, sessionAnswer, { ...quiet, body: { password } }))
  } catch (thrown) {
    if (!(thrown instanceof HttpRefused && thrown.code === 'not-handed-over')) throw thrown
    await loadSession()
  }
}

/** Another tab handed the device over: nothing stays on the screen here either. Returns the way out. */
export function onHandedOver(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === HANDED_OVER) listener()
  }
  const restored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', restored)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', restored)
  }
}
