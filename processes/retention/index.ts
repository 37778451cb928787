export { type Due, dueOf, NOTICE_MS } from './due.ts'
export { type CandidateQuestion, type Retention, type RetentionDeps, startRetention } from './retention.ts'
