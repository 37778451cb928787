export { type AttachedHistory, type HistoryDeps, historyOf } from './history.ts'
export { fieldsToSeal, isFinal, type SealingFailure, sealing } from './process.ts'
export { imagesIn, stampsOf } from './stamps.ts'
export { type SealingDeps, type SealStandard, sealingPart } from './worker.ts'
