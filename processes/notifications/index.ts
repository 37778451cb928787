export { keyOfNotice, type NotificationData, type NotificationPlan, noticeOf, notifications, planNotification } from './process.ts'
export { type NotificationsDeps, notificationsProcess } from './worker.ts'
