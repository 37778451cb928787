import type { TopicFact } from '../events/index.ts'
import { failuresOf } from '../notifications.ts'
import type { NotificationRule, PackState } from '../state.ts'
import type { When } from './change.ts'

export function evolveNotifications(state: PackState, { type, data }: TopicFact<'notifications'>, when: When): PackState {
  const { rules, given } = state.notifications
  switch (type) {
    case 'NotificationRuleSet': {
      const { rule: key, ...what } = data
      const rule: NotificationRule = { key, ...what, since: when.time, past: failuresOf(what.event, state).map(({ occasion }) => occasion) }
      const known = rules.some((one) => one.key === key)
      return {
        ...state,
        notifications: { given, rules: known ? rules.map((one) => (one.key === key ? rule : one)) : [...rules, rule] },
      }
    }
    case 'NotificationRuleRemoved':
      return {
        ...state,
        notifications: {
          rules: rules.filter(({ key }) => key !== data.rule),
          given: given.filter(({ rule }) => rule !== data.rule),
        },
      }
    case 'NotificationDue': {
      const others = given.filter(({ rule, about }) => rule !== data.rule || about !== data.about)
      return { ...state, notifications: { rules, given: [...others, { ...data, at: when.time }] } }
    }
    default:
      return type satisfies never
  }
}
