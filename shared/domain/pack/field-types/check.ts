import type { FieldType } from './field-type.ts'

export const CHECKED = 'checked'
export const UNCHECKED = 'unchecked'

export const check: FieldType = {
  recordedAs: null,
  defaultSize: { width: 16_000, height: 16_000 },
  helpText: 'Click on the box above to tick/un-tick',
  customIdPrefix: 'check',
  assignable: true,
  belongsTo: null,
  canBeRequired: true,
  requiredByDefault: false,
  hasOptions: false,
  hasGroup: true,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isSignature: false,
  clearedOnRevert: false,
  replicable: true,
  oneClick: null,
  standing: null,
  accepts: (value) => value === CHECKED || value === UNCHECKED,
  completes: (value) => value === CHECKED,
}
