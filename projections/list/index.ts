export { packsOfWorkspace, packsToKeepOrNot, workspacesWithPacks } from './keeping.ts'
export { listProjection } from './project.ts'
export { countPacks, type ListPage, type ListQuestion, listPacks, packsUnderWay, rowsOfPacks } from './query.ts'
export { type PackRow, rowOf } from './row.ts'
