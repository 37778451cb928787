export { UploadFindings } from './UploadFindings.tsx'
