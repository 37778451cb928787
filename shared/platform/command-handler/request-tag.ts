import { createHmac } from 'node:crypto'
import type { SubjectKey } from '#platform/subject-keys'

/**
 * By what a request is known again, in its digest's place: whoever has the log, or a sealed file with its history, could hold guesses
 * at what somebody wrote against the digest itself. Events of earlier versions have that.
 */
export function requestTag(streamKey: SubjectKey, digest: string): string {
  return createHmac('sha256', streamKey).update(`request ${digest}`).digest('base64url')
}
