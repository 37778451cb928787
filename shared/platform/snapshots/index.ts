export { memorySnapshots } from './memory.ts'
export { NO_SNAPSHOTS, type Snapshot, type Snapshots } from './port.ts'
export { type SealedSnapshot, type SealedSnapshotsOptions, SNAPSHOTS, sealedSnapshots } from './sealed.ts'
