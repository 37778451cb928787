import type { Refused } from '#domain/kernel'
import type { FilterRefusalCode } from './refusals.ts'
import { FILTER_DAYS, type Filter, type FilterRule, MOST_FILTER_RULES, type Operator, operatorsFor } from './rules.ts'
import { type Column, type Decimal, dayOf, numberOf, trimmed, type ValueFormat } from './values.ts'

/** What a filter is read with: the columns and how their values are written, and which day it is. */
export interface FilterContext {
  readonly columns: readonly Column[]
  readonly format: ValueFormat
  /** YYYY-MM-DD. */
  readonly today: string
}
type Comparison = Exclude<Operator, 'in'>
/** A rule whose value was read. SQL and the domain both work from this. */
export type CompiledRule =
  | { readonly type: 'text'; readonly column: number; readonly comparison: 'equal to' | 'not equal to'; readonly operand: string }
  | { readonly type: 'number' | 'date'; readonly column: number; readonly comparison: Comparison; readonly operand: number }
export interface CompiledFilter {
  readonly rules: readonly CompiledRule[]
  readonly format: ValueFormat
}

/** Reads the rules, or says what is wrong with the first one that cannot be read. */
export function compileFilter(filter: Filter, context: FilterContext): CompiledFilter | Refused<FilterRefusalCode> {
  if (filter.length > MOST_FILTER_RULES) return { refused: 'filter-too-many-rules', slots: { most: MOST_FILTER_RULES } }
  const rules: CompiledRule[] = []
  for (const rule of filter) {
    const compiled = compileRule(rule, context)
    if ('refused' in compiled) return compiled
    rules.push(...compiled)
  }
  return { rules, format: context.format }
}

function compileRule(
  { field, operator, value }: FilterRule,
  { columns, format, today }: FilterContext,
): readonly CompiledRule[] | Refused<FilterRefusalCode> {
  const column = columns.findIndex(({ name }) => name === field)
  const type = columns[column]?.type
  if (type === undefined) return { refused: 'filter-column-missing', slots: { column: field } }
  if (!operatorsFor(type).includes(operator)) return { refused: 'filter-operator', slots: { column: field, operator } }
  if (operator === 'in') {
    const days = Number(/^(\d+)( days)?$/.exec(trimmed(value))?.[1] ?? Number.NaN)
    if (!(FILTER_DAYS as readonly number[]).includes(days)) return { refused: 'filter-days' }
    return [
      { type: 'date', column, comparison: 'greater than or equal to', operand: dayOf(today, format.dates)! },
      { type: 'date', column, comparison: 'less than or equal to', operand: dayAfter(today, days) },
    ]
  }
  if (type === 'text') {
    const comparison = operator === 'equal to' ? operator : 'not equal to'
    return [{ type, column, comparison, operand: trimmed(value) }]
  }
  const operand = type === 'number' ? typedNumber(value, format.decimal) : dayOf(value, format.dates)
  if (operand === null) return { refused: type === 'number' ? 'filter-number' : 'filter-date' }
  return [{ type, column, comparison: operator, operand }]
}

/** As the table writes numbers, else the other way. */
const typedNumber = (value: string, decimal: Decimal) => numberOf(value, decimal) ?? numberOf(value, decimal === '.' ? ',' : '.')

function dayAfter(today: string, days: number): number {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** Whether a row stays. A cell that cannot be read as its column's type only differs from everything. */
export function matches({ rules, format }: CompiledFilter, values: readonly string[]): boolean {
  return rules.every((rule) => {
    const text = values[rule.column] ?? ''
    if (rule.type === 'text') return (trimmed(text) === rule.operand) === (rule.comparison === 'equal to')
    const value = rule.type === 'number' ? numberOf(text, format.decimal) : dayOf(text, format.dates)
    return value === null ? rule.comparison === 'not equal to' : COMPARE[rule.comparison](value, rule.operand)
  })
}

const COMPARE: Readonly<Record<Comparison, (value: number, operand: number) => boolean>> = {
  'equal to': (value, operand) => value === operand,
  'not equal to': (value, operand) => value !== operand,
  'greater than': (value, operand) => value > operand,
  'greater than or equal to': (value, operand) => value >= operand,
  'less than': (value, operand) => value < operand,
  'less than or equal to': (value, operand) => value <= operand,
}
