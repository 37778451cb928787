import { isTurnOf, liveSignatories, type PackCommand, type PackState } from '#domain/pack'
import { requestIds } from './diff-document.ts'

/** Requests signatures; where they were requested already, asks those again who wait without a request that got through. */
export function dueAgain(state: PackState, newId: () => string): PackCommand[] {
  const signatories = liveSignatories(state)
  if (state.status === 'setup')
    return [
      {
        do: 'RequestSignatures',
        requests: requestIds(
          state.signatories.map(({ uuid }) => uuid),
          newId,
        ),
      },
    ]
  return signatories
    .filter(({ uuid, status, request, notified }) => {
      const gotThrough = request !== null && (request.state === 'queued' || request.state === 'sent')
      return status === 'awaiting_signatures' && !gotThrough && notified.signing && isTurnOf(state, uuid)
    })
    .map(({ uuid }) => ({ do: 'ResendRequest', signatory: uuid, request: newId() }))
}
