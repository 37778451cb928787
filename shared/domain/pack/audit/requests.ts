import { type AuditOf, ofSignatory } from './words.ts'

export const auditRequests: AuditOf<'requests'> = {
  SignatureRequestQueued: [
    'A request to {signatory} was queued ({because})',
    ({ signatory, because }) => ({ signatory, because: WHY_ASKED[because] }),
  ],
  SignatureRequestSent: ['The request to {signatory} was sent', ofSignatory],
  SignatureRequestFailed: [
    'The request to {signatory} {failed}',
    ({ signatory, bounced }) => ({ signatory, failed: bounced ? 'came back undelivered' : 'could not be sent' }),
  ],
  SigningLinkIssued: [
    'A signing link for {signatory} was made ({purpose})',
    ({ signatory, purpose, request }) => ({
      signatory,
      purpose: purpose === 'sign_in_person' ? 'to sign in person' : request === null ? 'taken by a preparer' : 'for a request',
    }),
  ],
  SigningLinksVoided: [
    'The signing links of {signatory} were ended: {because}',
    ({ signatory, because }) => ({ signatory, because: WHY_ENDED[because] }),
  ],
}

const WHY_ASKED = {
  requested: 'signatures were requested',
  turn: 'it is their turn',
  resent: 'sent again',
  'address-corrected': 'to a corrected address',
}
const WHY_ENDED = {
  reverted: 'the document was reverted to setup',
  'address-corrected': 'the address was corrected',
  completed: 'signing was finished',
  'pack-completed': 'the document is complete',
  rejected: 'the document was rejected',
  'marked-complete': 'the document was marked as complete',
  trashed: 'the document was moved to the trash',
}
