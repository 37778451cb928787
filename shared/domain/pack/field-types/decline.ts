import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

/** The way to reject from a place on the page. Nothing ever stands in it: the rejection itself is what is recorded. */
export const decline: FieldType = {
  ...plain,
  called: 'decline field',
  defaultSize: { width: 120_000, height: 24_000 },
  helpText: 'Decline to sign this document. You will be prompted to enter a reason for declining.',
  customIdPrefix: 'decline',
  canBeRequired: false,
  requiredByDefault: false,
  hasButton: true,
  accepts: () => false,
  completes: () => false,
}
