import { type DecisionContext, defineAggregate, type Principal } from '#domain/kernel'
import { decide, permits, type WorkspaceCommand } from './decide.ts'
import { EVENTS, type WorkspaceFact } from './events.ts'
import { WORKSPACE_REFUSALS, type WorkspaceRefusalCode } from './refusals.ts'
import { evolve, initial, type WorkspaceState } from './state.ts'

export const workspace = defineAggregate<WorkspaceState, WorkspaceFact, WorkspaceCommand, Principal, DecisionContext, WorkspaceRefusalCode>(
  {
    called: 'a workspace',
    streams: ['workspace-'],
    events: EVENTS,
    initial,
    evolve,
    permits,
    decide,
    refusals: WORKSPACE_REFUSALS,
    keyedBy: 'workspace',
    // What its history says of the pack: why it was once under a hold.
    erases: (fact) => (fact.type === 'PackPermanentlyDeleted' ? [fact.data.pack] : []),
  },
)
export const { streamNameOf: streamOfWorkspace, keyOf: workspaceOfStream } = workspace
