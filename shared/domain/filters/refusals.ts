import type { Refusals } from '#domain/kernel'

export const FILTER_REFUSALS = {
  'filter-column-missing': { kind: 'invalid', says: 'The list has no column “{column}”. Choose another column for this filter.' },
  'filter-operator': { kind: 'invalid', says: 'The column “{column}” cannot be compared by “{operator}”. Choose another comparison.' },
  'filter-number': { kind: 'invalid', says: 'Enter a number' },
  'filter-date': { kind: 'invalid', says: 'Enter a date' },
  'filter-days': { kind: 'invalid', says: 'Choose a span of 10, 20, 30 or 45 days.' },
  'filter-too-many-rules': { kind: 'invalid', says: 'A filter has at most {most} rules. Remove some.' },
} as const satisfies Refusals<string>
export type FilterRefusalCode = keyof typeof FILTER_REFUSALS
