export { createChecker } from './checker.ts'
export type * from './types.ts'
