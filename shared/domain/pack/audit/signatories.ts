import { type AuditOf, none, ofRecipient, ofSignatory } from './words.ts'

export const auditSignatories: AuditOf<'signatories'> = {
  SignatoryAdded: ['{signatory} was added as a signer', ofSignatory],
  SignatoryRoleChanged: ['The role of {signatory} was changed', ofSignatory],
  SignatoryNamed: ['The name of {signatory} was changed', ofSignatory],
  SignatoryEmailChanged: ['The email address of {signatory} was changed', ofSignatory],
  SignatoryMobileChanged: ['The mobile number of {signatory} was changed', ofSignatory],
  SignatoryChannelChanged: ['{signatory} will be reached by {channel}', ({ signatory, channel }) => ({ signatory, channel })],
  SignatoryLinkedToUser: [
    '{signatory} {linked} an account',
    ({ signatory, user }) => ({ signatory, linked: user === null ? 'is no longer linked to' : 'was linked to' }),
  ],
  SignatoryMadeOptional: ['The signature of {signatory} was made optional', ofSignatory],
  SignatoryMadeMandatory: ['The signature of {signatory} was made mandatory', ofSignatory],
  SignatoryRemoved: ['{signatory} was removed', ofSignatory],
  SignatoryRestored: ['{signatory} was restored', ofSignatory],
  SigningOrderChanged: ['The signing order was changed', none],
  CopyRecipientAdded: ['{recipient} was added as a copy recipient', ofRecipient],
  CopyRecipientNamed: ['The name of the copy recipient {recipient} was changed', ofRecipient],
  CopyRecipientEmailChanged: ['The email address of the copy recipient {recipient} was changed', ofRecipient],
  CopyRecipientMobileChanged: ['The mobile number of the copy recipient {recipient} was changed', ofRecipient],
  CopyRecipientRemoved: ['The copy recipient {recipient} was removed', ofRecipient],
}
