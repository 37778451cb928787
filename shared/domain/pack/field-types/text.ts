import type { FieldType } from './field-type.ts'

export const MOST_TEXT = 10_000

export const text: FieldType = {
  recordedAs: null,
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Click on the box above and enter text.',
  customIdPrefix: 'text',
  assignable: true,
  belongsTo: null,
  canBeRequired: true,
  requiredByDefault: false,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: true,
  hasButton: false,
  hasLayout: true,
  isSignature: false,
  clearedOnRevert: false,
  replicable: true,
  oneClick: null,
  standing: null,
  accepts: (value) => typeof value === 'string' && value.length <= MOST_TEXT,
  completes: (value) => typeof value === 'string' && value.trim() !== '',
}
