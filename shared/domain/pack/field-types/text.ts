import type { FieldType } from './field-type.ts'
import { MOST_TEXT } from './names.ts'
import { plain } from './plain.ts'

export const text: FieldType = {
  ...plain,
  called: 'text field',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Click on the box above and enter text.',
  customIdPrefix: 'text',
  isPrinted: true,
  canBeRequired: true,
  requiredByDefault: false,
  hasAutoFill: true,
  hasLayout: true,
  replicable: true,
  conditions: 'text',
  fromText: (written) => written,
  accepts: (value) => typeof value === 'string' && value.length <= MOST_TEXT,
  completes: (value) => typeof value === 'string' && value.trim() !== '',
}
