export { PictureUpload } from './PictureUpload.tsx'
export { initialsOf, SignatureCapture, type SignatureCaptureProps, type SignatureMethod } from './SignatureCapture.tsx'
