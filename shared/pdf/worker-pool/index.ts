export { Later } from './later.ts'
export { createWorkerPool, DEFAULT_LIMITS, limitsFor, type PoolOptions } from './pool.ts'
export type { Answer, Job, Progress, Worked, WorkerPool, WorkFailure, WorkLimits, WorkOptions } from './types.ts'
