export { bulkSendsProjection } from './project.ts'
export { type BulkSendsPage, type BulkSendsQuestion, bulkSendsOf } from './query.ts'
export { bulkSendsReadModel } from './read-model.ts'
