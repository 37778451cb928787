import type { TopicFact } from '../events/index.ts'
import type { PackSettings, PackState } from '../state.ts'

export function evolveSettings(state: PackState, { type, data }: TopicFact<'settings'>): PackState {
  const set = (change: Partial<PackSettings>): PackState => ({ ...state, settings: { ...state.settings, ...change } })
  switch (type) {
    case 'SequentialSigningChanged':
      return set({ sequential: data.on })
    case 'SubjectChanged':
      return set({ subject: data.subject })
    case 'MessageChanged':
      return set({ message: data.message })
    case 'PostSigningUrlChanged':
      return set({ postSigningUrl: data.url })
    case 'SigningMethodsChanged':
      return set({ methods: data })
    case 'OneClickSigningChanged':
      return set({ oneClickSigning: data.on })
    case 'OneClickInitialChanged':
      return set({ oneClickInitial: data.on })
    case 'SigningWizardChanged':
      return set({ wizard: data.on })
    case 'FirstSignerMultiEditChanged':
      return set({ firstSignerMultiEdit: data.on })
    case 'ContactInfoObfuscationChanged':
      return set({ obfuscateContactInfo: data.on })
    case 'EmailOptionalChanged':
      return set({ emailOptional: data.on })
    case 'ChannelChoiceChanged':
      return set({ channelConfigurable: data.on })
    case 'TwoFactorChanged':
      return set({ twoFactor: data.on })
    case 'CreatorFinalMailChanged':
      return set({ creatorExcludedFromFinalMail: data.excluded })
    case 'SignedAuditTrailChanged':
      return set({ auditTrailInSigned: data.on })
    case 'CertificateSealChanged':
      return set({ certificateSeal: data.on })
    case 'InAppSigningPageChanged':
      return set({ inAppSigningPageUrl: data.url })
    case 'AttachmentsIncludedChanged':
      return set({ attachmentsIncluded: data.on })
    case 'AttachmentsForAllSignersChanged':
      return set({ attachmentsForAllSigners: data.on })
    case 'AnnotationChanged':
      return set({ annotation: data.on })
    case 'FieldsLocked':
      return set({ fieldsLocked: true })
    case 'FieldsUnlocked':
      return set({ fieldsLocked: false })
    default:
      return type satisfies never
  }
}
