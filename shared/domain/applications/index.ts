export { applications, streamOfApplications, workspaceOfApplications } from './applications.ts'
export {
  type ApplicationsActor,
  type ApplicationsCommand,
  MOST_APPLICATION_NAME,
  MOST_APPLICATIONS,
  mayBrowseApplications,
  mayManageApplication,
} from './decide.ts'
export { type ApplicationsFact, EVENTS as APPLICATIONS_EVENTS } from './events.ts'
export { APPLICATIONS_REFUSALS, type ApplicationsRefusalCode } from './refusals.ts'
export type { Application, ApplicationsState } from './state.ts'
