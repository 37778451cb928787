export { tempDownloadsFor } from './offered.ts'
export { madeFile } from './polling.ts'
export { TempDownloads } from './TempDownloads.tsx'
