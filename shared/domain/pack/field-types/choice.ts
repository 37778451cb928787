import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const choice: FieldType = {
  ...plain,
  called: 'choice field',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Click on the box above and select an option.',
  customIdPrefix: 'choice',
  isPrinted: true,
  canBeRequired: true,
  requiredByDefault: true,
  hasOptions: true,
  replicable: true,
  accepts: (value, options) => typeof value === 'string' && options.includes(value),
  completes: () => true,
}
