export { keyOfRequest, NO_ADDRESS, NO_MESSAGES, planRequest, type RequestPlan, requests } from './process.ts'
export { GAVE_UP, type RequestsDeps, recordRequestBounce, requestsProcess } from './worker.ts'
