export { notificationsFor, TELLING_EVENTS, type Telling, TOLD, type Told } from './notifications-for.ts'
export { inboxProjection } from './project.ts'
export { countUnread, type InboxPage, type InboxQuestion, type InboxRow, isRead, notificationsOf, unreadOf, usersTold } from './query.ts'
