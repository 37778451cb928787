import { isSignatureValue } from '../signature-value.ts'
import type { FieldType } from './field-type.ts'

export const initial: FieldType = {
  recordedAs: null,
  defaultSize: { width: 64_000, height: 40_000 },
  helpText: 'Click on the box above to initial.',
  customIdPrefix: 'initial',
  assignable: true,
  belongsTo: null,
  canBeRequired: true,
  requiredByDefault: true,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isSignature: true,
  clearedOnRevert: true,
  replicable: false,
  oneClick: 'oneClickInitial',
  standing: null,
  accepts: isSignatureValue,
  completes: () => true,
}
