/** One line of comma-separated values (RFC 4180). Text that a spreadsheet would run as a formula is kept from it by an apostrophe. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => cell(value === null ? '' : String(value))).join(',')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
