import { disclosed } from '#domain/kernel'
import { signedBeforeRejection } from '../documents.ts'
import { type AuditOf, document, person } from './words.ts'

export const auditSigning: AuditOf<'signing'> = {
  PackOpened: 'opened the document',
  PackVisited: 'opened the document to sign',
  ConsentGiven: 'agreed to sign electronically',
  SigningPostponed: 'chose to sign later',
  AutoDatesSet: ({ zone }) => `took the date as it was in ${zone}`,
  SignatoryCompleted: 'signed and finished',
  SignedInPresence: 'signed in the presence of a host, on the host’s device',
  SignatoryExcluded: ({ signatory }, state) => `excluded ${person(state, signatory)} from signing`,
  DocumentRejected: (data, state) => {
    const before = signedBeforeRejection(state, data.document).map((uuid) => person(state, uuid))
    const signed = before.length > 0 ? `; ${before.join(', ')} had signed it before` : ''
    return `rejected ${document(state, data.document)}, one of ${state.documents.length} documents: ${disclosed(data.reason, '…')}${signed}`
  },
  SignatoryRejected: ({ reason }) => `rejected the document: ${disclosed(reason, '…')}`,
}
