import { type AuditOf, none, ofSignatory, readable } from './words.ts'

export const auditLifecycle: AuditOf<'lifecycle'> = {
  PackCreated: ['{name} was created as a {kind}', ({ name, kind }) => ({ name: readable(name), kind })],
  PackRenamed: ['The document was renamed to {name}', ({ name }) => ({ name: readable(name) })],
  SignaturesRequested: ['Signatures were requested (round {round})', ({ round }) => ({ round })],
  RevertedToSetup: ['The document was reverted to setup; all signature requests were cancelled', none],
  PackRejected: ['The document is rejected, by {signatory}', ofSignatory],
  PackCompleted: ['The document is complete: {because}', ({ because }) => ({ because: BECAUSE[because] })],
  PackTrashed: ['The document was moved to the trash', none],
  PackRestored: ['The document was restored from the trash', none],
}

const BECAUSE = {
  'last-signature': 'the last signer finished',
  'marked-complete': 'it was marked as complete',
  exclusion: 'the last unfinished signer was excluded',
}
