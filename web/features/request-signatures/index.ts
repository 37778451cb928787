export type { Place } from './checklist.ts'
export type { Sender } from './MailPreview.tsx'
export { reordered } from './order.ts'
export { RequestSheet } from './RequestSheet.tsx'
