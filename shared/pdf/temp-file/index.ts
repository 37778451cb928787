export { createTempFiles } from './temp-files.ts'
export type * from './types.ts'
