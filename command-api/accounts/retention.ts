import type { RetentionSettings, WorkspaceState } from '#domain/workspace'
import { originOf, type Requester, type RequestOrigin } from './origins.ts'
import type { AccountRefused } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

/** How long a workspace keeps its documents, which of them nothing deletes, and which are gone. */
export interface Retention {
  keepingOf(workspace: string): Promise<RetentionSettings>
  /** Packs under a legal hold, those whose deletion was announced, and users who left. */
  retentionOf(workspace: string): Promise<Pick<WorkspaceState, 'keeping' | 'held' | 'announced' | 'formerMembers'>>
  /** What is left out stays as it is. */
  keep(workspace: string, keeping: Partial<RetentionSettings>, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  /** While it holds, nothing deletes the pack. */
  hold(workspace: string, pack: string, on: boolean, reason: string, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  /** Records that a pack goes for good, which sets it going. Whether it may is the pack's to say. */
  deletePack(workspace: string, pack: string, by: Requester, asked: RequestOrigin): Promise<AccountRefused | null>
  hasDeleted(workspace: string, pack: string): Promise<boolean>
  /** Call it before a pack is restored from the trash, so that the retention drops it. Answers false where it goes for good already. */
  postponeDeletion(workspace: string, pack: string, by: Requester, asked: RequestOrigin): Promise<boolean>
}

export function retention(streams: AccountStreams): Retention {
  const tell = streams.tellWorkspaceAs
  return {
    keepingOf: async (workspace) => (await streams.loadWorkspace(workspace)).keeping,
    retentionOf: streams.loadWorkspace,
    async keep(workspace, { recordsVisits, ...retention }, by, asked) {
      const refused = await tell(workspace, { do: 'SetRetention', ...retention }, by, asked)
      if (refused || recordsVisits === undefined) return refused
      return tell(workspace, { do: 'SwitchVisitRecording', on: recordsVisits }, by, asked)
    },
    hold: (workspace, pack, on, reason, by, asked) =>
      tell(workspace, on ? { do: 'PlaceLegalHold', pack, reason } : { do: 'LiftLegalHold', pack }, by, asked),
    deletePack: (workspace, pack, by, asked) => tell(workspace, { do: 'RecordPackDeleted', pack }, by, asked, pack),
    hasDeleted: async (workspace, pack) => (await streams.loadWorkspace(workspace)).deletedPacks.has(pack),
    async postponeDeletion(workspace, pack, by, asked) {
      const commands = [{ do: 'PostponeDeletion', pack, now: streams.now() }] as const
      const origin = originOf(by, asked)
      const outcome = await streams.workspaces.perform({ key: workspace, who: { as: 'installation' }, commands, origin })
      if ('refused' in outcome) throw new Error(outcome.refused)
      return !outcome.state.deletedPacks.has(pack)
    },
  }
}
