export { keyOfRejection, OWNER, rejections } from './process.ts'
export { type RejectionsDeps, rejectionsProcess } from './worker.ts'
