import { isWithheld } from '#domain/kernel'
import {
  attemptsOf,
  documentIn,
  type Field,
  finalValueOf,
  liveFields,
  type PackState,
  remainingDocuments,
  type SealingFailure,
} from '#domain/pack'
import { type Effect, packProcess } from '#processes/engine'

export const SEALING = 'sealing'
/** What attempts that came to nothing left. */
export const TIDYING = 'sealing-tidy'
export type SealingData = { readonly pack: string; readonly document: string }

/**
 * Completion is followed by a sealed file for each document; so is the wish to try again, or to have a new seal, for that one. A seal that
 * took several attempts is followed by the end of what the others may have left.
 */
export const sealing = packProcess({
  name: SEALING,
  follows: ['PackCompleted', 'SealingRetried', 'SealRenewalRequested', 'DocumentSealed'],
  react({ id, fact }, pack, state) {
    const effect = (document: string): Effect => ({ queue: SEALING, key: `sealing:${id}:${document}`, data: { pack, document } })
    switch (fact.type) {
      case 'PackCompleted':
        return remainingDocuments(state).map(({ key }) => effect(key))
      case 'SealingRetried':
      case 'SealRenewalRequested':
        return [effect(fact.data.document)]
      case 'DocumentSealed': {
        const { document } = fact.data
        const sealed = documentIn(state, document)
        return sealed && attemptsOf(sealed) > 1 ? [{ queue: TIDYING, key: `${TIDYING}:${id}`, data: { pack, document } }] : []
      }
      default:
        return []
    }
  },
})

/** The fields whose values go onto the pages. A value whose key was destroyed is nobody's to show any more. */
export function fieldsToSeal(state: PackState, document: string): readonly Field[] {
  return liveFields(state).filter((field) => {
    const value = finalValueOf(state, field)
    return field.document === document && value !== null && !isWithheld(value)
  })
}

/** The same file and the same certificate would fail the same way again: somebody has to look first. */
const HOPELESS: ReadonlySet<SealingFailure> = new Set<SealingFailure>(['certificate', 'revoked', 'damaged'])

export function isFinal(reason: SealingFailure, lastRun: boolean): boolean {
  return lastRun || HOPELESS.has(reason)
}
