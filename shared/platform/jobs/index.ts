export { jobMigrations, openJobs } from './effects.ts'
export { memoryJobs } from './memory.ts'
export { pgBossJobs } from './pg-boss.ts'
export {
  type Effect,
  type EffectState,
  type Handler,
  isOfPack,
  isTold,
  type Job,
  type Jobs,
  mayRunAgain,
  type QueueSettings,
  retryDelay,
  type SendOptions,
} from './port.ts'
