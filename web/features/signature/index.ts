export { PictureUpload } from './PictureUpload.tsx'
export { type HandedPicture, initialsOf, SignatureCapture, type SignatureCaptureProps, type SignatureMethod } from './SignatureCapture.tsx'
export { useUpload } from './useUpload.ts'
