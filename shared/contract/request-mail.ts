import { disclosed } from '#domain/kernel'
import { expiryDayInWords, isReminder, liveSignatories, type PackState, type Signatory } from '#domain/pack'
import { comparable } from '#domain/user'
import { answersGoTo, type Correspondent, type MailContent, type MailParts, mailContent, oneLine } from './mail-content.ts'
import { personal } from './personal.ts'

export interface Asking {
  readonly state: PackState
  readonly signatory: Signatory
  /** Who asks, as the recipient knows them. */
  readonly sender: Correspondent & { readonly workspace: string }
  readonly link: string
}

/** The mail that asks for a signature: the sender's own subject and message where they wrote any. */
export const requestMail = (asking: Asking): MailContent => mailContent(requestParts(asking))

/** The same before it is written out: the sender looks at it before anything goes out. */
export function requestParts({ state, signatory, sender, link }: Asking): MailParts & { readonly button: { readonly label: string } } {
  const name = oneLine(disclosed(signatory.name, ''))
  const document = oneLine(disclosed(state.name, '')) || 'a document'
  const who = oneLine(sender.name) || oneLine(sender.workspace) || 'Somebody'
  const from = sender.workspace && sender.workspace !== sender.name ? `${who} (${oneLine(sender.workspace)})` : who
  const subject = personal(disclosed(state.settings.subject, ''), name).trim()
  const message = personal(disclosed(state.settings.message, ''), name).trim()
  const again = signatory.request !== null && (signatory.request.reminds || isReminder(state, signatory.request.id))
  const role = roleToName(state, signatory)
  const ownWords = role && subject ? `${subject} (${role})` : subject
  return {
    subject: `${again ? 'Reminder: ' : ''}${ownWords || `${who} asks you to sign “${document}”${role && ` as ${role}`}`}`,
    before: [
      name ? `Dear ${name},` : 'Good day,',
      again
        ? `“${document}” still waits for your signature. ${from} asks you to read and sign it.`
        : `${from} asks you to read and sign “${document}”.`,
      ...(role ? [`You sign as ${role}. Each of your roles has a request and a link of its own.`] : []),
      ...(message ? [message] : []),
      ...(state.expiry ? [`You can sign until the end of ${expiryDayInWords(state.expiry.day)} (${state.expiry.zone}).`] : []),
    ],
    button: { label: 'Read and sign', link },
    after: ['This link is for you alone: anyone who has it can sign in your name. Please do not pass it on.', ...answersGoTo(sender)],
  }
}

/** Which of several requests to one address this is; empty where there is only one. */
function roleToName(state: PackState, { uuid, email, role }: Signatory): string {
  const address = comparable(disclosed(email, ''))
  const isShared = liveSignatories(state).some((other) => other.uuid !== uuid && comparable(disclosed(other.email, '')) === address)
  return address !== '' && isShared ? oneLine(disclosed(role, '')) : ''
}
