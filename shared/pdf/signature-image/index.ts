export { inkOf } from './ink.ts'
export { normaliseSignatureImage } from './normalise.ts'
export { type PackedImage, packedImage } from './packed.ts'
export * from './types.ts'
