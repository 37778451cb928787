import { derivedUuid, disclosed } from '#domain/kernel'
import type { World } from '#platform/ports'
import type { Requester, RequestOrigin } from './origins.ts'
import type { AccountRefused } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

/** Workspaces themselves, what they are called and what they show. */
export interface Workspaces {
  /** `key` is its key, by which a call that is made again, after an answer that was lost, is known. */
  create(
    workspace: { name: string; key?: string | undefined },
    by: Requester,
    asked: RequestOrigin,
  ): Promise<{ workspace: string } | AccountRefused>
  nameOf(workspace: string): Promise<string>
  rename(workspace: string, name: string, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  showsSenderPresence(workspace: string): Promise<boolean>
  switchSenderPresence(workspace: string, on: boolean, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
}

export function workspaces(streams: AccountStreams, { ids }: Pick<World, 'ids'>): Workspaces {
  const tell = streams.tellWorkspaceAs
  return {
    async create({ name, key: workspace = ids.next() }, by, asked) {
      const member = derivedUuid(JSON.stringify(['founder', workspace]))
      const command = { do: 'CreateWorkspace', workspace, name, personal: false, creator: by.user, member } as const
      // The user's stream first: a workspace that nobody can find would be worse than a line that leads nowhere.
      const refused =
        (await streams.wouldRefuse(workspace, command, by, asked)) ??
        (await streams.tellUserAs(by.user, { do: 'JoinWorkspace', workspace, member }, by, asked)) ??
        (await tell(workspace, command, by, asked))
      return refused ?? { workspace }
    },
    nameOf: async (workspace) => disclosed((await streams.loadWorkspace(workspace)).name, ''),
    rename: (workspace, name, by, asked) => tell(workspace, { do: 'RenameWorkspace', name }, by, asked),
    showsSenderPresence: async (workspace) => (await streams.loadWorkspace(workspace)).showsSenderPresence,
    switchSenderPresence: (workspace, on, by, asked) => tell(workspace, { do: 'SwitchSenderPresence', on }, by, asked),
  }
}
