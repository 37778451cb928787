export const COLUMN_TYPES = ['text', 'number', 'date'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]
export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export const DECIMALS = ['.', ','] as const
export type Decimal = (typeof DECIMALS)[number]
/** Of dates that do not begin with their year. */
export const DATE_ORDERS = ['day-month', 'month-day'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
/** How the values of a table are written. */
export interface ValueFormat {
  readonly decimal: Decimal
  readonly dates: DateOrder
}

/** Longer numbers lose digits, or mean something else. */
const MOST_DIGITS = 30
const NUMBERS: Readonly<Record<Decimal, RegExp>> = {
  '.': /^[+-]?(\d+|\d{1,3}([, \u00a0\u202f'’]\d{3})+)(\.\d+)?$/,
  ',': /^[+-]?(\d+|\d{1,3}([. \u00a0\u202f'’]\d{3})+)(,\d+)?$/,
}
const GROUPS = { '.': /[, \u00a0\u202f'’]/g, ',': /[. \u00a0\u202f'’]/g } as const

/** A text without the spaces around it. SQL has the same characters (`projections/recipient-rows`). */
export const trimmed = (text: string): string => text.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/g, '')

/** Null: it is no number. Powers of ten are none: spreadsheets write them where they have cut digits off. */
export function numberOf(text: string, decimal: Decimal): number | null {
  const value = trimmed(text)
  if (value.length > MOST_DIGITS || !NUMBERS[decimal].test(value)) return null
  return Number(value.replace(GROUPS[decimal], '').replace(',', '.')) + 0
}

const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/

/** A day as a number in the order of days, 20260331; null: it is no date, or the calendar does not have it. */
export function dayOf(text: string, dates: DateOrder): number | null {
  const value = trimmed(text)
  const yearFirst = YEAR_FIRST.exec(value)
  if (yearFirst) return day(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  const yearLast = YEAR_LAST.exec(value)
  if (!yearLast) return null
  const [first, second] = [Number(yearLast[1]), Number(yearLast[3])]
  const [month, dayOfMonth] = dates === 'day-month' ? [second, first] : [first, second]
  return day(Number(yearLast[4]), month, dayOfMonth)
}

function day(year: number, month: number, dayOfMonth: number): number | null {
  if (year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month)) return null
  return year * 10_000 + month * 100 + dayOfMonth
}
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
