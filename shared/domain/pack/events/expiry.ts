import { z } from 'zod'
import { event } from '#domain/kernel'

const day = z.iso.date()
export const MOST_EXPIRY_REMINDER = 30

/** Until when a request can be signed. */
export const expiry = {
  /** To the end of this day where the sender is, with a reminder so many days before. null: without end. */
  ExpiryChanged: event(1, {
    expiry: z.strictObject({ day, zone: z.string(), remindDays: z.int().min(1).max(MOST_EXPIRY_REMINDER).nullable() }).nullable(),
  }),
  /** Signers who have not signed are reminded of this day. */
  ExpiryReminderDue: event(1, { day }),
  /** The day is over: links open nothing until a later one is set. */
  RequestsExpired: event(1, { day }),
}
