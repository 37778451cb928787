export { useArrival } from './arrival.ts'
export { Bell, openNotifications } from './Bell.tsx'
export { InboxRefresher } from './InboxRefresher.ts'
