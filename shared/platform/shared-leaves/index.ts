export { sharingLog } from './log.ts'
export { memorySharedLeaves } from './memory.ts'
export * from './port.ts'
export { type PostgresSharedLeavesOptions, postgresSharedLeaves, sharedLeavesSchema } from './postgres.ts'
