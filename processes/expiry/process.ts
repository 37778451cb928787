import { expiryMoments, hasExpired, type PackState } from '#domain/pack'
import { derivedId, packProcess } from '#processes/engine'

export const EXPIRY = 'expiry'
/** Mails to senders whose request has expired. */
export const EXPIRED = 'expired'
export type ExpiryData = {
  readonly pack: string
  readonly what: 'end' | 'reminder'
  readonly day: string
}
/** Of the mail about the event by which a request expired. */
export const keyOfExpired = (event: string) => `expired:${event}`
export type ExpiredData = { readonly pack: string; readonly day: string }

/** Each request with an expiry date has a timer for its end, and one for the reminder before it; each new date sets others. */
export const expiry = packProcess({
  name: EXPIRY,
  follows: ['SignaturesRequested', 'ExpiryChanged', 'PackRestored', 'RequestsExpired'],
  react({ id, fact, meta }, pack, state) {
    const held = state.expiry
    if (held === undefined || state.status !== 'awaiting_signatures' || state.trashed !== null) return []
    const { day } = held
    if (fact.type === 'RequestsExpired') return [{ queue: EXPIRED, key: keyOfExpired(id), data: { pack, day } satisfies ExpiredData }]
    const { end, reminder } = expiryMoments(held)
    const timer = (what: ExpiryData['what'], notBefore: number) => {
      const data: ExpiryData = { pack, what, day }
      return { queue: EXPIRY, key: `expiry:${what}:${id}`, data, notBefore }
    }
    // A request that came after its reminder was due has just been sent.
    const reminds = reminder !== null && !held.reminded && reminder > Date.parse(meta.time)
    return held.over ? [] : [timer('end', end), ...(reminds ? [timer('reminder', reminder)] : [])]
  },
})

/** The command of a timer that rang; null where another date was set, or what it was for has happened. */
export function planExpiry(state: PackState, { pack, what, day }: ExpiryData) {
  if (state.status !== 'awaiting_signatures' || state.trashed !== null || state.expiry?.day !== day || hasExpired(state)) return null
  if (what === 'end') return { do: 'ExpireRequests', day } as const
  const requests = state.signatories.map(({ uuid }) => [uuid, derivedId('expiry', pack, day, uuid)] as const)
  return { do: 'RemindOfExpiry', day, requests: Object.fromEntries(requests) } as const
}
