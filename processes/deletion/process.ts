import { type WORKSPACE_EVENTS, workspace, workspaceOfStream } from '#domain/workspace'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'
import type { DeletionLine } from './outside.ts'

export const DELETION = 'deletion'
/** `line` is what is written outside of the database first; intentions of an earlier version have none. */
export type DeletionData = { readonly pack: string; readonly line?: DeletionLine }

/** The workspace recorded that a pack goes for good; all that is kept of the pack goes after it. */
export const deletion = {
  streams: workspace.streams,
  type: 'PackPermanentlyDeleted' satisfies keyof typeof WORKSPACE_EVENTS,
  /** The pack's key is not confidential: it stands in the event itself. */
  react({ event: { id, stream, data, meta } }: LoggedEvent): readonly Effect[] {
    const { pack } = data as { pack: string }
    const by = String((meta.actor as { principal?: string }).principal)
    const line = { workspace: workspaceOfStream(stream)!, pack, time: String(meta.time), by }
    return [{ queue: DELETION, key: `deletion:${id}`, data: { pack, line } }]
  },
}
