/** One line of comma-separated values (RFC 4180). Text that a spreadsheet would run as a formula is kept from it by an apostrophe. */
export function csvLine(values: readonly (string | number | null)[], unguarded: 'nothing' | 'numbers' = 'nothing'): string {
  const isSafe = (text: string) => unguarded === 'numbers' && NUMBER.test(text)
  return `${values.map((value) => cell(value === null ? '' : String(value), isSafe)).join(',')}\r\n`
}
/** Wholly a number, or one to call: no formula. */
const NUMBER = /^[+-]?\d[\d ]*([.,]\d+)?$/

/** The first line. What stands before it tells spreadsheets that the table is UTF-8: names are written in any script. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`

const AT_START = /^(?=[=+\-@＝＋－＠\t\r\n])/
/** A spreadsheet that separates cells by semicolons, as in many countries, sees none of our quotes. */
const AFTER_SEPARATOR = /(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g

function cell(text: string, isSafe: (text: string) => boolean): string {
  const safe = isSafe(text) ? text : text.replace(AT_START, "'").replace(AFTER_SEPARATOR, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
