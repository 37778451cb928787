export { memoryKeyIndex } from './memory.ts'
export * from './port.ts'
export { keyIndexSchema, postgresKeyIndex } from './postgres.ts'
