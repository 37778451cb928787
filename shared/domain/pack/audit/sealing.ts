import { type AuditOf, ofDocument, ofRecipient } from './words.ts'

export const auditSealing: AuditOf<'sealing'> = {
  SealingStarted: ['Sealing of {document} began (attempt {attempt})', ({ document, attempt }) => ({ document, attempt })],
  DocumentStamped: ['The fields were put onto the pages of {document}', ofDocument],
  DocumentSealed: ['The final file of {document} was sealed', ofDocument],
  SealingFailed: ['Sealing of {document} failed: {reason}', ({ document, reason }) => ({ document, reason })],
  SealingRetried: ['Sealing of {document} is tried again', ofDocument],
  FinalCopyQueued: ['A final copy to {recipient} was queued', ofRecipient],
  FinalCopySent: ['The final copy to {recipient} was sent', ofRecipient],
  FinalCopyFailed: [
    'The final copy to {recipient} {failed}',
    ({ recipient, bounced }) => ({ recipient, failed: bounced ? 'came back undelivered' : 'could not be sent' }),
  ],
}
