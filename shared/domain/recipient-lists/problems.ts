import { type Column, dayOf, numberOf, type ValueFormat } from '#domain/filters'

/** What is wrong with a value that its column cannot read. */
export type ValueProblem = 'digits-lost' | 'not-a-number' | 'not-a-date'

/** A long number as spreadsheets shorten it, 5,58199E+12: the digits that are missing are nowhere. */
const SHORTENED = /^\s*\d([.,]\d+)?E\+\d+\s*$/i

export function valueProblem(value: string, { type }: Pick<Column, 'type'>, { decimal, dates }: ValueFormat): ValueProblem | null {
  if (value.trim() === '') return null
  if (SHORTENED.test(value)) return 'digits-lost'
  if (type === 'number') return numberOf(value, decimal) === null ? 'not-a-number' : null
  return type === 'date' && dayOf(value, dates) === null ? 'not-a-date' : null
}

/** Columns of a row whose values have problems; one behind the last: the row has more values than there are columns. */
export function problemColumns(values: readonly string[], columns: readonly Column[], format: ValueFormat): readonly number[] {
  const wrong = columns.flatMap((column, at) => (valueProblem(values[at] ?? '', column, format) === null ? [] : [at]))
  return values.length > columns.length ? [...wrong, columns.length] : wrong
}
