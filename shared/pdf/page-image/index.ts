export { createPageImages } from './page-images.ts'
export type * from './types.ts'
