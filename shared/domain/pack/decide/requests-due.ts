import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { type Refused, refuse } from '../refuse.ts'
import { isTurnOf, signatoriesInOrder } from '../signatories.ts'
import type { PackState } from '../state.ts'

/** Requests for all whose turn it is and who were not asked in this round. `requests` holds the new ids. */
export function requestsDue(
  state: PackState,
  requests: Readonly<Record<string, string>>,
  because: 'requested' | 'turn',
): readonly PackFact[] | Refused {
  const due = signatoriesInOrder(state).filter(
    // A signatory who is not written to takes their turn all the same: the sender gives them their link.
    ({ uuid, status, request, notified }) =>
      status === 'awaiting_signatures' && request === null && notified.signing && isTurnOf(state, uuid),
  )
  const nameless = due.filter((signatory) => requests[signatory.uuid] === undefined).map((signatory) => signatory.uuid)
  if (nameless.length > 0) return refuse('request-id-missing', { at: nameless })
  return due.map(({ uuid, channel }) =>
    fact('SignatureRequestQueued', { signatory: uuid, request: requests[uuid] as string, channel, because }),
  )
}
