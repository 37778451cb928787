const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day that exists, as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // Date.parse carries 30 February over to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const YEARS = { from: 1900, to: 2200 } as const
/** A day in a year that people mean: others are slips of the keyboard. */
export function isPlausibleDay(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return isDay(text) && year >= YEARS.from && year <= YEARS.to
}

/** A year of one or two digits means the nearest one that ends so. Anything else stays as it is. */
export function withWholeYear(day: string, thisYear: number): string {
  if (!isDay(day) || !day.startsWith('00')) return day
  const typed = Number(day.slice(2, 4))
  const nearest = thisYear + ((((typed - thisYear + 50) % 100) + 100) % 100) - 50
  const whole = `${nearest}${day.slice(4)}`
  // 29 February of a year that leaps where the other does not.
  return isDay(whole) ? whole : day
}

export const UTC = 'UTC'
/** An IANA time zone that this runtime knows, else UTC: what a client sends is only a hint. */
export function zoneOr(zone: string | undefined): string {
  if (zone === undefined || !/^[A-Za-z][\w+\-/]{0,63}$/.test(zone)) return UTC
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return UTC
  }
}

/** The day that it is in this zone at this moment. */
export function dayIn(zone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(now)
  const part = (type: string) => parts.find((each) => each.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The first moment of a day in this zone: clocks may be put forward at midnight, or a day be left out. */
export function startOfDay(day: string, zone: string): number {
  const noon = Date.parse(`${day}T12:00:00.000Z`)
  let [before, from] = [noon - 2 * DAY_MS, noon + 2 * DAY_MS]
  while (from - before > 1_000) {
    const middle = before + Math.floor((from - before) / 2_000) * 1_000
    if (dayIn(zone, middle) >= day) from = middle
    else before = middle
  }
  return from
}
const DAY_MS = 86_400_000

const HOUR = 3_600_000
/** It is this day in the zone, for a clock that is wrong by an hour at most. Without a zone: somewhere on earth. */
export function isToday(day: string, now: string, zone: string | undefined): boolean {
  const time = Date.parse(now)
  if (zone === undefined) return isDay(day) && Math.abs(Date.parse(`${day}T12:00:00.000Z`) - time) <= 36 * HOUR
  return [time - HOUR, time, time + HOUR].some((near) => dayIn(zone, near) === day)
}
