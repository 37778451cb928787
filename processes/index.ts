export {
  memoryProcessStore,
  type ProcessStatus,
  type ProcessStore,
  type ProgressKind,
  postgresProcessStore,
  processMigrations,
} from '#processes/engine'
export { type BouncesDeps, recordBounce } from './bounces.ts'
export { type Processes, type ProcessesDeps, type Sweeps, startAll, startProcesses, startSweeps } from './start.ts'
