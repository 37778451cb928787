import type { FieldType } from './field-type.ts'

export const choice: FieldType = {
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Click on the box above and select an option.',
  customIdPrefix: 'choice',
  assignable: true,
  belongsTo: null,
  canBeRequired: true,
  requiredByDefault: true,
  hasOptions: true,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isSignature: false,
  clearedOnRevert: false,
  replicable: true,
  oneClick: null,
  standing: null,
  accepts: (value, options) => typeof value === 'string' && options.includes(value),
  completes: () => true,
}
