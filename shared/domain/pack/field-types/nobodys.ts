import type { FieldType } from './field-type.ts'

/** Of fields that no signer fills in: such a type says only what is its own. */
export const nobodys = {
  recordedAs: null,
  assignable: false,
  belongsTo: null,
  canBeRequired: false,
  requiredByDefault: false,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isSignature: false,
  clearedOnRevert: false,
  replicable: false,
  oneClick: null,
  accepts: () => false,
  completes: () => false,
} satisfies Partial<FieldType>
