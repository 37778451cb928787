import type { ColumnType } from './values.ts'

/** In the words of the specification, which are what is stored and sent. */
export const OPERATORS = [
  'equal to',
  'not equal to',
  'greater than',
  'greater than or equal to',
  'less than',
  'less than or equal to',
  'in',
] as const
export type Operator = (typeof OPERATORS)[number]

/** A rule about one column. `value` is as it was typed; of `in` it is a number of days. */
export interface FilterRule {
  readonly field: string
  readonly operator: Operator
  readonly value: string
}
/** All of its rules have to fit. */
export type Filter = readonly FilterRule[]

/** The spans that `in` offers, counted from today. */
export const FILTER_DAYS = [10, 20, 30, 45] as const
export const MOST_FILTER_RULES = 20
export const MOST_FILTER_VALUE = 10_000

export function operatorsFor(type: ColumnType): readonly Operator[] {
  if (type === 'text') return ['equal to', 'not equal to']
  return type === 'date' ? OPERATORS : OPERATORS.filter((operator) => operator !== 'in')
}
