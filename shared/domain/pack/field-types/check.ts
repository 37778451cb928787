import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const CHECKED = 'checked'
export const UNCHECKED = 'unchecked'

export const check: FieldType = {
  ...plain,
  called: 'tick box',
  defaultSize: { width: 16_000, height: 16_000 },
  helpText: 'Click on the box above to tick/un-tick',
  customIdPrefix: 'check',
  canBeRequired: true,
  requiredByDefault: false,
  hasGroup: true,
  replicable: true,
  accepts: (value) => value === CHECKED || value === UNCHECKED,
  completes: (value) => value === CHECKED,
}
