export { MySignatures, openMySignatures } from './MySignatures.tsx'
export { OfferedSignatures } from './Offered.tsx'
