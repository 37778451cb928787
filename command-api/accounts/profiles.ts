import { disclosed } from '#domain/kernel'
import { fullName, invitationOf, type UserState } from '#domain/user'
import { memberOf, permissionsOf } from '#domain/workspace'
import type { ReadBarrier } from '#platform/command-handler'
import type { Account, Membership } from '../edge/caller.ts'
import type { AccountStreams } from './streams.ts'

export interface Profile {
  readonly user: string
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly email: string
  readonly mobile: string | null
  /** Their password was chosen by a link that was mailed to their address. */
  readonly verified: boolean
  readonly hasPassword: boolean
  /** The terms that they accepted last, by their address. */
  readonly acceptedTerms: string | null
}
/** The workspaces' own streams decide: what the user's stream lists is only where to look. */
export async function allMembershipsOf(streams: AccountStreams, user: string, since?: ReadBarrier): Promise<Membership[]> {
  const person = await streams.loadUser(user, since)
  const found = await Promise.all(
    person.workspaces.map(async ({ workspace }) => {
      const state = await streams.loadWorkspace(workspace, since)
      const member = memberOf(state, user)
      if (!member) return []
      const invitation = invitationOf(person, member.key)?.member ?? null
      const name = disclosed(state.name, '')
      return [
        { workspace, name, isAdmin: member.administrator, isPersonal: state.personal, permissions: permissionsOf(member), invitation },
      ]
    }),
  )
  return found.flat()
}

/** In which workspaces somebody may do anything now, and which are closed to them: those where they may not browse. */
export async function accountWorkspaces(
  streams: AccountStreams,
  user: string,
  since?: ReadBarrier,
): Promise<Required<Pick<Account, 'memberships' | 'closed'>>> {
  const all = await allMembershipsOf(streams, user, since)
  const isOpen = ({ permissions }: Membership) => permissions.has('can_browse')
  return { memberships: all.filter(isOpen), closed: all.filter((one) => !isOpen(one)) }
}

export function profileOf(user: string, state: UserState): Profile {
  return {
    user,
    firstName: disclosed(state.firstName, ''),
    lastName: disclosed(state.lastName, ''),
    fullName: fullName(state),
    email: disclosed(state.email, ''),
    mobile: state.mobile === null ? null : disclosed(state.mobile, ''),
    verified: state.verified,
    hasPassword: state.hasPassword,
    acceptedTerms: state.acceptedTerms,
  }
}
