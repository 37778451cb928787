import type { TopicFact } from '../events/index.ts'
import { timesPostponed } from '../signatories.ts'
import type { PackState } from '../state.ts'
import { changeDocument, changeSignatories, changeSignatory, type When } from './change.ts'

export function evolveSigning(state: PackState, { type, data }: TopicFact<'signing'>, when: When): PackState {
  switch (type) {
    case 'PackOpened':
      return { ...state, opened: { ...state.opened, [data.user]: when.time } }
    case 'PackVisited':
      return changeSignatory(state, data.signatory, { visited: when.time, visit: data.visit, postponed: false }, when)
    case 'ConsentGiven':
      return changeSignatory(state, data.signatory, { consent: data.version }, when)
    case 'AutoDatesSet':
      return state
    case 'SigningPostponed': {
      const postponements = { ...state.postponements, [data.signatory]: timesPostponed(state, data.signatory) + 1 }
      return changeSignatory({ ...state, postponements }, data.signatory, { postponed: true }, when)
    }
    case 'SignatoryCompleted': {
      const { signatory, consent, view: signedView } = data
      return changeSignatory(state, signatory, { status: 'complete', consent, signedView, completed: when.time, postponed: false }, when)
    }
    case 'SignedInPresence':
      return changeSignatory(state, data.signatory, { inPresenceOf: data.host }, when)
    case 'SignatoryExcluded': {
      const { signatory, viewing } = data
      return changeSignatories(state, when, ({ uuid, notified }) =>
        uuid === signatory
          ? { status: 'excluded', notified: { ...notified, viewing }, viewingBeforeExclusion: notified.viewing, postponed: false }
          : null,
      )
    }
    case 'DocumentRejected':
      return changeDocument(state, data.document, { rejected: { by: data.signatory, reason: data.reason, at: when.time } })
    case 'SignatoryRejected':
      return changeSignatory(state, data.signatory, { status: 'rejected', rejectionReason: data.reason, postponed: false }, when)
    default:
      return type satisfies never
  }
}
