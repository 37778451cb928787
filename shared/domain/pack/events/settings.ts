import { z } from 'zod'
import { event, sealed } from '#domain/kernel'

const on = z.boolean()

export const settings = {
  SequentialSigningChanged: event(1, { on }),
  SubjectChanged: event(1, { subject: sealed(z.string()) }),
  MessageChanged: event(1, { message: sealed(z.string()) }),
  PostSigningUrlChanged: event(1, { url: sealed(z.string()) }),
  SigningMethodsChanged: event(1, { drawn: on, typed: on, uploaded: on }),
  OneClickSigningChanged: event(1, { on }),
  OneClickInitialChanged: event(1, { on }),
  SigningWizardChanged: event(1, { on }),
  FirstSignerMultiEditChanged: event(1, { on }),
  ContactInfoObfuscationChanged: event(1, { on }),
  EmailOptionalChanged: event(1, { on }),
  /** Whether it is chosen for each signatory how they are written to. */
  ChannelChoiceChanged: event(1, { on }),
  TwoFactorChanged: event(1, { on }),
  CreatorFinalMailChanged: event(1, { excluded: on }),
  /** Readable pages with the history follow the document's own in the sealed file. */
  SignedAuditTrailChanged: event(1, { on }),
  /** Sealed visibly and with the configured certificate, instead of invisibly with the installation's own. */
  CertificateSealChanged: event(1, { on }),
  InAppSigningPageChanged: event(1, { url: sealed(z.string()) }),
  /** The finished document's mail carries the supporting documents along. */
  AttachmentsIncludedChanged: event(1, { on }),
  /** What a signatory uploaded into a field may be fetched by the others who sign. */
  AttachmentsForAllSignersChanged: event(1, { on }),
  AnnotationChanged: event(1, { on }),
  FieldsLocked: event(1, {}),
  FieldsUnlocked: event(1, {}),
}
