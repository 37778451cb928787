import { FIRST_ACCOUNT } from '#domain/reservation'
import { checkNewAccount, claimUser, type NewAccount } from './claim-user.ts'
import type { Entry, LoggedIn } from './entry.ts'
import { askForExample } from './example.ts'
import { byUser, type RequestOrigin } from './origins.ts'
import type { AccountParts } from './parts.ts'
import type { PersonalWorkspaces } from './personal-workspace.ts'
import type { AccountRefused } from './refusals.ts'
import { type AccountStreams, refusalOf } from './streams.ts'

/** The first account of an installation, and its team. */
export interface FirstAccount {
  /** Whether the installation still waits for its first account. */
  noneYet(): Promise<boolean>
  /** If the answer was lost, the same address and password log in. */
  registerFirst(account: NewAccount, asked: RequestOrigin): Promise<LoggedIn | AccountRefused>
}

export function firstAccount(streams: AccountStreams, entry: Entry, personal: PersonalWorkspaces, parts: AccountParts): FirstAccount {
  const { passwords, jobs, world } = parts
  const { openFor, openByPassword } = entry
  const noneYet = async () => {
    const holder = await streams.holderOf(FIRST_ACCOUNT)
    // A crash may have come between the claim and the workspace: then it is not done.
    if (holder === null) return true
    const first = await streams.loadUser(holder)
    // The first user may have left or be deleted: there is no second first account.
    return !first.hasJoined && first.erased === null
  }

  async function enterAsFirst({ email, ...tried }: NewAccount) {
    const first = async () => {
      const [holder, asks] = await Promise.all([streams.holderOf(FIRST_ACCOUNT), streams.holderOf(streams.emailStream(email))])
      return holder === asks ? holder : null
    }
    return openByPassword({ ...tried, stream: streams.emailStream(email) }, first, 'first-account-exists')
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
      await personal.openPersonalWorkspace(user, asked)
      // The account is there, even without its example: the next start asks for it again.
      if (parts.withExample)
        await askForExample(jobs, workspace, user).catch((error: unknown) =>
          world.log.warn({ error }, 'the example could not be asked for'),
        )
      return (await openFor(user, account)).loggedIn
    },
  }
}
