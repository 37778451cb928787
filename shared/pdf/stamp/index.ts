export { pageDigests, type Sha256 } from '#pdf/page-digest'
export type { About } from './about.ts'
export { drawOver } from './draw-over.ts'
export { Ink, type Resources, type Stamp, type StampedFile, stampDocument, stampFile } from './stamp.ts'
