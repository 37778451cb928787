import type { Ceremony } from '../ceremony/index.ts'
import type { House } from '../house.ts'
import { CREATOR } from '../server.ts'
import type { Folded, Say } from './folded.ts'

/** Each mail once; each with a link that was in the log before it went out; each request answered for. */
export function checkMails(ceremony: Ceremony, { state, events }: Folded, house: House, say: Say): void {
  const mails = house.post.delivered.filter(({ mail }) => mail.owner === ceremony.pack)
  const perKey = new Map<string, number>()
  for (const { mail } of mails) perKey.set(mail.key, (perKey.get(mail.key) ?? 0) + 1)
  for (const [key, times] of perKey) if (times > 1) say(`the mail ${key.slice(0, 8)} went out ${times} times`)
  for (const { mail, at } of mails) {
    if (mail.kind !== 'request') continue
    const request = mail.key.slice('request:'.length)
    const issued = events.find(({ fact }) => fact.type === 'SigningLinkIssued' && fact.data.request === request)
    if (!issued) say(`a request went out whose link was never issued`)
    else if ((house.storedAt.get(issued.id) ?? Number.POSITIVE_INFINITY) > at) say('a request went out before its link was in the log')
  }
  for (const { fact } of events) {
    if (fact.type === 'SignatureRequestSent' && !mails.some(({ mail }) => mail.key === `request:${fact.data.request}`))
      say(`a request is noted as sent that never went out`)
    if (fact.type === 'FinalCopySent' && !mails.some(({ mail }) => mail.key === `copy:${fact.data.mail}`))
      say('a copy is noted as sent that never went out')
  }
  const failures = events.filter(({ fact }) => fact.type === 'NotificationDue' && fact.data.occasion !== null).length
  if (mails.filter(({ mail }) => mail.kind === 'notice').length > failures) say('the owner was told of one failure by several mails')
  for (const { uuid, request, status } of state.signatories) {
    // Nobody is asked to sign what lies in the trash.
    if (state.trashed === null && state.status === 'awaiting_signatures' && status === 'awaiting_signatures' && request?.state === 'queued')
      say(`the request to signer ${uuid.slice(-4)} never went out`)
  }
  // What lies in the trash is sent to nobody.
  if (state.status !== 'complete' || state.trashed !== null) return
  for (const { email } of [...ceremony.signatories, CREATOR]) {
    const copies = mails.filter(({ mail }) => mail.kind === 'copy' && mail.to.endsWith(email)).length
    const listed = Object.values(state.finalCopies).some((copy) => copy.state === 'failed' || copy.state === 'bounced')
    if (copies !== 1 && !listed) say(`${email} got ${copies} final copies`)
  }
}
