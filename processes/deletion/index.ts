export { type DeletionLine, deletionsFile, type OutsideDeletions } from './outside.ts'
export { repeatDeletions } from './restored.ts'
export { type DeletionDeps, deletionPart } from './worker.ts'
