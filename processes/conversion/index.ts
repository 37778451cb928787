export { type HoldUpload, holdOnDisk } from './held.ts'
export { type FilePasswords, filePasswords } from './passwords.ts'
export { conversion } from './process.ts'
export { type ConversionDeps, conversionPart } from './worker.ts'
