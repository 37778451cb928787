export { insertedSignature, readySignatures } from './inserted.ts'
export { MySignatures, openMySignatures } from './MySignatures.tsx'
export { OfferedSignatures } from './Offered.tsx'
