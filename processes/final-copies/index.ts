export { attachmentNames, copyLetter, supportingNames } from './letter.ts'
export { finalCopies, keyOfCopy, mailFor, type Recipient, recipientsOf } from './process.ts'
export { type FinalCopiesDeps, finalCopiesProcess, recordCopyBounce } from './worker.ts'
