import { isPicture, isSignatureValue } from '../signature-value.ts'
import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

/** A photograph, a stamp, a plan: what somebody uploads to stand on the page. It signs nothing. */
export const image: FieldType = {
  ...plain,
  called: 'image field',
  defaultSize: { width: 160_000, height: 120_000 },
  helpText: 'Upload an image',
  customIdPrefix: 'image',
  canBeRequired: true,
  requiredByDefault: true,
  conditions: 'presence',
  accepts: (value) => isSignatureValue(value) && isPicture(value),
  completes: () => true,
}
