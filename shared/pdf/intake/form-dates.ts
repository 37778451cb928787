import { isPlausibleDay } from '#domain/pack'

/** Nothing in a form says "date" but the script that would have written it as one. */
const FORMAT = /\bAFDate_Format(?:Ex)?\s*\(\s*(?:"([^"]*)"|'([^']*)')?/

export function isDateScript(script: string): boolean {
  return /\bAFDate_Format/.test(script)
}

/** What stands in a date field, as a day; null where it is none, as in "DD/MM/YYYY". */
export function dayOf(text: string, script: string): string | null {
  if (isPlausibleDay(text)) return text
  const [, double, single] = FORMAT.exec(script) ?? []
  const order = (double ?? single ?? '').match(/d+|m+|y+/g) ?? []
  const numbers = text.trim().match(/\d+/g) ?? []
  // A month by its name, or a time of day: such a text has other parts than days, months and years.
  if (order.length !== 3 || numbers.length !== 3 || /[^\d\s./-]/.test(text.trim())) return null
  const part = (letter: string) => numbers[order.findIndex((piece) => piece.startsWith(letter))] ?? ''
  const [year, month, day] = [part('y'), part('m').padStart(2, '0'), part('d').padStart(2, '0')]
  const iso = `${year}-${month}-${day}`
  return isPlausibleDay(iso) ? iso : null
}
