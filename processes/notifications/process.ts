import { type Due, notificationsDue, type PackState } from '#domain/pack'
import { derivedId, type Effect, packProcess } from '#processes/engine'

export const NOTIFICATIONS = 'notifications'
export const NOTICES = 'notices'
/** Notices that found their document in the trash. */
export const NOTICES_AGAIN = 'notices-again'
export type NotificationData = {
  readonly pack: string
  readonly rule: string
  readonly about: string | null
  readonly occasion: string | null
  /** Unix milliseconds for which it was set. */
  readonly at: number
}
export type NoticeData = { readonly pack: string; readonly notice: string }

/** Everything that can move a rule's moment: each of these sets its timers again, under keys that name the moment. */
export const notifications = packProcess({
  name: NOTIFICATIONS,
  follows: [
    'NotificationRuleSet',
    'NotificationDue',
    'SignaturesRequested',
    'SignatureRequestQueued',
    'SignatureRequestSent',
    'SignatureRequestFailed',
    'SignatoryCompleted',
    'SignatoryExcluded',
    'SignatoryRemoved',
    'RevertedToSetup',
    'PackRestored',
    'FinalCopyFailed',
    'ExpiryChanged',
  ],
  react({ fact, id }, pack, state) {
    // A timer that rang while the pack lay in the trash is spent: what is due once it is out gets another.
    const again = fact.type === 'PackRestored' ? id : null
    const timers = notificationsDue(state).map((due) => timerFor(pack, due, again))
    if (again !== null) return [...timers, ...noticesOf(pack, state, again)]
    if (fact.type !== 'NotificationDue' || remindsSigner(state, fact.data.rule)) return timers
    const { notice } = fact.data
    return [...timers, { queue: NOTICES, key: keyOfNotice(notice), data: { pack, notice } satisfies NoticeData }]
  },
})

// The message of a reminder is the request itself.
const remindsSigner = (state: PackState, key: string) =>
  state.notifications.rules.some((rule) => rule.key === key && rule.recipient === 'signer')

/** The owner's due notices: one that was sent is not repeated. */
function noticesOf(pack: string, state: PackState, again: string): readonly Effect[] {
  const given = state.notifications.given.filter(({ rule }) => !remindsSigner(state, rule))
  return given.map(({ notice }) => ({ queue: NOTICES_AGAIN, key: `${keyOfNotice(notice)}:${again}`, data: { pack, notice } }))
}

export const keyOfNotice = (notice: string) => `notice:${notice}`

function timerFor(pack: string, { rule, about, occasion, at }: Due, again: string | null): Effect {
  const data: NotificationData = { pack, rule: rule.key, about, occasion, at }
  const key = ['notification', noticeOf(data), ...(again === null ? [] : [again])].join(':')
  return { queue: NOTIFICATIONS, key, data, notBefore: at }
}

/** The message of one moment of a rule: the same id no matter which run comes to it, and however often. */
export const noticeOf = ({ rule, about, occasion, at }: NotificationData) => derivedId('notice', rule, about ?? '', occasion ?? at)

export type NotificationPlan = { readonly do: 'nothing' } | { readonly do: 'wait' } | { readonly do: 'give' }

/** The effect of a timer that fired. One that was set for an earlier moment has a later one behind it. */
export function planNotification(state: PackState, asked: NotificationData, now: number): NotificationPlan {
  const due = notificationsDue(state).find(
    ({ rule, about, occasion }) => rule.key === asked.rule && about === asked.about && occasion === asked.occasion,
  )
  if (!due || due.at > asked.at) return { do: 'nothing' }
  // The clock was set back, or another one set the timer.
  return { do: now < due.at ? 'wait' : 'give' }
}
