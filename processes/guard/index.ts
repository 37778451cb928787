export { type Finding, type GuardReport, NOTHING_YET } from './findings.ts'
export { type Guard, type GuardDeps, startGuard, statusOf } from './guard.ts'
export { guardLetter } from './letter.ts'
export { guardMigrations, postgresGuardMemory, storedFiles } from './memory.ts'
