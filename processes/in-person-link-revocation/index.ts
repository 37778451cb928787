export {
  type Handed,
  type InPersonLinkRevocationDeps,
  inPersonLinkRevocationSweep,
  startInPersonLinkRevocation,
} from './in-person-link-revocation.ts'
