import { type AuditOf, counted, document, recipient } from './words.ts'

export const auditSealing: AuditOf<'sealing'> = {
  SealingStarted: (data, state) =>
    `sealing of ${document(state, data.document)} began${data.attempt > 1 ? `, attempt ${data.attempt}` : ''}`,
  FieldsLeftOut: (data, state) => `conditions keep ${counted(data.fields, 'field')} off the pages of ${document(state, data.document)}`,
  EvidencePagesAdded: ({ seal, audit, document: key }, state) =>
    `${[seal > 0 && `${seal} ${seal === 1 ? 'page' : 'pages'} with the seal`, audit > 0 && `${audit} ${audit === 1 ? 'page' : 'pages'} with the history`].filter(Boolean).join(' and ')} were added to ${document(state, key)}`,
  DocumentStamped: (data, state) => `the fields were put on the pages of ${document(state, data.document)}`,
  DocumentSealed: (data, state) => `${document(state, data.document)} was sealed`,
  SealingFailed: (data, state) =>
    `sealing of ${document(state, data.document)} failed (${data.reason})${data.final ? '' : '; it will be tried again'}`,
  SealingRetried: (data, state) => `asked to seal ${document(state, data.document)} again`,
  SealRenewalRequested: (data, state) => `asked for a new seal of ${document(state, data.document)}`,
  FinalCopyQueued: (data, state) => `a final copy to ${recipient(state, data.recipient)} was queued`,
  FinalCopySent: (data, state) =>
    data.kept
      ? `a final copy to ${recipient(state, data.recipient)} was kept in the outbox`
      : `a final copy was sent to ${recipient(state, data.recipient)}`,
  FinalCopyFailed: (data, state) =>
    `the final copy to ${recipient(state, data.recipient)} ${data.bounced ? 'came back' : 'could not be sent'}`,
}
