import { type MailContent, mailContent, oneLine } from '#contract/mail-content'
import { disclosed } from '#domain/kernel'
import { type NotificationRule, type PackState, signatoryOf } from '#domain/pack'

interface Notice {
  readonly state: PackState
  readonly rule: NotificationRule
  readonly about: string | null
  /** Name of who is written to. */
  readonly owner: string
  readonly link: string
}

export function noticeMail({ state, rule, about, owner, link }: Notice): MailContent {
  const document = `“${oneLine(disclosed(state.name, '')) || 'Your document'}”`
  const [subject, words] = said(state, rule, document, personOf(state, about))
  return mailContent({
    subject,
    before: [oneLine(owner) ? `Dear ${oneLine(owner)},` : 'Good day,', words],
    button: { label: 'Open the document', link },
    after: ['You receive this mail because a notification rule of this document asks for it. You can change it there.'],
  })
}

function said(
  state: PackState,
  { event, countdown }: NotificationRule,
  document: string,
  person: string,
): [subject: string, words: string] {
  const after = `for ${spanOf(countdown ?? 0)}`
  switch (event) {
    case 'not-signed':
      return [`Not signed yet: ${document}`, `${person} has been asked to sign ${document} and has not done so ${after}.`]
    case 'in-setup':
      return [`Still in setup: ${document}`, `${document} has been in setup ${after}. Nobody has been asked to sign it yet.`]
    case 'email-failed':
      return [
        `A mail could not be delivered: ${document}`,
        state.status === 'complete'
          ? `The final copy of ${document} for ${person} could not be delivered.`
          : `The signature request for ${document} to ${person} could not be delivered. Please check the address.`,
      ]
    case 'sms-failed':
      return [
        `A text message could not be delivered: ${document}`,
        `The signature request for ${document} to ${person} could not be delivered. Please check the mobile number.`,
      ]
    default:
      return event satisfies never
  }
}

function personOf(state: PackState, about: string | null): string {
  const signatory = about === null ? undefined : signatoryOf(state, about)
  const copied = state.copyRecipients.find(({ uuid }) => uuid === about)
  return oneLine(disclosed(signatory?.name ?? copied?.name ?? '', '')) || 'A recipient'
}

function spanOf(seconds: number): string {
  const [unit, size] = seconds >= 86_400 ? ['day', 86_400] : seconds >= 3_600 ? ['hour', 3_600] : ['minute', 60]
  const count = Math.round(seconds / Number(size))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
