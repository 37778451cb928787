export { pageDigests, type Sha256 } from './page-digest.ts'
export { type Stamp, type StampedFile, stampFile } from './stamp.ts'
