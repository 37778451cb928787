import { type CsvRow, csvReader, type Encoding, unguarded } from '#domain/csv'
import type { ColumnType, DateOrder, Decimal, ValueFormat } from '#domain/filters'
import { dayOf, numberOf } from '#domain/filters'
import { isStorable, type Refused } from '#domain/kernel'
import { MOST_CELL, MOST_COLUMN_NAME, MOST_LIST_COLUMNS, MOST_LIST_ROWS } from './limits.ts'
import type { RecipientFileRefusalCode } from './refusals.ts'

/** A row of a list: its number as spreadsheets show it, and its values as they stand in the file. */
export interface RecipientRow {
  readonly number: number
  readonly values: readonly string[]
}
export interface FileReading {
  readonly encoding: Encoding
  /** Left out: it is guessed. */
  readonly delimiter?: string | undefined
  readonly firstRow: 'names' | 'data'
}

/** Nothing of the file is taken. */
export class RecipientFileRefused extends Error {
  readonly refusal: Refused<RecipientFileRefusalCode>
  constructor(refusal: Refused<RecipientFileRefusalCode>) {
    super(refusal.refused)
    this.name = 'RecipientFileRefused'
    this.refusal = refusal
  }
}
const refuse = (refused: RecipientFileRefusalCode, slots: Record<string, string | number> = {}): never => {
  throw new RecipientFileRefused({ refused, slots })
}

export interface RecipientFileReader {
  /** @throws RecipientFileRefused */
  push(part: Uint8Array): readonly RecipientRow[]
  /** @throws RecipientFileRefused */
  end(): readonly RecipientRow[]
  /** The names of the columns, each of them once; known once a row came. */
  names(): readonly string[]
  delimiter(): string | null
}

/** The rows of a CSV file, part by part: the same in the browser, which shows how a file would be read, and on the server. */
export function recipientFileReader(reading: FileReading): RecipientFileReader {
  const reader = csvReader(reading)
  let names: readonly string[] | null = null
  let rows = 0

  function taken(from: readonly CsvRow[]): readonly RecipientRow[] {
    const found: RecipientRow[] = []
    for (const { number, cells, wrong } of from) {
      if (wrong !== null) refuse(wrong === 'quotes' ? 'csv-quotes' : 'csv-cell-too-long', { row: number, most: MOST_CELL })
      if (cells.every((cell) => cell.trim() === '')) continue
      for (const cell of cells) {
        if (cell.length > MOST_CELL) refuse('csv-cell-too-long', { row: number, most: MOST_CELL })
        if (!isStorable(cell)) refuse('csv-not-text', { row: number })
      }
      const values = cells.map(unguarded)
      if (names === null) {
        if (values.length > MOST_LIST_COLUMNS) refuse('csv-too-many-columns', { columns: values.length, most: MOST_LIST_COLUMNS })
        names = uniqueNames(reading.firstRow === 'names' ? values : values.map(() => ''))
        if (reading.firstRow === 'names') continue
      }
      rows += 1
      if (rows > MOST_LIST_ROWS) refuse('csv-too-many-rows', { most: MOST_LIST_ROWS })
      found.push({ number, values: withoutSurplus(values, names.length) })
    }
    return found
  }

  return {
    push: (part) => taken(reader.push(part)),
    end() {
      const left = taken(reader.end())
      if (names === null) refuse('csv-empty')
      if (rows === 0) refuse('csv-no-rows')
      return left
    },
    names: () => names ?? [],
    delimiter: reader.delimiter,
  }
}

/** Spreadsheets end rows with delimiters that stand for nothing. What says something stays, and is a problem of the row. */
function withoutSurplus(values: readonly string[], columns: number): readonly string[] {
  let length = Math.min(values.length, MOST_LIST_COLUMNS + 1)
  while (length > columns && values[length - 1] === '') length -= 1
  return values.slice(0, length)
}

/** A column without a name has its place for one, and of two with one name the second is numbered. */
function uniqueNames(given: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return given.map((text, at) => {
    const wanted = text.replace(/\s+/g, ' ').trim().slice(0, MOST_COLUMN_NAME) || `Column ${at + 1}`
    let name = wanted
    for (let next = 2; taken.has(name); next++) name = `${wanted} (${next})`
    taken.add(name)
    return name
  })
}

/** Of so many values of a column all but one have to be of a type, so that a single mistake is shown instead of hidden by the type text. */
const ONE_MISTAKE_IN = 20

export interface GuessedColumns {
  readonly types: readonly ColumnType[]
  readonly format: ValueFormat
}
/** Guesses over all rows what the columns are and how their values are written. */
export function columnGuess() {
  const columns: { filled: number; isText: boolean; numbers: Record<Decimal, number>; days: Record<DateOrder, number> }[] = []
  const see = (text: string, at: number) => {
    while (columns.length <= at)
      columns.push({ filled: 0, isText: false, numbers: { '.': 0, ',': 0 }, days: { 'day-month': 0, 'month-day': 0 } })
    const value = text.trim()
    if (value === '') return
    const column = columns[at]!
    column.filled += 1
    if (column.isText || !/^[+-]?\d/.test(value)) return
    // What begins with a zero or a plus, or has many digits, loses them as a number.
    if (/^(0\d|\+)/.test(value) || /\d{10}/.test(value)) column.isText = column.isText || !/[-/]/.test(value.slice(1))
    for (const decimal of ['.', ','] as const) if (numberOf(value, decimal) !== null) column.numbers[decimal] += 1
    for (const order of ['day-month', 'month-day'] as const) if (dayOf(value, order) !== null) column.days[order] += 1
  }
  return {
    push(rows: readonly RecipientRow[]) {
      for (const { values } of rows) for (const [at, value] of values.entries()) see(value, at)
    },
    /** `delimiter`: where semicolons separate cells, commas are decimal signs. */
    end(names: readonly string[], delimiter: string | null): GuessedColumns {
      const sum = (of: (column: (typeof columns)[number]) => number) => columns.reduce((all, column) => all + of(column), 0)
      const points = sum(({ isText, numbers }) => (isText ? 0 : numbers['.']))
      const commas = sum(({ isText, numbers }) => (isText ? 0 : numbers[',']))
      const decimal: Decimal = points === commas ? (delimiter === ';' ? ',' : '.') : points > commas ? '.' : ','
      const dates: DateOrder = sum(({ days }) => days['month-day']) > sum(({ days }) => days['day-month']) ? 'month-day' : 'day-month'
      const isNearly = (of: number, filled: number) => of > 0 && filled - of <= Math.max(filled > 2 ? 1 : 0, filled / ONE_MISTAKE_IN)
      const types = names.map((_, at): ColumnType => {
        const column = columns[at]
        if (!column || column.filled === 0) return 'text'
        if (isNearly(column.days[dates], column.filled)) return 'date'
        return !column.isText && isNearly(column.numbers[decimal], column.filled) ? 'number' : 'text'
      })
      return { types, format: { decimal, dates } }
    },
  }
}
