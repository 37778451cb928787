export { type DeletionLine, deletionsFile, type OutsideDeletions } from './outside.ts'
export { RESTORER, repeatDeletions } from './restored.ts'
export { deletionProcess, type Sharer } from './worker.ts'
