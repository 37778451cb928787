import { dayOf } from '#domain/filters'
import { isPlausibleDay } from '../day.ts'
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
  conditions: 'text',
  fromText(written, _options, dates) {
    const day = dayOf(written, dates)
    return day === null ? written : isoDay(day)
  },
  accepts: (value) => typeof value === 'string' && isPlausibleDay(value),
  misfit: 'date-unfit',
  completes: () => true,
}

/** 20260321 as ISO 8601 writes it. */
const isoDay = (day: number) =>
  String(day)
    .padStart(8, '0')
    .replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
