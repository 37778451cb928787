export { mongoDocumentStore } from './mongodb.ts'
export type { Document, DocumentStore, Documents, Kind, Question, Scalar } from './port.ts'
export { documentMigrations, postgresDocumentStore } from './postgres.ts'
