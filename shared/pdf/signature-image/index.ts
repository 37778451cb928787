export { MOST_PICTURE_BYTES, normalisePicture, normaliseSignatureImage } from './normalise.ts'
export { type PackedImage, packedImage } from './packed.ts'
export { createPictures, PICTURE_LIMITS, pictureLater } from './pictures.ts'
export * from './types.ts'
