import { hasExpired } from './expiry.ts'
import { isWaitedFor, liveSignatories, signatoryOf, signsInOrder } from './signatories.ts'
import type { PackState, ShownStatus } from './state.ts'

export function hasConversionError(state: PackState): boolean {
  return state.documents.some((document) => document.conversion.state === 'failed')
}

/** The status as the specification shows it. */
export function shownStatus(state: PackState): ShownStatus {
  return state.status === 'setup' && hasConversionError(state) ? 'conversion_error' : state.status
}

export function signaturesRequested(state: PackState): boolean {
  const signatories = liveSignatories(state)
  const asked = signatories.some((signatory) => signatory.asked && signatory.status === 'awaiting_signatures')
  return (signsInOrder(state) && asked) || signatories.every((signatory) => signatory.status !== 'setup')
}

/** The button is there; until every final file is, it says that the file is being prepared. */
export function downloadEnabled(state: PackState): boolean {
  if (state.status === 'setup') return false
  const signatories = liveSignatories(state)
  return state.status === 'complete' || (signatories.length > 0 && signatories.every((signatory) => signatory.status === 'complete'))
}

/** Nobody is left whose signature the pack waits for. */
export function nobodyIsWaitedFor(state: PackState): boolean {
  return !state.signatories.some(isWaitedFor)
}

/**
 * It was sent, and there is nobody who could sign it: who had not signed is gone, with their data, from a document that lay in the trash.
 * It is for people to say what becomes of it: what the others signed named somebody more.
 */
export function nobodyIsLeft(state: PackState): boolean {
  return state.status === 'awaiting_signatures' && !liveSignatories(state).some(({ status }) => status === 'awaiting_signatures')
}

/** A link that was neither used up nor ended, as it was issued. */
export function livingLinkOf(state: PackState, signatory: string, link: string) {
  return signatoryOf(state, signatory)?.links.find((alive) => alive.link === link)
}

/** Whether a link still opens the pack for its signatory. */
export function linkIsAlive(state: PackState, signatory: string, link: string): boolean {
  if (state.trashed !== null || state.status === 'setup' || hasExpired(state)) return false
  const owner = signatoryOf(state, signatory)
  return owner !== undefined && !owner.removed && owner.links.some((alive) => alive.link === link)
}
