const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day that exists, as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // Date.parse carries 30 February over to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** It is, or was within a day, or will be, this day somewhere on earth. */
export function isToday(day: string, now: string): boolean {
  return isDay(day) && Math.abs(Date.parse(`${day}T12:00:00.000Z`) - Date.parse(now)) <= 36 * 3_600_000
}
