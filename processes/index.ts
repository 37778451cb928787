export { memoryProcessStore, type ProcessStatus, type ProcessStore, postgresProcessStore, processMigrations } from '#processes/engine'
export { type BouncesDeps, recordBounce } from './bounces.ts'
export { type ErasurePorts, type Processes, type ProcessesDeps, type ProgressKind, startProcesses } from './start.ts'
