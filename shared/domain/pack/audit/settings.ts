import { type AuditOf, switched } from './words.ts'

export const auditSettings: AuditOf<'settings'> = {
  SequentialSigningChanged: switched('sequential signing'),
  SubjectChanged: 'changed the subject of the signature request',
  MessageChanged: 'changed the message of the signature request',
  PostSigningUrlChanged: 'changed the page that is shown after signing',
  SigningMethodsChanged: ({ drawn, typed, uploaded }) =>
    `allowed ${[drawn && 'drawn', typed && 'typed', uploaded && 'uploaded'].filter(Boolean).join(', ') || 'no'} signatures`,
  OneClickSigningChanged: switched('one-click signing'),
  OneClickInitialChanged: switched('one-click initials'),
  SigningWizardChanged: switched('the signing wizard'),
  FirstSignerMultiEditChanged: switched('editing of all fields by the first signatory'),
  ContactInfoObfuscationChanged: switched('hiding of contact details'),
  EmailOptionalChanged: switched('signing without an email address'),
  ChannelChoiceChanged: switched('the choice of how each signatory is written to'),
  TwoFactorChanged: switched('two-factor authentication'),
  CreatorFinalMailChanged: (data) => `chose that the creator gets ${data.excluded ? 'no' : 'a'} final copy`,
  SignedAuditTrailChanged: switched('pages with the history in the signed file'),
  CertificateSealChanged: switched('the visible seal with the configured certificate'),
  InAppSigningPageChanged: 'changed the page on which the document is signed within an app',
  AttachmentsIncludedChanged: switched('sending of supporting documents with the finished document'),
  AttachmentsForAllSignersChanged: switched('showing of uploaded files to all signatories'),
  AnnotationChanged: switched('annotation of the document'),
  FieldsLocked: 'locked the fields',
  FieldsUnlocked: 'unlocked the fields',
}
