export { decodeEvent, disclosuresOf, openEvents } from './decode.ts'
export { digestOfJson } from './digests.ts'
export { encodeEvent, type NewEvent, OWN_SUBJECT, subjectsOf } from './encode.ts'
export { type ChainHead, type ChainProblem, EventCorrupt, verifyChain } from './verify.ts'
