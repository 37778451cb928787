export { type CandidateQuestion, type RetentionDeps, retentionSweep, startRetention } from './retention.ts'
