import { isPicture, isSignatureValue } from '../signature-value.ts'
import type { FieldType } from './field-type.ts'

/** A photograph, a stamp, a plan: what somebody uploads to stand on the page. It signs nothing. */
export const image: FieldType = {
  recordedAs: null,
  defaultSize: { width: 160_000, height: 120_000 },
  helpText: 'Upload an image',
  customIdPrefix: 'image',
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
  isSignature: false,
  clearedOnRevert: false,
  replicable: false,
  oneClick: null,
  standing: null,
  accepts: (value) => isSignatureValue(value) && isPicture(value),
  completes: () => true,
}
