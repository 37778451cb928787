export { attachmentNames, copyMail, supportingNames } from './mail.ts'
export { finalCopies, keyOfCopy, mailFor, type Recipient, recipientsOf } from './process.ts'
export { type FinalCopiesDeps, finalCopiesProcess, recordCopyBounce } from './worker.ts'
