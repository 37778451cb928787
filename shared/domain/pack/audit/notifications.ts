import { type AuditOf, person } from './words.ts'

const OF = {
  'not-signed': 'a signer who has not signed',
  'sms-failed': 'a text message that fails',
  'email-failed': 'a mail that fails',
  'in-setup': 'a document that stays in setup',
}

export const auditNotifications: AuditOf<'notifications'> = {
  NotificationRuleSet: ({ event, action }) => (action === 'remind' ? 'set a reminder for signers' : `asked to be notified of ${OF[event]}`),
  NotificationRuleRemoved: 'removed a notification rule',
  NotificationDue: ({ rule: key, about }, state) => {
    const rule = state.notifications.rules.find((one) => one.key === key)
    if (rule?.action === 'remind' && about !== null) return `a reminder to ${person(state, about)} was due`
    return rule ? `the owner is notified of ${OF[rule.event]}` : 'a notification was due'
  },
}
