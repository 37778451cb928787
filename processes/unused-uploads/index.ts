export { lookThroughUploads, startUnusedUploads, type UnusedUploadsDeps } from './unused-uploads.ts'
