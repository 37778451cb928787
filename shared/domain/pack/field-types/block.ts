import type { FieldType } from './field-type.ts'

/** Covers what lies below it, for everybody and in the final file. It is nobody's to fill in. */
export const block: FieldType = {
  recordedAs: null,
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'Covers what lies below it on the page.',
  customIdPrefix: 'block',
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
  standing: 'covered',
  accepts: () => false,
  completes: () => false,
}
