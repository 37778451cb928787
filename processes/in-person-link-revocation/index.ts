export { type Handed, type InPersonLinkRevocationDeps, startInPersonLinkRevocation } from './in-person-link-revocation.ts'
