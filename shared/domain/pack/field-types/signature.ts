import { isSignatureValue } from '../signature-value.ts'
import type { FieldType } from './field-type.ts'

export const signature: FieldType = {
  recordedAs: null,
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'Click on the box above to sign.',
  customIdPrefix: 'signature',
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
  oneClick: 'oneClickSigning',
  standing: null,
  accepts: isSignatureValue,
  completes: () => true,
}
