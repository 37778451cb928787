import { liveFields } from '../fields.ts'
import { liveSignatories } from '../signatories.ts'
import { type AuditOf, counted, quoted } from './words.ts'

export const auditLifecycle: AuditOf<'lifecycle'> = {
  PackCreated: (data) => `created the ${data.kind} ${quoted(data.name)}`,
  DefinitionTaken: (_, state) => {
    const [documents, fields, signatories] = [state.documents, liveFields(state), liveSignatories(state)]
    return `copied what it is made from: ${counted(documents, 'document')}, ${counted(fields, 'field')}, ${counted(signatories, 'signatory', 'signatories')} and the settings`
  },
  MadeByBulkSend: ({ description, row }) => `was made by the bulk send ${quoted(description)}, row ${row}`,
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
  PackTakenOver: 'it was taken over by another member: its owner was not in the team',
  PackMoved: 'moved it to another workspace',
}
