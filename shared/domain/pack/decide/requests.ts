import { shortened, withoutFormat, withoutOverrides } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import { unlistedRefusal } from '../contact-lists.ts'
import { asKept, type Contact, contactOf, contactProblems } from '../contacts.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { PackState, Signatory } from '../state.ts'
import { livingLinkOf } from '../status.ts'
import type { Deciders } from './context.ts'
import { liveSignatoryOf } from './find.ts'
import { signerRefusal } from './signer.ts'
import { voidLinks } from './void-links.ts'

export const decideRequests: Deciders<
  | 'ResendRequest'
  | 'CorrectAddress'
  | 'IssueSigningLink'
  | 'TakeBackSigningLink'
  | 'RevealMailLink'
  | 'RecordRequestSent'
  | 'RecordRequestFailed'
> = {
  ResendRequest({ signatory: uuid, request, channel }, state) {
    const signatory = askable(state, uuid)
    if ('refused' in signatory) return signatory
    if (signatory.request?.id === request) return []
    if (!signatory.notified.signing) return refuse('notifications-off', { at: [uuid] })
    return [fact('SignatureRequestQueued', { signatory: uuid, request, channel: channel ?? signatory.channel, because: 'resent' })]
  },

  CorrectAddress(command, state, context) {
    const signatory = liveSignatoryOf(state, command.signatory)
    if ('refused' in signatory) return signatory
    const { uuid, channel, status } = signatory
    if (status === 'complete' || status === 'excluded') return refuse('signatory-finished', { at: [uuid] })
    const before = contactOf(signatory)
    const now: Contact = {
      channel,
      name: command.name === undefined ? before.name : withoutOverrides(command.name),
      email: command.email === undefined ? before.email.trim() : withoutFormat(command.email),
      mobile: command.mobile === undefined ? before.mobile : asKept(command.mobile, context.defaultCountry),
    }
    const changed: PackFact[] = []
    if (now.name !== before.name) changed.push(fact('SignatoryNamed', { signatory: uuid, name: now.name }))
    const readdressed: PackFact[] = []
    if (now.email !== before.email) readdressed.push(fact('SignatoryEmailChanged', { signatory: uuid, email: now.email }))
    if (now.mobile !== before.mobile) readdressed.push(fact('SignatoryMobileChanged', { signatory: uuid, mobile: now.mobile }))
    if (changed.length + readdressed.length === 0) return []
    const refused =
      textRefusal(now.name, MOST.name) ?? textRefusal(now.email, MOST.email) ?? textRefusal(now.mobile, MOST.mobile) ?? problem(now, state)
    if (refused) return refused
    if (readdressed.length === 0) return changed
    const entered = [now.email !== before.email ? now.email : '', now.mobile !== before.mobile ? now.mobile : '']
    const unlisted = unlistedRefusal(entered, uuid, state.settings, context)
    if (unlisted) return unlisted
    // The reader of the old address holds the old link: the link dies with the address. A signatory not yet asked is asked in turn.
    const again =
      state.status === 'awaiting_signatures' && status === 'awaiting_signatures' && signatory.request !== null && signatory.notified.signing
    const { request } = command
    const asked = again ? [fact('SignatureRequestQueued', { signatory: uuid, request, channel, because: 'address-corrected' })] : []
    return [...changed, ...readdressed, ...voidLinks(state, 'address-corrected', uuid), ...asked]

    function problem(contact: Contact, { settings }: PackState): Refused | null {
      const first = contactProblems(contact, settings, context)[0]
      return first ? refuse(first.code, { at: [uuid] }) : null
    }
  },

  IssueSigningLink({ signatory: uuid, link, purpose, request }, state) {
    const signatory = askable(state, uuid)
    if ('refused' in signatory) return signatory
    if (signatory.links.some((alive) => alive.link === link)) return []
    // A message overtaken by a corrected address must not carry a link that works, nor one that has been sent get it back.
    if (request !== null && !isQueued(signatory, request)) return refuse('request-superseded')
    return [fact('SigningLinkIssued', { signatory: uuid, link, purpose, request })]
  },

  TakeBackSigningLink({ signatory, link }, state) {
    // A signatory who finished, or whose link died for another reason, keeps the outcome.
    return livingLinkOf(state, signatory, link) ? [fact('SigningLinkTakenBack', { signatory, link })] : []
  },

  RevealMailLink({ mail, user }, state) {
    // Once for each person: who knows the link is what matters, not how often they looked.
    return state.revealed[mail]?.includes(user) ? [] : [fact('MailLinkRevealed', { mail, user })]
  },

  RecordRequestSent({ signatory: uuid, request, link, kept }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    // A signatory whose link died in the trash while the message was on its way could do nothing with it.
    const asked = isQueued(signatory, request) && !('refused' in askable(state, uuid))
    if (asked && link !== undefined && !livingLinkOf(state, uuid, link)) return refuse('link-dead')
    const current = signatory.request?.id === request && signatory.request.state !== 'sent' && signatory.request.state !== 'bounced'
    return current ? [fact('SignatureRequestSent', { signatory: uuid, request, ...(kept ? { kept } : {}) })] : []
  },

  RecordRequestFailed({ signatory: uuid, request, bounced, detail }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    const current = signatory.request?.id === request && signatory.request.state !== (bounced ? 'bounced' : 'failed')
    return current ? [fact('SignatureRequestFailed', { signatory: uuid, request, bounced, detail: readable(detail) })] : []
  },
}

/** A signatory who may be asked now. */
function askable(state: PackState, uuid: string): Signatory | Refused {
  const signatory = liveSignatoryOf(state, uuid)
  if ('refused' in signatory) return signatory
  const refused = signerRefusal(state, uuid)
  if (!refused) return signatory
  return refuse(refused.refused === 'not-your-turn' ? 'not-your-turn' : 'signatory-finished', { at: [uuid] })
}

const isQueued = ({ request }: Signatory, id: string) => request?.id === id && request.state === 'queued'

// What a mail server says is foreign text: kept, within bounds.
function readable(detail: string): string {
  return shortened(detail.toWellFormed().replaceAll('\u0000', ''), MOST.reason)
}
