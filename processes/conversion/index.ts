export { type HoldUpload, holdOnDisk } from './held.ts'
export { type FilePasswords, filePasswords } from './passwords.ts'
export { conversion } from './process.ts'
export { type ConversionDeps, conversionProcess, conversionQueues } from './worker.ts'
