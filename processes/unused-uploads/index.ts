export { lookThroughUploads, type UnusedUploadsDeps, unusedUploadsSweep } from './unused-uploads.ts'
