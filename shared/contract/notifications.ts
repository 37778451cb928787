import { z } from 'zod'
import { instant, shown, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

export const NOTIFICATIONS_PAGE = 30
const date = z.iso.datetime().max(40)

/** An account holder's notifications, in the bell of every page: one for each event and each person it concerns. */
export const notification = z.object({
  key,
  date_created: date,
  /** Grows with every change of any of this person's notifications. */
  date_updated: date,
  date_read: date.nullable(),
  read: z.boolean(),
  /** The document, or the workspace where that itself is what it is about. */
  related_key: key,
  related_key_type: z.enum(['Document', 'UserAccount']),
  /** The workspace it happened in. */
  account_key: key,
  /** A hash route of the page. */
  url: shown,
  /** A stable word for what happened, for programs. */
  kind: shown,
  message: shown,
})
export type NotificationRecord = z.infer<typeof notification>

/** GET /app/notifications: without `last_update` the newest first; with it what changed since, in the order of changes. */
export const notificationsQuery = z.object({
  last_update: instant.optional(),
  cursor: token.optional(),
})
export const notificationsAnswer = succeeded({
  notifications: z.array(notification).max(NOTIFICATIONS_PAGE),
  /** null when there is no more. */
  cursor: shown.nullable(),
  unread_count: z.int(),
})
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>

/** POST /app/notifications/{key} · POST /app/notifications/mark_all_as_read */
export const markAllBody = z.object({
  /** Only those about this document or workspace. */
  related_key: key.optional(),
  /** The newest `date_updated` on the screen: what came after that was not seen, and stays unread. */
  last_update: instant.optional(),
})
export const markedAnswer = succeeded({ unread_count: z.int() })
