import { disclosed } from '#domain/kernel'
import type { AuditOf } from './words.ts'

export const auditSigning: AuditOf<'signing'> = {
  PackOpened: 'opened the document',
  PackVisited: 'opened the document to sign',
  ConsentGiven: 'agreed to sign electronically',
  SigningPostponed: 'chose to sign later',
  SignatoryCompleted: 'signed and finished',
  SignatoryRejected: ({ reason }) => `rejected the document: ${disclosed(reason, '…')}`,
}
