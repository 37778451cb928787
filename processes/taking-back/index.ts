export { type Handed, startTakingBack, type TakingBack, type TakingBackDeps } from './taking-back.ts'
