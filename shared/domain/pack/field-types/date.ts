import { isDay } from '../day.ts'
import type { FieldType } from './field-type.ts'

export const date: FieldType = {
  recordedAs: null,
  defaultSize: { width: 110_000, height: 24_000 },
  helpText: 'Click on the box above and set the date.',
  customIdPrefix: 'date',
  assignable: true,
  belongsTo: null,
  canBeRequired: true,
  requiredByDefault: true,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: true,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isSignature: false,
  clearedOnRevert: false,
  replicable: true,
  oneClick: null,
  standing: null,
  accepts: (value) => typeof value === 'string' && isDay(value),
  completes: () => true,
}
