import { type MailContent, mailContent, oneLine } from '#contract/mail-content'
import { disclosed } from '#domain/kernel'
import { expiryDayInWords, isWaitedFor, type PackState } from '#domain/pack'

/** Tells the sender that time is up, who has not signed, and what can be done. */
export function expiredMail(state: PackState, day: string, owner: string, link: string): MailContent {
  const document = `“${oneLine(disclosed(state.name, '')) || 'Your document'}”`
  const missing = state.signatories
    .filter(isWaitedFor)
    .map(({ name, role }) => oneLine(disclosed(name, '') || disclosed(role, '')) || 'a signer')
  return mailContent({
    subject: `Expired: ${document}`,
    before: [
      oneLine(owner) ? `Dear ${oneLine(owner)},` : 'Good day,',
      `The time to sign ${document} ended on ${expiryDayInWords(day)}. Not signed by: ${new Intl.ListFormat('en').format(missing)}.`,
      'The links that were sent open nothing for now. Nothing that was filled in is lost: set a later date and the same links work again, or cancel the requests.',
    ],
    button: { label: 'Open the document', link },
    after: [],
  })
}
