import { disclosed } from '#domain/kernel'
import { emailOf, knownAs, type UserState } from '#domain/user'
import { memberOf, type WORKSPACE_EVENTS, type WorkspaceState, workspace, workspaceOfStream } from '#domain/workspace'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'

export const INVITATIONS = 'invitations'
export type InvitationData = {
  readonly workspace: string
  readonly member: string
  readonly user: string
  /** The principal who added them. */
  readonly by: string
}

export const keyOfInvitation = (member: string) => `invitation-${member}`

/** Each membership is followed by one invitation at most, under the membership's own key. */
export const invitations = {
  streams: workspace.streams,
  type: 'MemberAdded' satisfies keyof typeof WORKSPACE_EVENTS,
  react({ event: { stream, data, meta } }: LoggedEvent): readonly Effect[] {
    const { member, user } = data as { member: string; user: string }
    const by = (meta as { readonly actor: { readonly principal: string } }).actor.principal
    // The founder of a team adds themselves; the installation makes people's own workspaces, and adds nobody else.
    if (by === `user:${user}` || by.startsWith('process:')) return []
    const asked: InvitationData = { workspace: workspaceOfStream(stream)!, member, user, by }
    return [{ queue: INVITATIONS, key: keyOfInvitation(member), data: asked }]
  },
}

export type InvitationPlan = { readonly do: 'nothing' } | { readonly do: 'invite' | 'tell'; readonly to: string }

/** The work for an added member, now that its turn has come. A member with a password gets a notice, and needs no link for one. */
export function planInvitation(workspace: WorkspaceState, user: UserState, asked: Pick<InvitationData, 'member' | 'user'>): InvitationPlan {
  const stillThere = memberOf(workspace, asked.user)?.key === asked.member
  const to = emailOf(disclosed(knownAs(user, asked.member).email, ''))
  if (!stillThere || to === null) return { do: 'nothing' }
  return { do: user.hasPassword ? 'tell' : 'invite', to }
}
