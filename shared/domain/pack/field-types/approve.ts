import type { FieldType } from './field-type.ts'

export const APPROVED = 'approved'

export const approve: FieldType = {
  recordedAs: null,
  defaultSize: { width: 120_000, height: 24_000 },
  helpText: 'Approve this document.',
  customIdPrefix: 'approve',
  assignable: true,
  belongsTo: null,
  canBeRequired: true,
  requiredByDefault: true,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: true,
  hasLayout: false,
  isSignature: false,
  clearedOnRevert: false,
  replicable: false,
  oneClick: null,
  standing: null,
  accepts: (value) => value === APPROVED,
  completes: (value) => value === APPROVED,
}
