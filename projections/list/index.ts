export { type Change, rewriting, tallyOf } from './changes.ts'
export { listProjection } from './project.ts'
export {
  countOfBulkSends,
  countPacks,
  type ListPage,
  type ListQuestion,
  listPacks,
  packsListed,
  packsOfBulkSend,
  packsUnderWay,
  rowsOfPacks,
} from './query.ts'
export { listReadModel } from './read-model.ts'
export { packsOfWorkspace, retentionCandidates, workspacesWithPacks } from './retention.ts'
export { type PackRow, rowOf } from './row.ts'
