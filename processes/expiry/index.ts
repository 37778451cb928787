export { expiry, planExpiry } from './process.ts'
export { expiryProcess } from './worker.ts'
