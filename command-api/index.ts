export {
  askForMissingExample,
  createAccounts,
  createMembers,
  defineExample,
  definePasswordMails,
  LOGIN_LIMITS,
} from './accounts/index.ts'
export { APPLICATION_LIMITS, type Applications, createApplications } from './applications/index.ts'
export { bulkSendDocuments } from './bulk-sends/documents.ts'
export { bulkSendRows } from './bulk-sends/rows.ts'
export type { Membership } from './edge/caller.ts'
export type { Limits } from './edge/rate-limits.ts'
export type { Gateway } from './live/gateway.ts'
export { type People, people } from './people.ts'
export { createServer, type Server, type ServerOptions } from './server.ts'
export type { ApiConfig, Dependency, Progress, ProgressNews, SealAnchor, Services, UploadPasswords } from './services.ts'
export { type AllServices, openTopics } from './topics.ts'
