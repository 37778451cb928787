export { type DeletionDeps, deletionPart } from './worker.ts'
