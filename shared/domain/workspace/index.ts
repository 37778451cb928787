export { decide as decideWorkspace, MOST_WORKSPACE_NAME, type WorkspaceActor, type WorkspaceCommand } from './decide.ts'
export { type Due, dueOf, NOTICE_MS, yearsAfter } from './due.ts'
export { EVENTS as WORKSPACE_EVENTS, type WorkspaceFact } from './events.ts'
export { PERMISSIONS, type Permission, permissionsOf } from './permissions.ts'
export { WORKSPACE_REFUSALS, type WorkspaceRefusalCode } from './refusals.ts'
export {
  type Announced,
  type Keeping,
  type LegalHold,
  type Member,
  memberOf,
  streamOfWorkspace,
  type WorkspaceState,
  whoseMembership,
  workspace,
  workspaceOfStream,
} from './workspace.ts'
