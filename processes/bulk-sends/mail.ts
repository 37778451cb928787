import { type MailContent, mailContent, oneLine } from '#contract/mail-content'
import { disclosed } from '#domain/kernel'
import type { PackState, Signatory } from '#domain/pack'

/** To signers who were asked to sign a document sent by mistake. */
export function withdrawnMail(state: PackState, signer: Signatory, sender: string): MailContent {
  const document = `“${oneLine(disclosed(state.name, '')) || 'the document'}”`
  const name = oneLine(disclosed(signer.name, ''))
  return mailContent({
    subject: `Withdrawn: ${document}`,
    before: [
      name ? `Dear ${name},` : 'Good day,',
      `The request to sign ${document} was sent by mistake and has been withdrawn.`,
      'There is nothing left for you to do. Your link no longer opens the document.',
    ],
    after: [`If you have questions, please ask ${oneLine(sender) || 'the sender'}.`],
  })
}
