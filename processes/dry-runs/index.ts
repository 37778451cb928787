export { carryOut, type DryRunDeps, defineDryRuns } from './dry-runs.ts'
