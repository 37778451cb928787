import { type AuditOf, ofSignatory, readable } from './words.ts'

export const auditSigning: AuditOf<'signing'> = {
  PackOpened: ['{user} opened the document', ({ user }) => ({ user })],
  PackVisited: ['{signatory} looked at the document', ofSignatory],
  ConsentGiven: ['{signatory} agreed to sign electronically ({version})', ({ signatory, version }) => ({ signatory, version })],
  SigningPostponed: ['{signatory} chose to sign later', ofSignatory],
  SignatoryCompleted: ['{signatory} signed and finished', ofSignatory],
  SignatoryRejected: ['{signatory} rejected the document: {reason}', ({ signatory, reason }) => ({ signatory, reason: readable(reason) })],
}
