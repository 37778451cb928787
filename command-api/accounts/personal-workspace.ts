import { PERSONAL_WORKSPACE_NAME, personalWorkspaceOf } from '#domain/workspace'
import { byInstallation, type RequestOrigin } from './origins.ts'
import type { AccountStreams } from './streams.ts'

/** Every account holder has a workspace of their own that nobody else may join. */
export interface PersonalWorkspaces {
  /** Done again, or half-way by somebody who was killed, it is completed. Whose profile is gone gets none. */
  openPersonalWorkspace(user: string, asked: RequestOrigin): Promise<void>
}

export function personalWorkspaces(streams: AccountStreams): PersonalWorkspaces {
  return {
    async openPersonalWorkspace(user, asked) {
      const { workspace, member } = personalWorkspaceOf(user)
      const origin = byInstallation(asked)
      const refused = await streams.tellUser(user, { do: 'JoinWorkspace', workspace, member }, origin)
      if (refused?.refused === 'user-missing') return
      if (refused) throw new Error(`a personal workspace could not be joined: ${refused.refused}`)
      const create = {
        do: 'CreateWorkspace',
        workspace,
        name: PERSONAL_WORKSPACE_NAME,
        personal: true,
        creator: user,
        member,
      } as const
      const made = await streams.workspaces.perform({ key: workspace, who: { as: 'installation' }, commands: [create], origin })
      if ('refused' in made) throw new Error(`a personal workspace could not be made: ${made.refused}`)
      // Their profile went in this very moment.
      if ((await streams.loadUser(user)).erased !== null) await streams.forgetMember(workspace, user, asked)
    },
  }
}
