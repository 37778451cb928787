export { openPendingRequests, PendingRequests } from './PendingRequests.tsx'
