export { inkOf } from './ink.ts'
export { normalisePicture, normaliseSignatureImage } from './normalise.ts'
export { type PackedImage, packedImage } from './packed.ts'
export * from './types.ts'
