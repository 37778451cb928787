export { MOST_WORKSPACE_NAME, type WorkspaceCommand } from './decide.ts'
export { type Due, dueOf, NOTICE_MS, yearsAfter } from './due.ts'
export { CHANGES_RIGHTS, EVENTS as WORKSPACE_EVENTS, type WorkspaceFact } from './events.ts'
export {
  effectivePermissions,
  isPermission,
  keptByRoleChange,
  NO_DIFFERENCES,
  PERMISSIONS,
  type Permission,
  type PermissionDifferences,
  PRESETS,
  type Preset,
  presetOf,
  type Rights,
  type Role,
  rightsOfPreset,
  withSwitched,
} from './permissions.ts'
export { PERSONAL_WORKSPACE_NAME, personalWorkspaceOf } from './personal.ts'
export { WORKSPACE_REFUSALS, type WorkspaceRefusalCode } from './refusals.ts'
export {
  type Announced,
  type LegalHold,
  type Member,
  memberOf,
  movedTo,
  permissionsOf,
  type RetentionSettings,
  roleOf,
  type WorkspaceState,
  whoseMembership,
} from './state.ts'
export { mayTakeOver, successorByDefault, successorOf } from './succession.ts'
export { streamOfWorkspace, workspace, workspaceOfStream } from './workspace.ts'
