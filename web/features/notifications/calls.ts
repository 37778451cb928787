import { markedAnswer, type NotificationsAnswer, notificationsAnswer } from '#contract/notifications'
import { http } from '../../http/index.ts'

// Polled again: a failed one is no news.
const quiet = { retries: 0, retriedByCaller: true } as const

export const fetchNotifications = (query: { last_update?: string; cursor?: string } = {}): Promise<NotificationsAnswer> =>
  http.get('/app/notifications', notificationsAnswer, { query, ...quiet })
export const postRead = async (key: string): Promise<number> => (await http.post(`/app/notifications/${key}`, markedAnswer)).unread_count
export const postAllRead = async (which: { related_key?: string; last_update?: string }): Promise<number> =>
  (await http.post('/app/notifications/mark_all_as_read', markedAnswer, { body: which })).unread_count
