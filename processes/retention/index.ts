export { type CandidateQuestion, type Retention, type RetentionDeps, startRetention } from './retention.ts'
