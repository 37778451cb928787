export { DRY_RUN_QUEUE, type DryRunData, dryRunJobKey } from './job.ts'
export { type DryRunReport, type DryRunState, type DryRuns, type ProblemKind, type ProblemRow, postgresDryRuns } from './reports.ts'
export { dryRunMigrations } from './schema.ts'
