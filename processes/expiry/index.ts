export { expiry, keyOfExpired, planExpiry } from './process.ts'
export { expiryProcess } from './worker.ts'
