import type { PackFact } from '#domain/pack'
import type { Folded, Say } from './folded.ts'

/** A signer as the events about them alone say, whatever folds them. */
interface Standing {
  sent: number
  asked: boolean
  postponed: number
  status: 'open' | 'complete' | 'rejected' | 'excluded'
  links: readonly string[]
}
const opened = { asked: false, status: 'open', links: [] } as const

/** Of each signer the fold says what their own events say, and nothing that is another's. */
export function checkSigners({ state, events }: Folded, say: Say): void {
  const signers = new Map<string, Standing>()
  for (const { fact } of events) {
    if (fact.type === 'SignatoryAdded') signers.set(fact.data.signatory, { sent: 0, postponed: 0, ...opened })
    // A reverted round counts as if it had not been, but for the sent mails.
    if (fact.type === 'RevertedToSetup') for (const signer of signers.values()) Object.assign(signer, opened)
    const signer = 'signatory' in fact.data ? signers.get(String(fact.data.signatory)) : undefined
    if (signer) note(signer, fact)
  }
  for (const { uuid, erased, ...is } of state.signatories) {
    const { sent, asked, postponed, status, links } = signers.get(uuid)!
    if (erased !== undefined) continue
    const says = [is.requestsSent, is.asked, state.postponements?.[uuid] ?? 0, is.links.map(({ link }) => link)]
    const isSo = JSON.stringify(says) === JSON.stringify([sent, asked, postponed, links])
    const stands = status === 'open' ? !['complete', 'rejected', 'excluded'].includes(is.status) : is.status === status
    if (!isSo || !stands)
      say(`signer ${uuid.slice(-4)} stands there as ${is.status} ${JSON.stringify(says)}, and their events say otherwise`)
  }
}

function note(signer: Standing, { type, data }: PackFact): void {
  switch (type) {
    case 'SignatureRequestSent':
      signer.sent += 1
      signer.asked = true
      return
    case 'SigningPostponed':
      signer.postponed += 1
      return
    case 'SignatoryCompleted':
      signer.status = 'complete'
      return
    case 'SignatoryRejected':
      signer.status = 'rejected'
      return
    case 'SignatoryExcluded':
      signer.status = 'excluded'
      return
    case 'SigningLinkIssued':
      signer.links = [...signer.links, data.link]
      return
    case 'SigningLinkTakenBack':
      signer.links = signer.links.filter((link) => link !== data.link)
      return
    case 'SigningLinksVoided':
      signer.links = []
      return
    default:
      return
  }
}
