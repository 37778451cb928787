import type { LINK_PROBLEMS } from '#contract/signing'
import { base64url, digestOf, type RecordedEvent, type Refusals } from '#domain/kernel'
import { linkIsAlive, type PackFact, type PackState } from '#domain/pack'
import type { KeyEntry } from '#platform/key-index'
import type { Random } from '#platform/ports'

/** 160 random bits: nobody finds one by trying. */
export function newLinkToken(random: Random): string {
  return base64url(random.bytes(20))
}

/** What the key index holds of a link: the hash of its token leads to its pack. The token itself is stored nowhere. */
export function linkEntry(token: string, of: { pack: string; signatory: string; link: string; inPerson: boolean }): KeyEntry {
  const { pack, signatory, link, inPerson } = of
  return { key: digestOf(token), kind: 'link', pack, extra: { signatory, link, inPerson } }
}

export function linkOf(entry: KeyEntry): { pack: string; signatory: string; link: string; inPerson: boolean } | null {
  const { signatory, link, inPerson } = entry.extra ?? {}
  if (typeof signatory !== 'string' || typeof link !== 'string') return null
  return { pack: entry.pack, signatory, link, inPerson: inPerson === true }
}

export type LinkProblem = (typeof LINK_PROBLEMS)[number]
/** 'finished': this link's own signer has signed, and may still look. */
export type LinkFate = 'alive' | 'finished' | LinkProblem

const VOIDED = {
  reverted: 'link-voided',
  'address-corrected': 'link-voided',
  completed: 'finished',
  rejected: 'already-rejected',
  excluded: 'signatory-excluded',
  'marked-complete': 'document-complete',
  'pack-completed': 'document-complete',
  // Asked about once it is out of the trash again: there another link is needed.
  trashed: 'link-voided',
} as const

/** Whether it still opens the document, be it only to look. */
export const isWelcome = (fate: LinkFate): fate is 'alive' | 'finished' => fate === 'alive' || fate === 'finished'

/** The state of a link after one more event of its pack. */
export function fateAfter(fate: LinkFate, fact: PackFact, signatory: string, link: string): LinkFate {
  switch (fact.type) {
    case 'SigningLinkIssued':
      if (fact.data.link !== link) return fate
      return fact.data.signatory === signatory ? 'alive' : 'unknown-link'
    case 'SigningLinksVoided':
      return fact.data.signatory === signatory && (fate === 'alive' || fate === 'request-expired') ? VOIDED[fact.data.because] : fate
    case 'SigningLinkTakenBack':
      return fact.data.link === link && fate === 'alive' ? 'link-voided' : fate
    case 'RequestsExpired':
      return fate === 'alive' ? 'request-expired' : fate
    case 'ExpiryChanged':
      return fate === 'request-expired' ? 'alive' : fate
    // A revert takes the signature back, and with it the right to look.
    case 'RevertedToSetup':
      return fate === 'finished' ? 'link-voided' : fate
    default:
      return fate
  }
}

/** Where somebody stands who comes to a pack by a link. Its history is asked for only where the state no longer holds the link. */
export async function fateIn(
  state: PackState,
  { signatory, link }: { readonly signatory: string; readonly link: string },
  history: () => Promise<readonly RecordedEvent<PackFact>[]>,
): Promise<LinkFate> {
  if (state.trashed) return 'document-gone'
  if (linkIsAlive(state, signatory, link)) return 'alive'
  return (await history()).reduce<LinkFate>((fate, { fact }) => fateAfter(fate, fact, signatory, link), 'unknown-link')
}

export const LINK_REFUSALS: Refusals<LinkProblem> = {
  'unknown-link': { kind: 'gone', says: 'This signing link is not valid. Please check that you copied all of it.' },
  'link-voided': {
    kind: 'gone',
    says: 'This signing link is no longer valid. Please use the newest one you were sent, or ask the sender.',
  },
  'already-signed': { kind: 'gone', says: 'You have already finished signing this document.' },
  'already-rejected': { kind: 'gone', says: 'This document was rejected.' },
  'signatory-excluded': { kind: 'gone', says: 'The sender no longer needs your signature on this document.' },
  'not-your-turn': { kind: 'conflict', says: 'It is not your turn to sign yet. You will be asked when it is.' },
  'document-complete': { kind: 'gone', says: 'This document is complete. Nothing is left to sign.' },
  'request-expired': {
    kind: 'gone',
    says: 'The time to sign this document has ended. Ask the sender to extend it: then this link works again.',
  },
  'document-gone': { kind: 'gone', says: 'This document is no longer available.' },
}
