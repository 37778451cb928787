export { NotificationRules } from './NotificationRules.tsx'
