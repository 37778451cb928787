export { tempDownloadsFor } from './offered.ts'
export { TempDownloads } from './TempDownloads.tsx'
