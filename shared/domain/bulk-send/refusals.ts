import type { Refusals } from '#domain/kernel'

export const BULK_SEND_REFUSALS = {
  'bulk-send-not-permitted': { kind: 'forbidden', says: 'You do not have authorization to perform this action.' },
  'bulk-send-missing': { kind: 'gone', says: 'This bulk send was deleted. Restore it to go on with it.' },
  'bulk-send-description-invalid': { kind: 'invalid', says: 'Give the bulk send a description of at most {most} characters.' },
  'bulk-send-without-template': { kind: 'conflict', says: 'No template defined for this batch send' },
  'bulk-send-without-list': { kind: 'conflict', says: 'No data chosen this batch send' },
  'bulk-send-not-in-setup': { kind: 'conflict', says: 'This bulk send has been activated. Clone it to send with other settings.' },
  'bulk-send-changed': {
    kind: 'conflict',
    says: 'Changed since the check: {what}. Check all rows again, then activate.',
  },
  'bulk-send-not-checked': { kind: 'conflict', says: 'The rows have not been checked yet. Check all rows, then activate.' },
  'bulk-send-check-unfinished': { kind: 'conflict', says: 'The rows are still being checked. Activate once the check is done.' },
  'bulk-send-check-failed': { kind: 'conflict', says: 'The rows could not be checked. Check all rows again, then activate.' },
  'bulk-send-checked-again': { kind: 'conflict', says: 'The rows were checked again meanwhile. Read the last report, then activate.' },
  'bulk-send-without-good-rows': {
    kind: 'conflict',
    says: 'Every row has a problem. Correct the list or the mapping, check all rows again, then activate.',
  },
  'bulk-send-list-replaced': {
    kind: 'conflict',
    says: 'The list is no longer the one that documents were made from. Upload the rows that are left as another list, and clone this bulk send for it.',
  },
  'bulk-send-without-rows': { kind: 'conflict', says: 'No row of the list matches. Change the filter or the list, then activate.' },
  'bulk-send-is-active': { kind: 'conflict', says: 'This bulk send is active. Pause it first.' },
  'bulk-send-not-active': { kind: 'conflict', says: 'Only an active bulk send can be paused.' },
  'bulk-send-all-created': { kind: 'conflict', says: 'All documents of this bulk send have been created. There is nothing left to pause.' },
  'bulk-send-row-not-failed': { kind: 'conflict', says: 'This row has not failed, or has been retried already.' },
  'bulk-send-row-made': { kind: 'conflict', says: 'This row has its document. Withdraw the document instead.' },
  'bulk-send-row-missing': { kind: 'conflict', says: 'This row is no longer in the list. Check all rows again.' },
  'bulk-send-too-many-left-out': {
    kind: 'conflict',
    says: 'At most {most} rows can be left out one by one. Use the filter to leave out more.',
  },
  'bulk-send-undone': { kind: 'conflict', says: 'This bulk send was undone. Clone it to send again.' },
  'bulk-send-too-early-to-remind': {
    kind: 'conflict',
    says: 'Reminders can be sent two days after the last run, and once a minute at most.',
  },
  'bulk-send-date-invalid': { kind: 'invalid', says: 'Choose a date and a time at which the bulk send runs.' },
  'bulk-send-limit-invalid': { kind: 'invalid', says: 'The limit is a whole number from 1 to {most} documents an hour.' },
} as const satisfies Refusals<string>
export type BulkSendRefusalCode = keyof typeof BULK_SEND_REFUSALS
