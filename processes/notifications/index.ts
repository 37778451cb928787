export { keyOfNotice, type NotificationData, type NotificationPlan, noticeOf, notifications, planNotification } from './process.ts'
export { type NotificationsDeps, notificationsPart } from './worker.ts'
