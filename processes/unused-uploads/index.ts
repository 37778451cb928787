export { lookThroughUploads, startUnusedUploads, type UnusedUploadsDeps, type UploadSweep } from './unused-uploads.ts'
