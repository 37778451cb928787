import { disclosed } from '#domain/kernel'
import { type Channel, hasExpired, isEmail, type PackState, type Signatory, signatoryOf } from '#domain/pack'
import { packProcess } from '#processes/engine'

export const REQUESTS = 'requests'
/** Requests that found their document in the trash, or their time over. */
export const REQUESTS_AGAIN = 'requests-again'
export type RequestData = {
  readonly pack: string
  readonly signatory: string
  readonly request: string
  readonly channel: Channel
}

/** Each queued request is followed by one message, under the request's own id; one whose turn came in the trash, once it is out of it. */
export const requests = packProcess({
  name: REQUESTS,
  follows: ['SignatureRequestQueued', 'PackRestored', 'ExpiryChanged'],
  react({ id, fact }, pack, state) {
    switch (fact.type) {
      case 'SignatureRequestQueued': {
        const data = requestData(pack, fact.data)
        return [{ queue: REQUESTS, key: keyOfRequest(data.request), data }]
      }
      case 'ExpiryChanged':
      case 'PackRestored': {
        const isLeft = state.signatories.some(({ request }) => request?.state === 'queued')
        return isLeft ? [{ queue: REQUESTS_AGAIN, key: `${REQUESTS_AGAIN}:${id}`, data: { pack } }] : []
      }
      default:
        return []
    }
  },
})

export function requestData(pack: string, { signatory, request, channel }: Omit<RequestData, 'pack'>): RequestData {
  return { pack, signatory, request, channel }
}

export const keyOfRequest = (request: string) => `request:${request}`

export type RequestPlan =
  | { readonly do: 'nothing' }
  | { readonly do: 'fail'; readonly detail: string }
  | { readonly do: 'send'; readonly to: string; readonly signatory: Signatory }

export const NO_ADDRESS = 'There is no email address to send the request to.'
export const NO_MESSAGES = 'Text messages are not set up on this installation. Choose email, or take the signing link and send it yourself.'

/** The effect of a request whose turn has come: much may have happened since it was queued. */
export function planRequest(state: PackState, { signatory: uuid, request, channel }: Omit<RequestData, 'pack'>): RequestPlan {
  const signatory = signatoryOf(state, uuid)
  const wanted =
    state.status === 'awaiting_signatures' &&
    state.trashed === null &&
    !hasExpired(state) &&
    signatory !== undefined &&
    !signatory.removed &&
    signatory.status === 'awaiting_signatures' &&
    signatory.request?.id === request &&
    signatory.request.state === 'queued'
  if (!wanted) return { do: 'nothing' }
  const email = disclosed(signatory.email, '').trim()
  if (channel === 'sms' || channel === 'whatsapp') return { do: 'fail', detail: NO_MESSAGES }
  if (!isEmail(email)) return { do: 'fail', detail: channel === 'email-or-sms' ? NO_MESSAGES : NO_ADDRESS }
  return { do: 'send', to: email, signatory }
}
