export { bytesOf, readableFrom } from './bytes.ts'
export { type DeclaredProcess, defineProcess, defineStoredProcess, type NeedsOf } from './define.ts'
export { derivedId, derivedToken } from './derive.ts'
export { type FollowDeps, type Follower, followLog, ownedBy, type ProcessStatus } from './follow.ts'
export { addresseeOf, type OwnerDeps } from './owner.ts'
export {
  type NeedsFor,
  type PackProcess,
  type Packs,
  type PacksDeps,
  type Performed,
  packProcess,
  packsFor,
  packsUnderWay,
} from './packs.ts'
export type { Effect, OpenStreams, Process, ProgressKind, ProgressNeeds, Queue, ReaderDeps, StoredReaction } from './process.ts'
export { FOR_EVER, MAILS, requeue, TIMERS, TooEarly } from './queues.ts'
export { openedReader, type Reader } from './read.ts'
export { memoryProcessStore, type ProcessStore, postgresProcessStore, processMigrations } from './store.ts'
export { sweepAll, sweepStream } from './sweep.ts'
export { type DeclaredSweep, type RegularSweep, type SweepEveryDeps, sweepEvery } from './sweep-every.ts'
export { tracedReader } from './traced.ts'
