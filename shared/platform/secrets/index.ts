export { writeAtomically } from './atomic-file.ts'
export { type Boxes, boxes } from './boxes.ts'
export { OtherMasterKey, requireSameMasterKey, secretMigrations } from './fingerprint.ts'
export { openSecrets, type SealingIdentity, type Secrets } from './open.ts'
