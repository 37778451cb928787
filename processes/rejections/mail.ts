import { type MailContent, mailContent, oneLine } from '#contract/mail-content'
import { disclosed } from '#domain/kernel'
import type { ChildDocument, PackState, Signatory } from '#domain/pack'

interface Person {
  readonly name: string
}

/** To the sender: who declined, and why. */
export function ownerMail(state: PackState, rejectedBy: Signatory, owner: Person, link: string): MailContent {
  const document = documentOf(state)
  return mailContent({
    subject: `Declined: ${document}`,
    before: [
      greeting(owner),
      `${nameOf(rejectedBy)} declined to sign ${document}. It will not be completed.`,
      `Reason: ${disclosed(rejectedBy.rejectionReason, '')}`,
    ],
    button: { label: 'Open the document', link },
    after: ['To change the document and ask again, revert it to setup.'],
  })
}

/** To the sender: of several documents one was declined, and the others go on. */
export function documentMail(state: PackState, child: ChildDocument, rejectedBy: Signatory, owner: Person, link: string): MailContent {
  const name = `“${oneLine(disclosed(child.name, '')) || 'a document'}”`
  return mailContent({
    subject: `Declined: ${name}`,
    before: [
      greeting(owner),
      `${nameOf(rejectedBy)} declined to sign ${name}, one of ${state.documents.length} documents in ${documentOf(state)}. The others can still be signed.`,
      `Reason: ${disclosed(child.rejected?.reason ?? '', '')}`,
    ],
    button: { label: 'Open the document', link },
    after: ['To change it and ask again, revert the whole to setup.'],
  })
}

/** To the other signers: neither who it was nor why, which was said to the sender. */
export function signerMail(state: PackState, signer: Signatory, sender: string): MailContent {
  const document = documentOf(state)
  return mailContent({
    subject: `Will not be completed: ${document}`,
    before: [
      greeting({ name: disclosed(signer.name, '') }),
      `Another signer declined to sign ${document}, so it will not be completed.`,
      signer.status === 'complete'
        ? 'There will be no signed copy of it.'
        : 'There is nothing left for you to sign, and your link no longer opens it.',
    ],
    after: [`If you have questions, please ask ${oneLine(sender) || 'the sender'}.`],
  })
}

const nameOf = ({ name, role }: Signatory) => oneLine(disclosed(name, '')) || oneLine(disclosed(role, '')) || 'A signer'
const documentOf = (state: PackState) => `“${oneLine(disclosed(state.name, '')) || 'the document'}”`
const greeting = ({ name }: Person) => (oneLine(name) ? `Dear ${oneLine(name)},` : 'Good day,')
