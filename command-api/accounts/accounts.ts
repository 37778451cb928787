import { type Entry, entry } from './entry.ts'
import { type FirstAccount, firstAccount } from './first-account.ts'
import { type HandOver, handOver } from './hand-over.ts'
import { type Logins, logins } from './logins.ts'
import { type OwnProfile, ownProfile } from './own-profile.ts'
import { type OwnSessions, ownSessions } from './own-sessions.ts'
import type { AccountParts } from './parts.ts'
import { type OwnPasswords, ownPasswords } from './passwords.ts'
import { type PersonalWorkspaces, personalWorkspaces } from './personal-workspace.ts'
import { accountStreams } from './streams.ts'
import { type Support, support } from './support.ts'

/** People's accounts, by topic. A caller takes only the topic it needs. */
export type Accounts = FirstAccount & Logins & HandOver & OwnSessions & OwnPasswords & OwnProfile & PersonalWorkspaces & Support

export function createAccounts(parts: AccountParts): Accounts {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  const door: Entry = entry(streams, parts)
  const personal = personalWorkspaces(streams)
  return {
    ...firstAccount(streams, door, personal, parts),
    ...logins(streams, door, parts),
    ...handOver(door, parts),
    ...ownSessions(parts),
    ...ownPasswords(streams, door, personal, parts),
    ...ownProfile(streams, door),
    ...support(streams, door, parts),
    ...personal,
  }
}
