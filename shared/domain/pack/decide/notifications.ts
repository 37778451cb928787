import { MOST } from '../bounds.ts'
import { fact } from '../fact.ts'
import { actionsFor, COUNTDOWNS, DEFAULT_COUNTDOWN, isTimed, notificationsDue, recipientOf } from '../notifications.ts'
import { refuse } from '../refuse.ts'
import { signatoryOf } from '../signatories.ts'
import type { Deciders } from './context.ts'

export const decideNotifications: Deciders<'SetNotificationRule' | 'RemoveNotificationRule' | 'GiveNotification'> = {
  SetNotificationRule({ rule: key, ...wish }, { notifications: { rules } }) {
    const held = rules.find((rule) => rule.key === key)
    const event = wish.event ?? held?.event
    const said = wish.action ?? held?.action
    if (event === undefined || said === undefined) return refuse('notification-rule-missing')
    // Another event was chosen, for which what the rule did so far cannot be done.
    const action = wish.action === undefined && !actionsFor(event).includes(said) ? 'notify' : said
    if (!actionsFor(event).includes(action)) return refuse('reminder-not-possible')
    const countdown = wish.countdown === undefined ? held?.countdown : wish.countdown
    const wanted = isTimed(event) ? (countdown ?? DEFAULT_COUNTDOWN) : null
    if (wanted !== null && !COUNTDOWNS.some((seconds) => seconds === wanted)) return refuse('countdown-invalid')
    if (!held && rules.length >= MOST.notificationRules) return refuse('too-many', { slots: { most: MOST.notificationRules } })
    if (held?.event === event && held.action === action && held.countdown === wanted) return []
    return [fact('NotificationRuleSet', { rule: key, event, action, recipient: recipientOf(action), countdown: wanted })]
  },

  RemoveNotificationRule({ rule }, { notifications: { rules } }) {
    return rules.some(({ key }) => key === rule) ? [fact('NotificationRuleRemoved', { rule })] : []
  },

  GiveNotification({ rule, about, occasion, notice }, state, { now }) {
    const due = notificationsDue(state).find((one) => one.rule.key === rule && one.about === about && one.occasion === occasion)
    // Signed, reverted, forgotten or given meanwhile.
    if (!due) return []
    if (Date.parse(now) < due.at) return refuse('not-due-yet')
    const given = fact('NotificationDue', { rule, about, occasion, notice })
    const signatory = due.rule.action === 'remind' && about !== null ? signatoryOf(state, about) : undefined
    if (!signatory) return [given]
    return [
      given,
      fact('SignatureRequestQueued', { signatory: signatory.uuid, request: notice, channel: signatory.channel, because: 'resent' }),
    ]
  },
}
