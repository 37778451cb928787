import type { FieldType } from './field-type.ts'

/** The way to reject from a place on the page. Nothing ever stands in it: the rejection itself is what is recorded. */
export const decline: FieldType = {
  recordedAs: null,
  defaultSize: { width: 120_000, height: 24_000 },
  helpText: 'Decline to sign this document. You will be prompted to enter a reason for declining.',
  customIdPrefix: 'decline',
  assignable: true,
  belongsTo: null,
  canBeRequired: false,
  requiredByDefault: false,
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
  accepts: () => false,
  completes: () => false,
}
