import type { Posted } from './post.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** After each failed attempt (Standard Webhooks 1.0). */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
export const MOST_ATTEMPTS = DELAYS_MS.length + 1
/** Nothing is ever set for later than this: what is, a wrong clock has set. */
export const MOST_DELAY_MS = 27 * HOUR
/** An endpoint to which nothing could be delivered for so long is switched off. */
export const GIVE_UP_MS = 5 * DAY
export const KEPT_MS = 30 * DAY

/** Milliseconds until the next attempt, after so many; null: that was the last. A receiver may ask for more time, up to a day. */
export function nextAttemptIn(attempts: number, posted: Posted, now: number, fraction: number): number | null {
  const delay = DELAYS_MS[attempts - 1]
  if (delay === undefined) return null
  const jittered = Math.round(delay * (1 + fraction / 10))
  const asked = 'failed' in posted ? 0 : askedFor(posted.retryAfter, now)
  return Math.max(jittered, Math.min(asked, DAY))
}

/** `Retry-After` in seconds or as a date; 0 where it says nothing. */
function askedFor(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? 0 : Math.max(0, until - now)
}

export const isDelivered = (posted: Posted): boolean => !('failed' in posted) && posted.status >= 200 && posted.status < 300
export const isGone = (posted: Posted): boolean => !('failed' in posted) && posted.status === 410
