export { attachmentNames, copyLetter, supportingNames } from './letter.ts'
export { finalCopies, keyOfCopy, mailFor, type Recipient, recipientsOf } from './process.ts'
export { type FinalCopiesDeps, finalCopiesPart, recordCopyBounce } from './worker.ts'
