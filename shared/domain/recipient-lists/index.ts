export { correctionRefusal } from './correction.ts'
export {
  mayChangeRecipientLists,
  mayViewRecipientLists,
  type RecipientListsActor,
  type RecipientListsCommand,
} from './decide.ts'
export { EVENTS as RECIPIENT_LISTS_EVENTS, type RecipientListsFact } from './events.ts'
export {
  columnGuess,
  type FileReading,
  type GuessedColumns,
  type RecipientFileReader,
  RecipientFileRefused,
  type RecipientRow,
  recipientFileReader,
} from './file.ts'
export {
  MOST_CELL,
  MOST_COLUMN_NAME,
  MOST_CORRECTIONS,
  MOST_LIST_COLUMNS,
  MOST_LIST_DESCRIPTION,
  MOST_LIST_ROWS,
  MOST_LISTS,
} from './limits.ts'
export { problemColumns, type ValueProblem, valueProblem } from './problems.ts'
export { recipientLists, streamOfRecipientLists, workspaceOfRecipientLists } from './recipient-lists.ts'
export {
  RECIPIENT_FILE_REFUSALS,
  RECIPIENT_LISTS_REFUSALS,
  type RecipientFileRefusalCode,
  type RecipientListsRefusalCode,
} from './refusals.ts'
export {
  correctionsOf,
  digestOfVersion,
  fileOfRow,
  hasSameRows,
  keyOfRow,
  keysIn,
  lastRowIn,
  type RecipientCorrection,
  type RecipientImport,
  type RecipientList,
  type RecipientListsState,
  type RecipientListVersion,
  rowsIn,
  versionAt,
  versionNow,
} from './state.ts'
