import { z } from 'zod'
import { event } from '#domain/kernel'
import { id } from './define.ts'

export const NOTIFICATION_EVENTS = ['not-signed', 'sms-failed', 'email-failed', 'in-setup'] as const
export const NOTIFICATION_ACTIONS = ['notify', 'remind'] as const

/** Who is written to by themselves, about what, and that it happened. */
export const notifications = {
  NotificationRuleSet: event(1, {
    rule: id,
    event: z.enum(NOTIFICATION_EVENTS),
    action: z.enum(NOTIFICATION_ACTIONS),
    recipient: z.enum(['owner', 'signer']),
    /** Seconds; null where the event itself is the moment. */
    countdown: z.int().min(1).max(31_622_400).nullable(),
  }),
  NotificationRuleRemoved: event(1, { rule: id }),
  /** A rule's moment came, and a message follows: `notice` is the request that reminds, or the mail to the owner. */
  NotificationDue: event(1, {
    rule: id,
    /** The signatory or recipient it is about; null: the pack. */
    about: z.string().max(200).nullable(),
    /** The message that failed, where that is the occasion. */
    occasion: z.string().max(200).nullable(),
    notice: id,
  }),
}
