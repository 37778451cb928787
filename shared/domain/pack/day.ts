const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day that exists, as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // Date.parse carries 30 February over to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
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

const HOUR = 3_600_000
/** It is this day in the zone, for a clock that is wrong by an hour at most. Without a zone: somewhere on earth. */
export function isToday(day: string, now: string, zone: string | undefined): boolean {
  const time = Date.parse(now)
  if (zone === undefined) return isDay(day) && Math.abs(Date.parse(`${day}T12:00:00.000Z`) - time) <= 36 * HOUR
  return [time - HOUR, time, time + HOUR].some((near) => dayIn(zone, near) === day)
}
