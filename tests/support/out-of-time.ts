import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** The files that a share of the long lane played at most in part: one a line. */
export const UNPLAYED = 'test-results/unplayed.txt'
/** When a share of the long lane ends, in milliseconds since 1970. */
export const ENDS_AT = 'SHARE_ENDS_AT'

/** Nothing begins any more once the time of the share is used up. */
export function isOutOfTime(file: string): boolean {
  const endsAt = process.env[ENDS_AT]
  if (!endsAt || Date.now() < Number(endsAt)) return false
  mkdirSync(dirname(UNPLAYED), { recursive: true })
  appendFileSync(UNPLAYED, `${file}\n`)
  return true
}
