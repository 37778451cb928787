export { auditPages } from './audit.ts'
export { sealPages } from './seal.ts'
export type * from './types.ts'
