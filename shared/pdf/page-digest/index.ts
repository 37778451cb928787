export { pageDigests, type Sha256 } from './page-digest.ts'
