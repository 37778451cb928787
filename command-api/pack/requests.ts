import { isTurnOf, liveSignatories, needsNewLink, type PackCommand, type PackState } from '#domain/pack'
import { requestIds } from './diff-document.ts'

/**
 * Requests signatures; where they were requested already, asks those again who wait without a request that got through, or whose link has
 * ended since. A reminder goes to all who wait.
 */
export function dueAgain(state: PackState, remind: boolean, newId: () => string): PackCommand[] {
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
    .filter((signatory) => {
      const { uuid, status, request, notified } = signatory
      const gotThrough = request?.state === 'queued' || (request?.state === 'sent' && !remind && !needsNewLink(state, signatory))
      return status === 'awaiting_signatures' && !gotThrough && notified.signing && isTurnOf(state, uuid)
    })
    .map(({ uuid }) => ({ do: 'ResendRequest', signatory: uuid, request: newId() }))
}
