import { z } from 'zod'
import { key, succeeded } from './envelope.ts'

/** GET /app/notification_rules?entity_key={document} · POST /app/notification_rules/add_update_notification_rule */
export const notificationRule = z.object({
  key,
  /** The document it belongs to. */
  entity_key: key,
  action: z.enum(['notify', 'remind']),
  /** Follows from the action: a reminder goes to the signer, everything else to the document's owner. */
  recipient: z.enum(['owner', 'signer']),
  event: z.enum(['not-signed', 'sms-failed', 'email-failed', 'in-setup']),
  /** Seconds; null where the event itself is the moment. */
  countdown_seconds: z.int().nullable(),
})
export type NotificationRuleRecord = z.infer<typeof notificationRule>

export const notificationRulesQuery = z.object({ entity_key: z.string().max(200) })
export const notificationRulesAnswer = succeeded({ notification_rules: z.array(notificationRule) })
/** Without `key` a new rule is made; of one that is there, what is left out stays. A `recipient` is read and not believed. */
export const notificationRuleBody = notificationRule
  .pick({ action: true, event: true })
  .partial()
  .extend({ key: key.optional(), entity_key: z.string().max(200), countdown_seconds: z.coerce.number().int().nullable().optional() })
export const notificationRuleAnswer = succeeded({ notification_rule: notificationRule })
