export { type CandidateQuestion, type RetentionDeps, startRetention } from './retention.ts'
