export { createSealer } from './sealer.ts'
export type * from './types.ts'
