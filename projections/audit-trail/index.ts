export { auditTrailProjection, recordsOf } from './project.ts'
export { type AuditQuestion, auditTrail, mayReadAuditTrail } from './query.ts'
