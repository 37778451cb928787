import { dayFrom, isPlausibleDay } from '../day.ts'
import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const date: FieldType = {
  ...plain,
  called: 'date field',
  defaultSize: { width: 110_000, height: 24_000 },
  helpText: 'Click on the box above and set the date.',
  customIdPrefix: 'date',
  canBeRequired: true,
  requiredByDefault: true,
  hasAutoDate: true,
  replicable: true,
  fromText: (written) => dayFrom(written) ?? written,
  accepts: (value) => typeof value === 'string' && isPlausibleDay(value),
  misfit: 'date-unfit',
  completes: () => true,
}
