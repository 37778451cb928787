export { Trail } from './Trail.tsx'
export { sentenceOf, sinceSent } from './trail.ts'
export { useTrail } from './use-trail.ts'
