export type { Place } from './checklist.ts'
export { reordered } from './order.ts'
export { RequestSheet } from './RequestSheet.tsx'
