export { Trail } from './Trail.tsx'
export { sinceSent } from './trail.ts'
export { useTrail } from './use-trail.ts'
