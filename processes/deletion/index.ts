export { type DeletionLine, deletionsFile, type OutsideDeletions } from './outside.ts'
export { RESTORER, repeatDeletions } from './restored.ts'
export { type DeletionDeps, deletionPart, type Sharer } from './worker.ts'
