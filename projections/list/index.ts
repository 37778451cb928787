export { listProjection } from './project.ts'
export { countPacks, type ListPage, type ListQuestion, listPacks, rowsOfPacks } from './query.ts'
