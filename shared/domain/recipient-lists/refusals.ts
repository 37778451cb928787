import type { Refusals } from '#domain/kernel'

export const RECIPIENT_LISTS_REFUSALS = {
  'recipient-lists-not-permitted': { kind: 'forbidden', says: 'You do not have authorization to perform this action.' },
  'recipient-list-missing': { kind: 'gone', says: 'This recipient list was deleted.' },
  'recipient-list-archived': { kind: 'conflict', says: 'This recipient list was deleted. Restore it to change it.' },
  'recipient-list-in-use': {
    kind: 'conflict',
    says: 'The bulk send “{name}” makes documents of this list now. Pause it, then delete the list.',
  },
  'recipient-row-in-use': {
    kind: 'conflict',
    says: 'The bulk send “{name}” makes documents of this list now. Pause it, then correct the row.',
  },
  'recipient-row-missing': { kind: 'conflict', says: 'This row is no longer in the list. Check all rows again.' },
  'recipient-row-changed': { kind: 'conflict', says: 'Somebody else changed this row. Look at it as it is now, then correct it.' },
  'recipient-row-columns': { kind: 'conflict', says: 'The list has other columns now. Load it again, then correct the row.' },
  'recipient-cell-too-long': { kind: 'invalid', says: 'A value has more than {most} characters. Shorten it.' },
  'recipient-cell-not-text': { kind: 'invalid', says: 'A value holds characters that are no text. Type it again.' },
  'too-many-corrections': {
    kind: 'conflict',
    says: 'At most {most} rows of a list can be corrected here. Correct the others in the file, then upload it again.',
  },
  'recipient-list-description': { kind: 'invalid', says: 'The description is too long. Use at most {most} characters.' },
  'too-many-recipient-lists': {
    kind: 'conflict',
    says: 'A workspace has at most {most} recipient lists. Delete one that is no longer used.',
  },
  'recipient-list-full': {
    kind: 'conflict',
    says: 'A recipient list has at most {most} rows. Replace its rows, or upload the file to another list.',
  },
  'recipient-columns-differ': {
    kind: 'conflict',
    says: 'The file has other columns than the list. Replace the rows instead, or give the file these columns: {columns}.',
  },
  'recipient-list-changed': { kind: 'conflict', says: 'Somebody else changed the rows of this list. Upload the file again.' },
  'recipient-column-types': { kind: 'invalid', says: 'The list has other columns now. Load it again, then choose the types.' },
} as const satisfies Refusals<string>
export type RecipientListsRefusalCode = keyof typeof RECIPIENT_LISTS_REFUSALS

/** Why nothing of a file is taken. */
export const RECIPIENT_FILE_REFUSALS = {
  'csv-empty': { kind: 'invalid', says: 'The file is empty. Export the table again, then upload it.' },
  'csv-no-rows': { kind: 'invalid', says: 'The file has column names but no rows. Add rows, then upload it again.' },
  'csv-too-many-columns': {
    kind: 'invalid',
    says: 'The file has {columns} columns, at most {most} are possible. Remove columns you do not need.',
  },
  'csv-too-many-rows': { kind: 'invalid', says: 'The file has more than {most} rows. Split it into several files, one for each list.' },
  'csv-quotes': {
    kind: 'invalid',
    says: 'A quotation mark in row {row} has no partner. Close or remove it in the file, then upload it again.',
  },
  'csv-cell-too-long': {
    kind: 'invalid',
    says: 'A cell in row {row} has more than {most} characters. Shorten it in the file, then upload it again.',
  },
  'csv-not-text': {
    kind: 'invalid',
    says: 'Row {row} holds characters that are no text. Choose another encoding, or export the table as CSV UTF-8.',
  },
} as const satisfies Refusals<string>
export type RecipientFileRefusalCode = keyof typeof RECIPIENT_FILE_REFUSALS
