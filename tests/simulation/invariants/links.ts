import type { StoredEvent } from '#domain/kernel'
import type { Say } from './folded.ts'

/** From here on nobody signs, whatever became of their own link. */
const ENDS_ALL: ReadonlySet<string> = new Set(['PackCompleted', 'PackRejected', 'RevertedToSetup', 'PackTrashed'])

/** Nobody comes in by a link that has ended, by the names of events alone. */
export function checkLinks(stored: readonly StoredEvent[], say: Say): void {
  const alive = new Map<unknown, unknown>()
  for (const { type, data } of stored) {
    if (type === 'SigningLinkIssued') alive.set(data.link, data.signatory)
    if (type === 'SigningLinkTakenBack') alive.delete(data.link)
    if (ENDS_ALL.has(type)) alive.clear()
    if (type === 'SigningLinksVoided') for (const [link, whose] of alive) if (whose === data.signatory) alive.delete(link)
    if (type === 'PackVisited' && alive.get(data.link) !== data.signatory) say('somebody came in by a link that had ended')
  }
}
