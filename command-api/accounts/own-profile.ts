import type { Joined, KeptSignature, UserCommand } from '#domain/user'
import type { ReadBarrier } from '#platform/command-handler'
import type { Membership } from '../edge/caller.ts'
import type { Entry } from './entry.ts'
import { byInstallation, type Requester, type RequestOrigin } from './origins.ts'
import { accountWorkspaces, allMembershipsOf, type Profile, profileOf } from './profiles.ts'
import type { AccountRefused } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

type SignatureCommand = Extract<UserCommand, { do: 'KeepSignature' | 'ForgetSignature' }>

/** Who somebody is, what they keep and accepted, and that they go. */
export interface OwnProfile {
  profileOf(user: string): Promise<Profile | null>
  /** Where they may browse. `since` a request began: one look at the log serves all that it loads. */
  membershipsOf(user: string, since?: ReadBarrier): Promise<readonly Membership[]>
  /** Those too that are closed to them. */
  allMembershipsOf(user: string): Promise<readonly Membership[]>
  /** What they keep for the next time they sign, the oldest first. */
  signaturesOf(user: string): Promise<readonly KeptSignature[]>
  changeSignatures(user: string, command: SignatureCommand, asked: RequestOrigin, session: string): Promise<AccountRefused | null>
  acceptTerms(user: string, terms: string, asked: RequestOrigin, session: string): Promise<AccountRefused | null>
  /** That an administrator reads the link of a mail to this user. Whether they may is asked before. */
  recordRevealedLink(user: string, mail: string, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  /** The teams that somebody's own list names: taken before it is asked whether their profile may go. */
  joinedBy(user: string): Promise<readonly Joined[]>
  /** That a profile goes for good; what is kept of it goes after the fact. Refused where they joined another team than these meanwhile. */
  eraseProfile(user: string, joined: readonly Joined[], by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  /** Part of the deletion of a profile: registering with the address from now on makes a new person. */
  releaseAddress(user: string, email: string): Promise<void>
}

export function ownProfile(streams: AccountStreams, { shutOut }: Entry): OwnProfile {
  return {
    async profileOf(user) {
      const state = await streams.loadUser(user)
      return state.id === null || state.erased !== null ? null : profileOf(state.id, state)
    },
    membershipsOf: async (user, since) => (await accountWorkspaces(streams, user, since)).memberships,
    allMembershipsOf: (user) => allMembershipsOf(streams, user),
    signaturesOf: async (user) => (await streams.loadUser(user)).signatures,
    changeSignatures: (user, command, asked, session) => streams.tellUserAs(user, command, { user, session }, asked),
    acceptTerms: (user, terms, asked, session) => streams.tellUserAs(user, { do: 'AcceptTerms', terms }, { user, session }, asked),
    recordRevealedLink: (user, mail, by, asked) => streams.tellUserAs(user, { do: 'RecordRevealedLink', mail, by: by.user }, by, asked),
    joinedBy: async (user) => (await streams.loadUser(user)).workspaces,
    async eraseProfile(user, joined, by, asked) {
      const refused = await streams.tellUserAs(user, { do: 'EraseProfile', joined }, by, asked)
      // Not before it is decided: a person who was added again meanwhile stays a member.
      if (refused) return refused
      // The rest includes this, but nobody may stay logged in, or listed without a name, a moment longer.
      await shutOut(user)
      for (const { workspace } of joined) await streams.forgetMember(workspace, user, asked)
      return null
    },
    async releaseAddress(user, email) {
      const origin = byInstallation({ correlation: 'departure', causation: 'departure' })
      await streams.tellReservation(streams.emailStream(email), { do: 'Release', holder: user }, origin)
    },
  }
}
