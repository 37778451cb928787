import { MOST, textRefusal } from '../bounds.ts'
import { fact } from '../fact.ts'
import { refuse } from '../refuse.ts'
import { pageAddress } from '../web-address.ts'
import type { Deciders } from './context.ts'

export const decideSettings: Deciders<
  | 'SetSequentialSigning'
  | 'SetSubject'
  | 'SetMessage'
  | 'SetPostSigningUrl'
  | 'SetSigningMethods'
  | 'SetOneClickSigning'
  | 'SetOneClickInitial'
  | 'SetSigningWizard'
  | 'SetFirstSignerMultiEdit'
  | 'SetContactInfoObfuscation'
  | 'SetEmailOptional'
  | 'SetChannelChoice'
  | 'SetTwoFactor'
  | 'SetCreatorFinalMail'
  | 'SetSignedAuditTrail'
  | 'SetCertificateSeal'
  | 'SetInAppSigningPage'
  | 'SetAttachmentsIncluded'
  | 'SetAttachmentsForAllSigners'
  | 'SetAnnotation'
  | 'LockFields'
  | 'UnlockFields'
> = {
  SetSubject(command, { settings }) {
    // A subject is one line: a line break in it would begin another header of the mail.
    const subject = command.subject.replace(/[\r\n]+/g, ' ').trim()
    if (subject === settings.subject) return []
    return textRefusal(subject, MOST.subject) ?? [fact('SubjectChanged', { subject })]
  },

  SetMessage({ message }, { settings }) {
    if (message === settings.message) return []
    return textRefusal(message, MOST.message) ?? [fact('MessageChanged', { message })]
  },

  SetPostSigningUrl(command, { settings }) {
    const url = withScheme(command.url.trim())
    if (url === settings.postSigningUrl) return []
    const refused = textRefusal(url, MOST.url)
    if (refused) return refused
    return url === '' || pageAddress(url) ? [fact('PostSigningUrlChanged', { url })] : refuse('url-invalid')
  },

  SetInAppSigningPage(command, { settings }) {
    const url = withScheme(command.url.trim())
    if (url === settings.inAppSigningPageUrl) return []
    const refused = textRefusal(url, MOST.url)
    if (refused) return refused
    return url === '' || pageAddress(url) ? [fact('InAppSigningPageChanged', { url })] : refuse('url-invalid')
  },

  SetSigningMethods(command, { settings: { methods } }) {
    const { drawn = methods.drawn, typed = methods.typed, uploaded = methods.uploaded } = command
    // Somebody must be able to sign: with the last method off, uploaded comes back on.
    const next = { drawn, typed, uploaded: uploaded || (!drawn && !typed) }
    const same = methods.drawn === next.drawn && methods.typed === next.typed && methods.uploaded === next.uploaded
    return same ? [] : [fact('SigningMethodsChanged', next)]
  },

  SetSequentialSigning: ({ on }, { settings }) => (settings.sequential === on ? [] : [fact('SequentialSigningChanged', { on })]),
  SetOneClickSigning: ({ on }, { settings }) => (settings.oneClickSigning === on ? [] : [fact('OneClickSigningChanged', { on })]),
  SetOneClickInitial: ({ on }, { settings }) => (settings.oneClickInitial === on ? [] : [fact('OneClickInitialChanged', { on })]),
  SetSigningWizard: ({ on }, { settings }) => (settings.wizard === on ? [] : [fact('SigningWizardChanged', { on })]),
  SetFirstSignerMultiEdit: ({ on }, { settings }) =>
    settings.firstSignerMultiEdit === on ? [] : [fact('FirstSignerMultiEditChanged', { on })],
  SetContactInfoObfuscation: ({ on }, { settings }) =>
    settings.obfuscateContactInfo === on ? [] : [fact('ContactInfoObfuscationChanged', { on })],
  SetEmailOptional: ({ on }, { settings }) => (settings.emailOptional === on ? [] : [fact('EmailOptionalChanged', { on })]),
  SetChannelChoice: ({ on }, { settings }) =>
    (settings.channelConfigurable ?? false) === on ? [] : [fact('ChannelChoiceChanged', { on })],
  SetTwoFactor: ({ on }, { settings }) => (settings.twoFactor === on ? [] : [fact('TwoFactorChanged', { on })]),
  SetCreatorFinalMail: ({ excluded }, { settings }) =>
    settings.creatorExcludedFromFinalMail === excluded ? [] : [fact('CreatorFinalMailChanged', { excluded })],
  SetSignedAuditTrail: ({ on }, { settings }) => (settings.auditTrailInSigned === on ? [] : [fact('SignedAuditTrailChanged', { on })]),
  SetCertificateSeal: ({ on }, { settings }) => (settings.certificateSeal === on ? [] : [fact('CertificateSealChanged', { on })]),
  SetAttachmentsIncluded: ({ on }, { settings }) =>
    (settings.attachmentsIncluded ?? false) === on ? [] : [fact('AttachmentsIncludedChanged', { on })],
  SetAttachmentsForAllSigners: ({ on }, { settings }) =>
    (settings.attachmentsForAllSigners ?? false) === on ? [] : [fact('AttachmentsForAllSignersChanged', { on })],
  SetAnnotation: ({ on }, { settings }) => ((settings.annotation ?? false) === on ? [] : [fact('AnnotationChanged', { on })]),
  LockFields: (_command, { settings }) => (settings.fieldsLocked ? [] : [fact('FieldsLocked', {})]),
  UnlockFields: (_command, { settings }) => (settings.fieldsLocked ? [fact('FieldsUnlocked', {})] : []),
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

function withScheme(url: string): string {
  return url === '' || SCHEME.test(url) ? url : `http://${url}`
}
