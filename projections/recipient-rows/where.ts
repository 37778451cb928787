import type { CompiledFilter, CompiledRule } from '#domain/filters'

/** Conditions of a query, with its parameters. */
export interface Conditions {
  readonly sql: string
  readonly values: readonly unknown[]
}

const SIGNS = {
  'equal to': '=',
  'not equal to': '<>',
  'greater than': '>',
  'greater than or equal to': '>=',
  'less than': '<',
  'less than or equal to': '<=',
} as const satisfies Readonly<Record<CompiledRule['comparison'], string>>

/** A filter as SQL over `cells`. It keeps the same rows as `matches` does. */
export function whereOf({ rules, format }: CompiledFilter, firstParameter: number): Conditions {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${firstParameter + values.push(value) - 1}`
  const conditions = rules.map((rule) => {
    const cell = `(cells ->> ${parameter(rule.column)}::int)`
    const sign = SIGNS[rule.comparison]
    if (rule.type === 'text') return `recipient_trim(${cell}) ${sign} ${parameter(rule.operand)}::text`
    const value =
      rule.type === 'number'
        ? `recipient_number(${cell}, ${parameter(format.decimal)}::text)`
        : `recipient_day(${cell}, ${parameter(format.dates)}::text)`
    const compared = `${value} ${sign} ${parameter(rule.operand)}::float8`
    return rule.comparison === 'not equal to' ? `(${compared}) IS NOT FALSE` : `(${compared}) IS TRUE`
  })
  return { sql: conditions.map((condition) => `AND ${condition}`).join(' '), values }
}
