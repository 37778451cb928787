export { memoryJobs } from './memory.ts'
export {
  type Effect,
  type EffectState,
  type Handler,
  isFailureReported,
  isOfPack,
  type Job,
  type Jobs,
  mayRunAgain,
  type QueueSettings,
  retryDelay,
  type SendOptions,
} from './port.ts'
export { postgresJobs } from './postgres.ts'
export { jobMigrations, openJobs } from './table.ts'
