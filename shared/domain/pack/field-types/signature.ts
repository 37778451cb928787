import { isSignatureValue } from '../signature-value.ts'
import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const signature: FieldType = {
  ...plain,
  called: 'signature field',
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'Click on the box above to sign.',
  customIdPrefix: 'signature',
  isPrinted: true,
  canBeRequired: true,
  requiredByDefault: true,
  isSignature: true,
  conditions: 'presence',
  clearedOnRevert: true,
  oneClick: 'oneClickSigning',
  accepts: isSignatureValue,
  completes: () => true,
}

export const initial: FieldType = {
  ...plain,
  called: 'initials field',
  defaultSize: { width: 64_000, height: 40_000 },
  helpText: 'Click on the box above to initial.',
  customIdPrefix: 'initial',
  isPrinted: true,
  canBeRequired: true,
  requiredByDefault: true,
  isSignature: true,
  conditions: 'presence',
  clearedOnRevert: true,
  oneClick: 'oneClickInitial',
  accepts: isSignatureValue,
  completes: () => true,
}
