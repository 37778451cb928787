export { type Handed, startTakingBack, type TakingBackDeps } from './taking-back.ts'
