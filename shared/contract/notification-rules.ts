import { z } from 'zod'
import { MOST } from '#domain/pack'
import { numeral, token } from './bounds.ts'
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

export const notificationRulesQuery = z.object({ entity_key: token })
export const notificationRulesAnswer = succeeded({ notification_rules: z.array(notificationRule).max(MOST.notificationRules) })
/** Without `key` a new rule is made; of one that is there, what is left out stays. A `recipient` is read and not believed. */
export const notificationRuleBody = notificationRule
  .pick({ action: true, event: true })
  .partial()
  .extend({ key: key.optional(), entity_key: token, countdown_seconds: numeral(-1_000_000_000, 1_000_000_000).nullable().optional() })
export const notificationRuleAnswer = succeeded({ notification_rule: notificationRule })
