import { type AuditOf, quoted } from './words.ts'

export const auditLifecycle: AuditOf<'lifecycle'> = {
  PackCreated: (data) => `created the ${data.kind} ${quoted(data.name)}`,
  PackRenamed: (data) => `renamed it to ${quoted(data.name)}`,
  SignaturesRequested: (data) => (data.round === 1 ? 'requested signatures' : `requested signatures, round ${data.round}`),
  RevertedToSetup: 'reverted it to setup; all signature requests were cancelled',
  PackRejected: 'the document was rejected',
  PackCompleted: ({ because }) =>
    ({
      'last-signature': 'the document was completed by the last signature',
      'marked-complete': 'marked the document as complete',
      exclusion: 'the document was completed: no signatory was left',
    })[because],
  PackTrashed: 'moved it to the trash',
  PackRestored: 'restored it from the trash',
}
