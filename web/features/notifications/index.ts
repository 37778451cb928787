export { useArrival } from './arrival.ts'
export { Bell, openNotifications } from './Bell.tsx'
export { KeptInbox } from './KeptInbox.ts'
