import type { Appearance } from './appearance.ts'
import { wholeWords } from './words.ts'

/** `2026-11-21` is shown as `21 November 2026`, the same on every machine; what is no such date is shown as it stands. */
export const date: Appearance = ({ value, width, height }, metrics) =>
  typeof value === 'string' ? wholeWords({ text: shownDate(value), width, height, vertical: 'middle', single: true }, metrics) : []

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

export function shownDate(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? iso : `${Number(day)} ${name} ${Number(year)}`
}
