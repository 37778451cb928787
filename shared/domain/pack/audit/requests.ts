import { disclosed } from '#domain/kernel'
import { type AuditOf, person } from './words.ts'

export const auditRequests: AuditOf<'requests'> = {
  SignatureRequestQueued: (data, state) =>
    ({
      requested: `a signature request to ${person(state, data.signatory)} was queued`,
      turn: `it is the turn of ${person(state, data.signatory)}; a signature request was queued`,
      resent: `the signature request to ${person(state, data.signatory)} was queued again`,
      'address-corrected': `a signature request to the corrected address of ${person(state, data.signatory)} was queued`,
    })[data.because],
  SignatureRequestSent: (data, state) =>
    data.kept
      ? `a signature request to ${person(state, data.signatory)} was kept in the outbox`
      : `a signature request was sent to ${person(state, data.signatory)}`,
  SignatureRequestFailed: (data, state) =>
    `the signature request to ${person(state, data.signatory)} ${data.bounced ? 'came back' : 'could not be sent'}: ${disclosed(data.detail, '…')}`,
  SigningLinkIssued: (data, state) =>
    data.request === null
      ? `took a ${data.purpose === 'sign_in_person' ? 'link to sign in person' : 'signing link'} for ${person(state, data.signatory)}`
      : `a signing link was made for ${person(state, data.signatory)}`,
  MailLinkRevealed: 'read the secret link of a mail in the outbox',
  SigningLinkTakenBack: (data, state) =>
    `took back the device that ${person(state, data.signatory)} was to sign on; its link stopped working`,
  SigningLinksVoided: (data, state) => `the signing links of ${person(state, data.signatory)} stopped working`,
}
