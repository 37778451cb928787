export { type BulkSendRows, bulkSendsProcess } from './worker.ts'
