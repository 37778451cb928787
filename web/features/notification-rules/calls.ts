import { done } from '#contract/envelope'
import { notificationRuleAnswer } from '#contract/notification-rules'
import type { NotificationAction, NotificationEvent } from '#domain/pack'
import { http } from '../../http/index.ts'

/** What is wanted of a rule: all of a new one, and of one that is there what changes, so that what others change stays. */
export interface Wanted {
  readonly key: string
  readonly event?: NotificationEvent
  readonly action?: NotificationAction
  readonly countdown?: number
}

export const saveRule = (document: string, { key, event, action, countdown }: Wanted) =>
  http.post('/app/notification_rules/add_update_notification_rule', notificationRuleAnswer, {
    data: { key, entity_key: document, event, action, countdown_seconds: countdown },
  })
export const removeRule = (key: string) => http.del(`/app/notification_rules/delete_notification_rule/${key}`, done)
