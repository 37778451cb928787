export {
  APPLICATION_LIMITS,
  type ApplicationParts,
  type Applications,
  BEARER_SECONDS,
  createApplications,
  type NotAdmitted,
} from './applications.ts'
