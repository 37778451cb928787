import type { FieldType } from './field-type.ts'

/** A field that a signer fills in, and nothing else: a type says only in what it is different. */
export const plain = {
  recordedAs: null,
  assignable: true,
  belongsTo: null,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isPrinted: false,
  isSignature: false,
  takesFile: false,
  clearedOnRevert: false,
  isExcludedFromSigning: false,
  setsUpSigner: false,
  replicable: false,
  covers: false,
  oneClick: null,
  standing: null,
  misfit: 'value-invalid',
  fromText: null,
} satisfies Partial<FieldType>

/** What no signer fills in. */
export const nobodys = {
  ...plain,
  assignable: false,
  canBeRequired: false,
  requiredByDefault: false,
  accepts: () => false,
  completes: () => false,
} satisfies Partial<FieldType>
