export { auditTrailProjection } from './project.ts'
export { type AuditQuestion, auditTrail, mayReadAuditTrail } from './query.ts'
