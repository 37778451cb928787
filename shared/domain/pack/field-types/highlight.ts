import type { FieldType } from './field-type.ts'

/** A transparent colour over what nobody should miss. It is nobody's to fill in, and stays in the final file. */
export const highlight: FieldType = {
  recordedAs: null,
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Please make sure you understand this highlighted section.',
  customIdPrefix: 'highlight',
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
  standing: 'highlighted',
  accepts: () => false,
  completes: () => false,
}
