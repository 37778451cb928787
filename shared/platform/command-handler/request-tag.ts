import { createHmac } from 'node:crypto'
import type { SubjectKey } from '#platform/subject-keys'

/**
 * Identifies a request, in place of its digest: with the log, or a sealed file with its history, an attacker could test guesses
 * at the written text against the digest itself. Events of earlier versions have that.
 */
export function requestTag(streamKey: SubjectKey, digest: string): string {
  return createHmac('sha256', streamKey).update(`request ${digest}`).digest('base64url')
}
