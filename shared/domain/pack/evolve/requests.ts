import { userOfPrincipal } from '#domain/kernel'
import type { TopicFact } from '../events/index.ts'
import type { PackState, Signatory } from '../state.ts'
import { changeSignatories, changeSignatory, type When } from './change.ts'

export function evolveRequests(state: PackState, { type, data }: TopicFact<'requests'>, when: When): PackState {
  switch (type) {
    case 'SignatureRequestQueued':
      return changeSignatories(state, when, ({ uuid, request: before }) => {
        if (uuid !== data.signatory) return null
        const reminds = data.because === 'resent' && before?.state === 'sent'
        return { request: { id: data.request, state: 'queued', detail: '', at: when.time, ...(reminds ? { reminds } : {}) } }
      })
    case 'SignatureRequestSent':
      return changeSignatories(state, when, (signatory) => {
        if (signatory.uuid !== data.signatory) return null
        const sent = onItsWay(signatory, data.request, 'sent', '', when.time)
        const request = sent && data.kept ? { ...sent, kept: data.kept } : sent
        return { requestsSent: signatory.requestsSent + 1, asked: true, request }
      })
    case 'SignatureRequestFailed':
      return changeSignatories(state, when, (signatory) => {
        if (signatory.uuid !== data.signatory) return null
        return { request: onItsWay(signatory, data.request, data.bounced ? 'bounced' : 'failed', data.detail, when.time) }
      })
    case 'SigningLinkIssued':
      return changeSignatories(state, when, (signatory) => {
        if (signatory.uuid !== data.signatory) return null
        return { links: [...signatory.links, linkOf(data, when)] }
      })
    case 'MailLinkRevealed':
      return { ...state, revealed: { ...state.revealed, [data.mail]: [...(state.revealed[data.mail] ?? []), data.user] } }
    case 'SigningLinkTakenBack':
      return changeSignatories(state, when, (signatory) => {
        if (signatory.uuid !== data.signatory) return null
        return { links: signatory.links.filter(({ link }) => link !== data.link) }
      })
    case 'SigningLinksVoided':
      return changeSignatory(state, data.signatory, { links: [] }, when)
    default:
      return type satisfies never
  }
}

/** The account holder who takes a link to sign in person is the host and stays with the signer. */
function linkOf({ link, purpose }: Pick<Link, 'link' | 'purpose'>, { principal }: When): Link {
  const host = purpose === 'sign_in_person' ? userOfPrincipal(principal) : null
  return { link, purpose, ...(host ? { host } : {}) }
}
type Link = Signatory['links'][number]

type Request = NonNullable<Signatory['request']>

/** News of a request that was superseded say nothing about the one that stands. */
function onItsWay(signatory: Signatory, id: string, state: Request['state'], detail: Request['detail'], at: string): Signatory['request'] {
  return signatory.request?.id === id ? { ...signatory.request, state, detail, at } : signatory.request
}
