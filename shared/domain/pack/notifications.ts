import { disclosed } from '#domain/kernel'
import { isEmail } from './contacts.ts'
import { hasExpired } from './expiry.ts'
import { isTurnOf, liveSignatories, turnSince } from './signatories.ts'
import type { NotificationAction, NotificationEvent, NotificationRule, PackState, Signatory } from './state.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** What a countdown may be, in seconds. */
export const COUNTDOWNS = [300, HOUR, 2 * HOUR, 8 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY] as const
export const DEFAULT_COUNTDOWN = 7 * DAY

/** Events that are the lack of one: they come when nothing has happened for a while. */
const TIMED: ReadonlySet<NotificationEvent> = new Set(['not-signed', 'in-setup'])
export const isTimed = (event: NotificationEvent) => TIMED.has(event)

/** What a rule about this event can do. Only who has not signed can be reminded of it. */
export const actionsFor = (event: NotificationEvent): readonly NotificationAction[] =>
  event === 'not-signed' ? ['notify', 'remind'] : ['notify']
/** Whom an action writes to: a reminder is the signer's own, everything else goes to the document's owner. */
export const recipientOf = (action: NotificationAction) => (action === 'remind' ? 'signer' : 'owner')

export interface Due {
  readonly rule: NotificationRule
  readonly about: string | null
  readonly occasion: string | null
  /** Unix milliseconds: not before then. */
  readonly at: number
}

/**
 * All that the rules will do next if nothing else happens. A countdown begins when its reason began (the request went
 * out, the turn came of somebody who is sent none, setup began), when its rule was set, or when it last ran out, whichever
 * came last: so it repeats, at most once a period, however late anybody looks.
 */
export function notificationsDue(state: PackState): readonly Due[] {
  if (!state.exists || state.kind === 'template' || state.trashed !== null) return []
  return state.notifications.rules.flatMap((rule) => dueOf(rule, state))
}

function dueOf(rule: NotificationRule, state: PackState): readonly Due[] {
  switch (rule.event) {
    case 'in-setup':
      return state.status === 'setup' ? [timed(rule, null, state.statusSince, state)] : []
    case 'not-signed':
      if (state.status !== 'awaiting_signatures' || hasExpired(state)) return []
      return liveSignatories(state)
        .filter((signatory) => isWaiting(signatory, state) && (rule.action === 'notify' || signatory.notified.signing))
        .map((signatory) => timed(rule, signatory.uuid, signatory.request?.at ?? turnSince(state, signatory.uuid), state))
    case 'email-failed':
    case 'sms-failed':
      return failuresOf(rule.event, state).flatMap((failure) => once(rule, failure, state))
    default:
      return rule.event satisfies never
  }
}

function isWaiting({ uuid, status, optional }: Signatory, state: PackState): boolean {
  return status === 'awaiting_signatures' && !optional && isTurnOf(state, uuid)
}

function timed(rule: NotificationRule, about: string | null, began: string, { notifications }: PackState): Due {
  const last = notifications.given.find((given) => given.rule === rule.key && given.about === about)
  const from = Math.max(Date.parse(began), Date.parse(rule.since), last ? Date.parse(last.at) : 0)
  return { rule, about, occasion: null, at: from + (rule.countdown ?? 0) * 1_000 }
}

/** A message that did not arrive. */
interface Failure {
  readonly about: string
  readonly occasion: string
}
/** Of a message, however it failed. */
export const hasFailed = ({ state }: { readonly state: string }) => state === 'failed' || state === 'bounced'

/** Messages that stand as failed, of those that a rule about this event tells of. */
export function failuresOf(event: NotificationEvent, state: PackState): readonly Failure[] {
  if (isTimed(event)) return []
  const requests = liveSignatories(state).flatMap((signatory) => {
    const { uuid, request } = signatory
    return request && hasFailed(request) && isMailed(signatory) === (event === 'email-failed')
      ? [{ about: uuid, occasion: request.id }]
      : []
  })
  const copies = Object.entries(event === 'email-failed' ? state.finalCopies : {}).flatMap(([recipient, copy]) =>
    hasFailed(copy) ? [{ about: recipient, occasion: copy.mail }] : [],
  )
  return [...requests, ...copies]
}

/** Of the two, a message goes by mail wherever there is an address. */
const isMailed = ({ channel, email }: Signatory) =>
  channel === 'email' || (channel === 'email-or-sms' && isEmail(disclosed(email, '').trim()))

/** At once, and once for each message that failed; not for those that had failed before anybody wanted to know. */
function once(rule: NotificationRule, { about, occasion }: Failure, { notifications }: PackState): readonly Due[] {
  const isGiven = notifications.given.some((given) => given.rule === rule.key && given.about === about && given.occasion === occasion)
  return isGiven || rule.past.includes(occasion) ? [] : [{ rule, about, occasion, at: 0 }]
}

/** Whether a request goes out because a rule reminds of it. */
export function isReminder({ notifications }: PackState, request: string): boolean {
  return notifications.given.some(({ notice }) => notice === request)
}
