import type { StoredEvent } from '#domain/kernel'
import type { Ceremony } from '../ceremony/index.ts'
import type { ServedPage } from '../client.ts'
import type { Say } from './folded.ts'

/** Nobody's page receives events from after their link had ended, by the names of events alone. */
export function checkShownOut({ pack }: Ceremony, pages: Iterable<ServedPage>, stored: readonly StoredEvent[], say: Say): void {
  for (const one of pages) {
    if (one.pack !== pack) continue
    const last = lastOf(stored, one)
    if (one.revision > last)
      say(`a link of signer ${one.signatory.slice(-4)} ended at revision ${last}, and its page heard of ${one.revision}`)
  }
}

/** The last revision that a visitor by a link may receive: the end of the link, and everything of the same request. */
function lastOf(stored: readonly StoredEvent[], { signatory, link }: ServedPage): number {
  let stands: 'ended' | 'alive' | 'finished' = 'ended'
  let last = Number.POSITIVE_INFINITY
  for (const { type, data, meta, revision } of stored) {
    // A request that was still on its way when the document went into the trash brings the same link again.
    if (type === 'SigningLinkIssued' && data.link === link) [stands, last] = ['alive', Number.POSITIVE_INFINITY]
    const isVoided = type === 'SigningLinksVoided' && data.signatory === signatory && stands === 'alive'
    const isRevoked = type === 'SigningLinkTakenBack' && data.link === link && stands === 'alive'
    // Who has signed may look, also after it was in the trash for a while.
    if (isVoided && data.because === 'completed') stands = 'finished'
    else if (isVoided || isRevoked || (type === 'RevertedToSetup' && stands === 'finished')) {
      stands = 'ended'
      last = stored.findLast((one) => one.meta.causation === meta.causation)?.revision ?? revision
    }
  }
  return last
}
