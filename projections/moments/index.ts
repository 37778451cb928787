export { createMoments, type Moments, type MomentsDeps } from './moments.ts'
