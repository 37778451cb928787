import type { Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import type { Folded, Say } from './folded.ts'

/** An excluded signer gets no further link, and the final copy only where that was said. */
export function checkExcluded({ pack, plan, signatories }: Ceremony, { events }: Folded, { post }: Environment, say: Say): void {
  if (plan.excludes === null) return
  const { uuid, email } = signatories[plan.excludes.at]!
  const last = events.findLastIndex(({ fact }) => fact.type === 'SignatoryExcluded')
  const reverted = events.findLastIndex(({ fact }) => fact.type === 'RevertedToSetup')
  if (last < 0 || reverted > last) return
  const before = new Set(
    events
      .slice(0, last)
      .flatMap(({ fact }) => (fact.type === 'SigningLinkIssued' && fact.data.signatory === uuid ? [fact.data.request] : [])),
  )
  const mails = post.delivered.filter(({ mail }) => mail.owner === pack && mail.to.toLowerCase() === email)
  for (const { mail } of mails) {
    if (mail.kind === 'request' && !before.has(mail.key.slice('request:'.length)))
      say('somebody was excluded, and asked to sign after that')
    if (mail.kind === 'copy' && !plan.excludes.viewing) say('somebody was excluded and to get nothing, and got a copy')
  }
}
