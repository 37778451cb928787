export { decodeEvent, disclosuresOf, type Opened, openEvents, prepareToOpen } from './decode.ts'
export { digestOfJson } from './digests.ts'
export { encodeEvent, type NewEvent, OWN_SUBJECT, subjectsOf } from './encode.ts'
export { type ChainHead, type ChainProblem, EventCorrupt, verifyChain } from './verify.ts'
