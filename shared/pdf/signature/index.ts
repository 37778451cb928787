export type { Credential } from './credential.ts'
export { type CertificateRequest, makeSelfSignedCertificate } from './self-signed.ts'
export { type Attachment, CannotSign, type Signing, signFile } from './sign.ts'
export { BadCredential } from './signer.ts'
