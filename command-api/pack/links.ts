import type { LINK_PROBLEMS } from '#contract/signing'
import { base64url, digestOf, type RecordedEvent, type Refusals } from '#domain/kernel'
import type { PackFact } from '#domain/pack'
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
  'marked-complete': 'document-complete',
  'pack-completed': 'document-complete',
  trashed: 'document-gone',
} as const

/** What became of a link, from the pack's history. Only asked for links that the state no longer holds. */
export function fateOf(history: readonly RecordedEvent<PackFact>[], signatory: string, link: string): LinkFate {
  let fate: LinkFate = 'unknown-link'
  for (const { fact } of history) {
    if (fact.type === 'SigningLinkIssued' && fact.data.link === link) fate = fact.data.signatory === signatory ? 'alive' : 'unknown-link'
    if (fact.type === 'SigningLinksVoided' && fact.data.signatory === signatory && fate === 'alive') fate = VOIDED[fact.data.because]
    if (fact.type === 'SigningLinkTakenBack' && fact.data.link === link && fate === 'alive') fate = 'link-voided'
    // A revert takes the signature back, and with it the right to look.
    if (fact.type === 'RevertedToSetup' && fate === 'finished') fate = 'link-voided'
  }
  return fate
}

export const LINK_REFUSALS: Refusals<LinkProblem> = {
  'unknown-link': { kind: 'gone', says: 'This signing link is not valid. Please check that you copied all of it.' },
  'link-voided': {
    kind: 'gone',
    says: 'This signing link is no longer valid. Please use the newest one you were sent, or ask the sender.',
  },
  'already-signed': { kind: 'gone', says: 'You have already finished signing this document.' },
  'already-rejected': { kind: 'gone', says: 'This document was rejected.' },
  'not-your-turn': { kind: 'conflict', says: 'It is not your turn to sign yet. You will be asked when it is.' },
  'document-complete': { kind: 'gone', says: 'This document is complete. Nothing is left to sign.' },
  'document-gone': { kind: 'gone', says: 'This document is no longer available.' },
}
