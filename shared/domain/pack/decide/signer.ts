import { type Refused, refuse } from '../refuse.ts'
import { isTurnOf, signatoryOf } from '../signatories.ts'
import type { PackState } from '../state.ts'

/**
 * Why a signatory may not act now. Their own end comes first: one who has finished gets that answer, whatever became of
 * the pack since.
 */
export function signerRefusal(state: PackState, uuid: string): Refused | null {
  const signatory = signatoryOf(state, uuid)
  if (!signatory) return refuse('signatory-missing')
  if (signatory.erased !== undefined) return refuse('person-erased')
  if (signatory.removed) return refuse('signatory-removed')
  if (signatory.status === 'complete') return refuse('already-completed')
  if (signatory.status === 'rejected') return refuse('already-rejected')
  if (signatory.status === 'excluded') return refuse('signatory-excluded')
  if (state.status !== 'awaiting_signatures') return refuse('not-awaiting-signatures')
  return isTurnOf(state, uuid) ? null : refuse('not-your-turn')
}
