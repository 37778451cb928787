export { type NewNotification, NOTIFICATION_KINDS, NOTIFYING_EVENTS, type NotificationKind, notificationsFor } from './notifications-for.ts'
export { inboxProjection } from './project.ts'
export {
  countUnread,
  type InboxPage,
  type InboxQuestion,
  type InboxRow,
  isRead,
  notificationsOf,
  unreadOf,
  usersNotified,
} from './query.ts'
export { inboxReadModel } from './read-model.ts'
