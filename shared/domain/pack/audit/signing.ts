import { disclosed } from '#domain/kernel'
import { type AuditOf, person } from './words.ts'

export const auditSigning: AuditOf<'signing'> = {
  PackOpened: 'opened the document',
  PackVisited: 'opened the document to sign',
  ConsentGiven: 'agreed to sign electronically',
  SigningPostponed: 'chose to sign later',
  AutoDatesSet: ({ zone }) => `took the date as it was in ${zone}`,
  SignatoryCompleted: 'signed and finished',
  SignedInPresence: 'signed in the presence of a host, on the host’s device',
  SignatoryExcluded: ({ signatory }, state) => `excluded ${person(state, signatory)} from signing`,
  SignatoryRejected: ({ reason }) => `rejected the document: ${disclosed(reason, '…')}`,
}
