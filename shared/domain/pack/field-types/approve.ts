import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const APPROVED = 'approved'

export const approve: FieldType = {
  ...plain,
  called: 'approval field',
  defaultSize: { width: 120_000, height: 24_000 },
  helpText: 'Approve this document.',
  customIdPrefix: 'approve',
  canBeRequired: true,
  requiredByDefault: true,
  conditions: 'presence',
  hasButton: true,
  accepts: (value) => value === APPROVED,
  completes: (value) => value === APPROVED,
}
