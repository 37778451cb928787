import { remainingDocuments } from './documents.ts'
import { underWay } from './sealing.ts'
import { liveSignatories, signatoryOf } from './signatories.ts'
import type { CopyRecipient, PackState, Signatory } from './state.ts'

/**
 * What may become of what is held of a person in a pack.
 * `erasable`: it may go. `erased`: it went. `evidence`: it is part of what people signed. `first-remove`: the pack is being prepared with
 * them. `first-end`: a request is running that needs them. `first-wait`: files or copies are being made just now.
 */
export type ErasureFate = 'erasable' | 'erased' | 'evidence' | 'first-remove' | 'first-end' | 'first-wait'

export function personOf(state: PackState, uuid: string): Signatory | CopyRecipient | undefined {
  return signatoryOf(state, uuid) ?? state.copyRecipients.find((recipient) => recipient.uuid === uuid)
}

/** null: no such person is here. What belongs to a page that others signed stays with what they signed. */
export function erasureFate(state: PackState, uuid: string): ErasureFate | null {
  const person = personOf(state, uuid)
  if (!person) return null
  if (person.erased !== undefined) return 'erased'
  const signs = liveSignatories(state).some((signatory) => signatory.uuid === uuid)
  if (state.status === 'complete') {
    if (signs) return 'evidence'
    return isBusy(state) ? 'first-wait' : 'erasable'
  }
  if (person.removed || state.status === 'rejected' || state.trashed !== null) return 'erasable'
  return state.status === 'setup' ? 'first-remove' : 'first-end'
}

/** A file that is sealed twice must come out as it was begun, and a copy that is queued still goes out. */
function isBusy(state: PackState): boolean {
  const sealing = remainingDocuments(state)
    .map(underWay)
    .some((one) => one !== null && !(one.state === 'failed' && one.final))
  return sealing || Object.values(state.finalCopies).some((copy) => copy.state === 'queued')
}
