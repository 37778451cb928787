export { digestsOf, type PageDigests, pageDigests, type Sha256, type Unpack } from './page-digest.ts'
export { type Inflate, unpacking } from './unpacked.ts'
