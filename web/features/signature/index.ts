export { initialsOf, SignatureCapture, type SignatureCaptureProps } from './SignatureCapture.tsx'
