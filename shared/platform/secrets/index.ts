export { writeAtomically } from './atomic-file.ts'
export { type Boxes, boxes } from './boxes.ts'
export { OtherMasterKey, refuseOtherMasterKey, requireSameMasterKey, secretMigrations } from './fingerprint.ts'
export { findSecrets, openSecrets, readIdentity, type SealingIdentity, type Secrets } from './open.ts'
